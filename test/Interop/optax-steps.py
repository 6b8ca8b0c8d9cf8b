"""Compares Weft's optimisers, schedules and losses with Optax's.

    optax-steps.py [--verbose]

Each optimiser takes five steps on given gradients, some of them large, in f32,
bf16 and f64 and with a state of another type; each schedule is read at many
steps; each loss is computed on logits with infinities and labels that do not
exist. The distance is in units of the last place of the largest number of a
tensor.
"""

import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax

from weft_models import Weft, tensor_type, units_apart

STEPS = 5
# Units in the last place, after five steps. The largest measured is half.
BOUND = 4

SCHEDULES = {
    "linear<0.0 to 0.1 in 3>": optax.linear_schedule(0.0, 0.1, 3),
    "linear<0.3 to 0.01 in 100>": optax.linear_schedule(0.3, 0.01, 100),
    "cosine<0.1 to 0.001 in 4>": optax.cosine_decay_schedule(0.1, 4, alpha=0.01),
    "cosine<0.1 to 0.0 in 90 warmup 0.01 in 7>": optax.warmup_cosine_decay_schedule(
        0.01, 0.1, 7, 90, 0.0),
    "exponential<0.1 by 0.5 in 10>": optax.exponential_decay(0.1, 10, 0.5),
}  # fmt: skip

CLIP = optax.clip_by_global_norm(1.0)
OPTIMISERS = {
    "weft.sgd @o learning_rate 0.1": (optax.sgd(0.1), []),
    "weft.sgd @o learning_rate 0.1 clip_norm 1.0": (optax.chain(CLIP, optax.sgd(0.1)), []),
    "weft.momentum @o learning_rate 0.1 decay 0.9": (optax.sgd(0.1, 0.9), ["trace"]),
    "weft.momentum @o learning_rate 0.1 decay 0.9 nesterov": (
        optax.sgd(0.1, 0.9, nesterov=True), ["trace"]),
    "weft.adam @o learning_rate 0.01": (optax.adam(0.01), ["mu", "nu"]),
    "weft.adam @o learning_rate 0.01 b1 0.8 b2 0.95 eps 0.001": (
        optax.adam(0.01, 0.8, 0.95, 0.001), ["mu", "nu"]),
    "weft.adamw @o learning_rate 0.01 weight_decay 0.1 clip_norm 1.0": (
        optax.chain(CLIP, optax.adamw(0.01, weight_decay=0.1)), ["mu", "nu"]),
}  # fmt: skip
for text, schedule in SCHEDULES.items():
    OPTIMISERS[f"weft.adamw @o learning_rate {text}"] = (optax.adamw(schedule), ["mu", "nu"])
OPTIMISERS["weft.sgd @o learning_rate linear<0.0 to 0.1 in 3>"] = (
    optax.sgd(optax.linear_schedule(0.0, 0.1, 3)), [])  # fmt: skip

COUNTED = ("weft.adam", "linear", "cosine", "exponential")


def make_tensors(generator, dtype, scale=1.0):
    shapes = [(3, 4), (5,), ()]
    return [np.asarray(scale * generator.standard_normal(s)).astype(dtype) for s in shapes]


def update_program(text, params, state):
    """A function that takes parameters, gradients and state to their successors."""
    names = [f"%a{i}" for i in range(2 * len(params) + len(state))]
    types = [tensor_type(array) for array in [*params, *params, *state]]
    n = len(params)
    group = lambda a, b: ", ".join(names[a:b]) + " : " + ", ".join(types[a:b])
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, types))
    kept = types[:n] + types[2 * n :]
    state_text = f" state({group(2 * n, len(names))})" if state else ""
    return f"""{text}
func.func @step({arguments}) -> ({", ".join(kept)}) {{
  %r:{len(kept)} = weft.update @o params({group(0, n)}) grads({group(n, 2 * n)}){state_text}
  return {", ".join(f"%r#{i}" for i in range(len(kept)))} : {", ".join(kept)}
}}
"""


def run_weft(weft, text, slots, params, grads, state_dtype):
    state = [np.zeros(p.shape, state_dtype or p.dtype) for _ in slots for p in params]
    if text.startswith(COUNTED[0]) or any(word in text for word in COUNTED[1:]):
        state.insert(0, np.zeros((), np.int32))
    program = weft.lower(update_program(text, params, state), "--weft-lower-training")
    for step in grads:
        inputs = [*params, *step, *state]
        results = weft.run(program, "step", inputs, [a.dtype for a in [*params, *state]])
        params, state = results[: len(params)], results[len(params) :]
    return params


def run_optax(optimiser, params, grads):
    params = [jnp.asarray(p) for p in params]
    state = optimiser.init(params)
    for step in grads:
        updates, state = optimiser.update([jnp.asarray(g) for g in step], state, params)
        params = optax.apply_updates(params, updates)
    return [np.asarray(p) for p in params]


def compare_optimisers(weft):
    for text, (optimiser, slots) in OPTIMISERS.items():
        for dtype in (jnp.float32, jnp.bfloat16, jnp.float64):
            generator = np.random.default_rng(1)
            params = make_tensors(generator, dtype)
            grads = [make_tensors(generator, dtype, 0.1 * 4**i) for i in range(STEPS)]
            ours = run_weft(weft, text, slots, params, grads, None)
            with jax.enable_x64(dtype == jnp.float64):
                theirs = run_optax(optimiser, params, grads)
            distance = max(units_apart(a, b) for a, b in zip(ours, theirs))
            yield f"{text}, {np.dtype(dtype).name}", distance, BOUND


def compare_state_types(weft):
    """A state of another type than the parameters', as optax's mu_dtype."""
    for param, state in ((jnp.float32, jnp.bfloat16), (jnp.bfloat16, jnp.float32)):
        generator = np.random.default_rng(2)
        params = make_tensors(generator, param)
        grads = [make_tensors(generator, param) for _ in range(STEPS)]
        text = "weft.momentum @o learning_rate 0.1 decay 0.9"
        ours = run_weft(weft, text, ["trace"], params, grads, np.dtype(state))
        theirs = run_optax(optax.sgd(0.1, 0.9, accumulator_dtype=state), params, grads)
        distance = max(units_apart(a, b) for a, b in zip(ours, theirs))
        yield f"momentum, {np.dtype(param).name} with state {np.dtype(state).name}", distance, BOUND


def compare_schedules(weft):
    """The rate is what a gradient of -1 adds to a parameter of 0."""
    counts = [0, 1, 2, 3, 4, 6, 7, 8, 50, 89, 90, 91, 1000, 2**31 - 1]
    zero, minus = np.zeros((), np.float32), np.full((), -1.0, np.float32)
    for text, schedule in SCHEDULES.items():
        count = np.zeros((), np.int32)
        program = update_program(f"weft.sgd @o learning_rate {text}", [zero], [count])
        program = weft.lower(program, "--weft-lower-training")
        ours, theirs = [], []
        for number in counts:
            count = np.full((), number, np.int32)
            rate, after = weft.run(program, "step", [zero, minus, count], [np.float32, np.int32])
            ours.append(rate if after == min(number + 1, 2**31 - 1) else np.nan)
            theirs.append(schedule(jnp.asarray(number, jnp.int32)))
        distance = units_apart(np.array(ours, np.float32), np.array(theirs, np.float32))
        yield f"schedule {text}", distance, BOUND


def loss_program(op, reduction, a, b, result):
    types = f"({tensor_type(a)}, {tensor_type(b)}) -> {tensor_type(result)}"
    return f"""func.func @loss(%a: {tensor_type(a)}, %b: {tensor_type(b)}) -> {tensor_type(result)} {{
  %0 = weft.{op} {reduction} %a, %b : {types}
  return %0 : {tensor_type(result)}
}}
"""


def compare_losses(weft):
    reductions = {"none": lambda x: x, "sum": jnp.sum, "mean": jnp.mean}
    for dtype in (jnp.float32, jnp.bfloat16, jnp.float16, jnp.float64):
        generator = np.random.default_rng(3)
        logits = (4 * generator.standard_normal((2, 6, 5))).astype(dtype)
        labels = generator.integers(0, 5, (2, 6)).astype(np.int32)
        odd, strange = logits.copy(), labels.copy()
        odd[0, 0, 2], odd[0, 1, :], odd[1, 3, 0] = -np.inf, -np.inf, np.inf
        strange[0, 4], strange[1, 1], strange[1, 2] = -2, 5, -6
        entropy = optax.softmax_cross_entropy_with_integer_labels
        cases = {
            "softmax_cross_entropy": (entropy, logits, labels),
            "mean_squared_error": (optax.squared_error, logits, logits[::-1].copy()),
        }
        for name, reduce in reductions.items():
            todo = dict(cases)
            if name == "none":
                todo["softmax_cross_entropy (odd)"] = (entropy, odd, strange)
            for op, (loss, a, b) in todo.items():
                with jax.enable_x64(dtype == jnp.float64):
                    theirs = np.asarray(reduce(loss(jnp.asarray(a), jnp.asarray(b))))
                program = loss_program(op.split()[0], name, a, b, theirs)
                program = weft.lower(program, "--weft-lower-training")
                (ours,) = weft.run(program, "loss", [a, b], [theirs.dtype])
                yield f"{op} {name}, {np.dtype(dtype).name}", units_apart(ours, theirs), BOUND


def main():
    weft, failures, total, worst = Weft(), 0, 0, 0.0
    groups = (compare_optimisers, compare_state_types, compare_schedules, compare_losses)
    for group in groups:
        for name, distance, bound in group(weft):
            total += 1
            failures += not distance <= bound
            worst = max(worst, distance)
            if not distance <= bound or "--verbose" in sys.argv:
                print(f"{name}: {distance:.2f} units, at most {bound} allowed")
    print(f"{total - failures} of {total} agree; the largest distance is {worst:.2f} units")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())

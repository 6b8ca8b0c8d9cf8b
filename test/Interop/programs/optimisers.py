"""Optax optimisers: one update of a small tree, and what is put around them."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

from .registry import f32, lower, lowers, program, shaped

PARAMETERS = {"kernel": f32(8, 16), "bias": f32(16)}
SCHEDULE = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 10, 100)

OPTIMISERS = {
    "sgd": optax.sgd(0.1),
    "momentum": optax.sgd(0.1, momentum=0.9, nesterov=True),
    "adam": optax.adam(1e-3),
    "adamw": optax.adamw(SCHEDULE, weight_decay=0.01),
    "adamax": optax.adamax(1e-3),
    "amsgrad": optax.amsgrad(1e-3),
    "nadam": optax.nadam(1e-3),
    "radam": optax.radam(1e-3),
    "adabelief": optax.adabelief(1e-3),
    "adagrad": optax.adagrad(1e-3),
    "adadelta": optax.adadelta(1e-3),
    "adafactor": optax.adafactor(1e-3, min_dim_size_to_factor=4),
    "lamb": optax.lamb(1e-3),
    "lars": optax.lars(1e-3),
    "lion": optax.lion(1e-3),
    "novograd": optax.novograd(1e-3),
    "rmsprop": optax.rmsprop(1e-3, centered=True, momentum=0.9),
    "sm3": optax.sm3(1e-3),
    "yogi": optax.yogi(1e-3),
    "noisy_sgd": optax.noisy_sgd(1e-3),
    "rprop": optax.rprop(1e-3),
    "muon": optax.contrib.muon(1e-3),
    "schedule_free": optax.contrib.schedule_free_adamw(1e-3),
    "clipped_adam": optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3)),
    "accumulated": optax.MultiSteps(optax.adam(1e-3), every_k_schedule=4).gradient_transformation(),
    "skips_nonfinite": optax.apply_if_finite(optax.adam(1e-3), 5),
    "masked_decay": optax.adamw(1e-3, mask={"kernel": True, "bias": False}),
}


def update(optimiser):
    def step(gradients, state, parameters):
        updates, state = optimiser.update(gradients, state, parameters)
        return optax.apply_updates(parameters, updates), state

    return step


for name, optimiser in OPTIMISERS.items():
    state = jax.eval_shape(optimiser.init, PARAMETERS)
    lowers(
        "optimisers", name, update(optimiser), PARAMETERS, state, PARAMETERS,
        donate_argnums=(1, 2),
    )


@program
def lbfgs_with_line_search():
    optimiser = optax.lbfgs()
    loss = lambda parameters: jnp.sum(parameters["kernel"] ** 2) + jnp.sum(parameters["bias"])

    def step(parameters, state):
        value, gradient = optax.value_and_grad_from_state(loss)(parameters, state=state)
        updates, state = optimiser.update(
            gradient, state, parameters, value=value, grad=gradient, value_fn=loss
        )
        return optax.apply_updates(parameters, updates), state

    return lower(step, PARAMETERS, jax.eval_shape(optimiser.init, PARAMETERS))


def lbfgs_inputs():
    """Where the optimiser begins. Its state is a history of steps: random
    numbers there send the line search to 1e24, where rounding decides."""
    random = np.random.default_rng(7)
    parameters = jax.tree.map(lambda leaf: random.standard_normal(leaf.shape).astype(leaf.dtype), PARAMETERS)
    return [np.asarray(leaf) for leaf in jax.tree.leaves((parameters, optax.lbfgs().init(parameters)))]


lbfgs_with_line_search.inputs = lbfgs_inputs


@program
def moments_in_bfloat16():
    optimiser = optax.adam(1e-3, mu_dtype=jnp.bfloat16)
    parameters = {"kernel": shaped(jnp.bfloat16, 8, 16)}
    state = jax.eval_shape(optimiser.init, parameters)
    return lower(update(optimiser), parameters, state, parameters)

"""Random bits: equal to those of JAX on CPU."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case

ALGORITHMS = {
    "threefry": lax.RandomAlgorithm.RNG_THREE_FRY,
    "philox": lax.RandomAlgorithm.RNG_PHILOX,
    "default": lax.RandomAlgorithm.RNG_DEFAULT,
}
KEY = np.array([0x0123456789ABCDEF, 0xFEDCBA9876543210], np.uint64)
LAST = np.array([5, 2**64 - 2], np.uint64)
SHAPES = {"scalar": (), "6": (6,), "5": (5,), "3x5": (3, 5), "4x3": (4, 3), "3x4": (3, 4), "5x3x7": (5, 3, 7), "0": (0, 3)}


def generate(algorithm, shape, type):
    return lambda key: lax.rng_bit_generator(key, shape, type, algorithm=algorithm)


for name, algorithm in ALGORITHMS.items():
    for type in ("uint8", "uint16", "uint32", "uint64"):
        for shape_name, shape in SHAPES.items():
            case("random", f"{name}_{type}_{shape_name}", generate(algorithm, shape, type), KEY)
    case("random", f"{name}_carry", generate(algorithm, (16,), "uint32"), LAST)
    case("random", f"{name}_key32", generate(algorithm, (7,), "uint32"), np.arange(4, dtype=np.uint32))

case("random", "jax_threefry_bits", lambda k: jax.random.bits(jax.random.wrap_key_data(k, impl="threefry2x32"), (5, 3)), np.array([1, 2], np.uint32))
case("random", "jax_rbg_bits", lambda k: jax.random.bits(jax.random.wrap_key_data(k, impl="rbg"), (5, 3)), np.arange(4, dtype=np.uint32))
case("random", "jax_rbg_split", lambda k: jax.random.key_data(jax.random.split(jax.random.wrap_key_data(k, impl="rbg"), 3)), np.arange(4, dtype=np.uint32))
case("random", "jax_normal", lambda k: jax.random.normal(jax.random.wrap_key_data(k, impl="threefry2x32"), (64,)), np.array([1, 2], np.uint32), ulps=8)
case("random", "jax_uniform", lambda k: jax.random.uniform(jax.random.wrap_key_data(k, impl="threefry2x32"), (64,), jnp.float32), np.array([1, 2], np.uint32))

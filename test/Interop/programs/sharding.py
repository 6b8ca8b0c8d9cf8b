"""Every way of saying where data lives: meshes, constraints, shard_map."""

import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental.custom_partitioning import custom_partitioning
from jax.experimental.shard_alike import shard_alike
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

from .registry import f32, i32, key, lower, program


def mesh(kind=AxisType.Auto, sizes=(2, 4), names=("data", "model")):
    return jax.make_mesh(sizes, names, axis_types=(kind,) * len(sizes))


def sharded(shape, spec, on=None):
    return jax.ShapeDtypeStruct(
        shape, jnp.float32, sharding=NamedSharding(on or mesh(), spec)
    )


@program
def arguments_and_results():
    return lower(
        lambda x, w: x @ w,
        sharded((8, 16), P("data", None)),
        sharded((16, 32), P(None, "model")),
        out_shardings=NamedSharding(mesh(), P("data", "model")),
    )


@program
def constraint():
    def f(x, w):
        h = lax.with_sharding_constraint(x @ w, NamedSharding(mesh(), P("data", "model")))
        return jnp.sum(jax.nn.relu(h))

    x, w = sharded((8, 16), P("data")), sharded((16, 32), P(None, "model"))
    return lower(jax.grad(f, 1), x, w)


@program
def two_axes_on_one_dimension():
    return lower(jnp.sin, sharded((16, 3), P(("data", "model"))))


@program
def unconstrained_dimension():
    spec = P(P.UNCONSTRAINED, "model")
    constrain = lambda x: lax.with_sharding_constraint(x, NamedSharding(mesh(), spec))
    return lower(constrain, sharded((8, 8), P("data")))


@program
def three_axes_and_two_meshes():
    cube = mesh(sizes=(2, 2, 2), names=("x", "y", "z"))
    flat = mesh(sizes=(8,), names=("all",))

    def f(x):
        y = lax.with_sharding_constraint(x, NamedSharding(flat, P("all")))
        return lax.with_sharding_constraint(y * 2, NamedSharding(cube, P(("z", "x"))))

    return lower(f, sharded((8, 4), P("x", "y"), cube))


@program
def donated_and_aliased():
    x = sharded((8, 4), P("data"))
    out = NamedSharding(mesh(), P("data"))
    return lower(lambda x, y: (x + y, y * 2), x, x, donate_argnums=(0, 1), out_shardings=(out, None))


@program
def memory_kinds():
    host = NamedSharding(mesh(), P("data"), memory_kind="unpinned_host")
    return lower(lambda x: x * 2, sharded((8, 4), P("data")), out_shardings=host)


@program
def explicit_mode():
    grid = mesh(AxisType.Explicit)
    x = sharded((8, 16), P("data", None), grid)
    w = sharded((16, 32), P(None, "model"), grid)
    with jax.set_mesh(grid):
        return lower(lambda x, w: jnp.sin(x @ w) * 2, x, w)


@program
def explicit_reshard_and_reshape():
    grid = mesh(AxisType.Explicit)

    def f(x):
        y = jax.sharding.reshard(x, P("model", None))
        return jnp.transpose(y).reshape(2, 8, 8)

    with jax.set_mesh(grid):
        return lower(f, sharded((8, 16), P("data", None), grid))


@program
def explicit_unreduced():
    grid = mesh(AxisType.Explicit)

    def f(x, w):
        partial = jnp.dot(x, w, out_sharding=P("data", unreduced={"model"}))
        return jax.sharding.reshard(partial, P("data", None))

    x = sharded((8, 16), P("data", "model"), grid)
    w = sharded((16, 4), P("model", None), grid)
    with jax.set_mesh(grid):
        return lower(f, x, w)


@program
def shard_map_collectives():
    def body(x):
        x = lax.psum(x, "model") + lax.pmax(x, "model") + lax.pmin(x, ("data", "model"))
        x = lax.all_gather(x, "model", axis=1, tiled=True)
        x = lax.psum_scatter(x, "model", scatter_dimension=1, tiled=True)
        x = lax.ppermute(x, "data", [(0, 1), (1, 0)])
        x = lax.all_to_all(x, "model", split_axis=1, concat_axis=0, tiled=True)
        return x + lax.axis_index("data") + lax.pmean(x, "data")

    specs = dict(in_specs=P("data", "model"), out_specs=P(("data", "model")))
    f = jax.shard_map(body, mesh=mesh(), check_vma=False, **specs)
    return lower(f, sharded((16, 16), P("data", "model")))


@program
def shard_map_gradient():
    def body(x, w):
        return lax.psum(jnp.tanh(x @ w), "model")

    f = jax.shard_map(
        body, mesh=mesh(),
        in_specs=(P("data", "model"), P("model", None)), out_specs=P("data", None),
    )
    loss = lambda x, w: f(x, w).sum()
    return lower(jax.grad(loss, (0, 1)), f32(8, 16), f32(16, 4))


@program
def shard_map_partial_manual():
    """Only "data" is manual; "model" stays to be propagated inside."""

    def body(x, w):
        y = lax.with_sharding_constraint(x @ w, P(None, "model"))
        return lax.psum(y, "data")

    grid = mesh()
    with jax.set_mesh(grid):
        f = jax.shard_map(
            body, in_specs=(P("data", None), P()), out_specs=P(), axis_names={"data"}
        )
        return lower(f, sharded((8, 16), P("data", "model")), sharded((16, 32), P()))


@program
def shard_map_nested():
    def inner(x):
        return lax.psum(x, "model")

    def outer(x):
        f = jax.shard_map(inner, in_specs=P(None, "model"), out_specs=P(), axis_names={"model"})
        return f(x) + lax.axis_index("data")

    with jax.set_mesh(mesh()):
        f = jax.shard_map(outer, in_specs=P("data"), out_specs=P("data"), axis_names={"data"})
        return lower(f, f32(8, 8))


@program
def shard_map_in_scan():
    def body(x):
        step = lambda c, _: (lax.ppermute(c, "data", [(0, 1), (1, 0)]) + x, None)
        return lax.scan(step, x, None, length=3)[0]

    f = jax.shard_map(body, mesh=mesh(), in_specs=P("data"), out_specs=P("data"), check_vma=False)
    return lower(f, f32(8, 8))


@program
def shard_map_without_operands():
    body = lambda: lax.axis_index("data").reshape(1)
    return lower(jax.shard_map(body, mesh=mesh(), in_specs=(), out_specs=P("data")))


@program
def ragged_all_to_all():
    def body(x, out, a, b, c, d):
        return lax.ragged_all_to_all(x, out, a, b, c, d, axis_name="data")

    grid = mesh(sizes=(2,), names=("data",))
    f = jax.shard_map(body, mesh=grid, in_specs=P("data"), out_specs=P("data"))
    return lower(f, f32(8), f32(8), i32(4), i32(4), i32(4), i32(4))


@program
def grouped_psum():
    body = lambda x: lax.psum(x, "data", axis_index_groups=[[0, 1], [2, 3]])
    grid = mesh(sizes=(4,), names=("data",))
    f = jax.shard_map(body, mesh=grid, in_specs=P("data"), out_specs=P("data"), check_vma=False)
    return lower(f, f32(8))


@program
def grouped_alike():
    def f(x, y):
        return shard_alike(x * 2, y + 1)

    return lower(f, sharded((8, 8), P("data", "model")), f32(8, 8))


@program
def custom_partitioned():
    @custom_partitioning
    def double(x):
        return x * 2

    same = lambda mesh, arguments, result: arguments[0].sharding
    double.def_partition(
        partition=lambda mesh, arguments, result: (mesh, lambda x: x * 2, result.sharding, (arguments[0].sharding,)),
        infer_sharding_from_operands=same,
        sharding_rule="i j -> i j",
    )
    return lower(double, sharded((8, 8), P("data", "model")))


@program
def sharded_random():
    out = NamedSharding(mesh(), P("data", "model"))
    return lower(lambda k: jax.random.normal(k, (8, 8)), key(), out_shardings=out)


@program
def sharded_loop_carry():
    spec = NamedSharding(mesh(), P("data"))

    def f(x, xs):
        step = lambda c, x: (lax.with_sharding_constraint(jnp.sin(c) + x, spec), c.sum())
        return lax.scan(step, x, xs)

    return lower(f, sharded((8, 4), P("data")), f32(5, 8, 4))


@program
def vmap_with_a_named_axis():
    grid = mesh()
    constrain = functools.partial(lax.with_sharding_constraint, shardings=NamedSharding(grid, P("model")))
    f = jax.vmap(constrain, spmd_axis_name="data")
    return lower(f, f32(8, 8))


@program
def quoted_mesh_axes():
    grid = mesh(sizes=(2, 2), names=("data axis", 'quote"d'))
    return lower(jnp.sin, sharded((8, 8), P("data axis", 'quote"d'), grid))

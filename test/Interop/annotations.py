"""Random annotations on modules of JAX: a mesh, and shardings here and there.

    text = Annotator(rng, {"x": 2, "y": 2}).annotate(module)

Equal states of `rng` give equal texts. Sizes need not divide, and an axis may split a
dimension that is smaller than it.
"""

from evaluation import parse_type

from jax._src.lib.mlir import ir

# Ops whose body runs once per element: nothing in it has a layout.
CONTROL_FLOW = {"stablehlo.while", "stablehlo.case", "stablehlo.if"}


class Annotator:
    """Draws shardings over one mesh, given as a size for each axis.

    Without `is_thorough` only arguments are annotated, with whole axes and closed
    dimensions. With it some results are, too, and some values in between; some axes
    are cut into sub-axes, some dimensions are open, and some axes are replicated.
    """

    def __init__(self, rng, mesh, is_thorough=False):
        self.rng = rng
        self.mesh = mesh
        self.is_thorough = is_thorough

    def chance(self, probability):
        return self.rng.random() < probability

    def pieces(self):
        """What of each axis may be used by itself, as (axis, first, size)."""
        pieces = []
        for axis, size in self.mesh.items():
            divisor = next((d for d in range(2, size) if size % d == 0), None)
            if self.is_thorough and divisor and self.chance(0.4):
                pieces += [(axis, 1, divisor), (axis, divisor, size // divisor)]
            else:
                pieces.append((axis, 1, size))
        return pieces

    def name(self, piece):
        axis, first, size = piece
        return f'"{axis}"' if size == self.mesh[axis] else f'"{axis}":({first}){size}'

    def names(self, pieces):
        """Sub-axes that follow each other are one."""
        merged = []
        for axis, first, size in pieces:
            if merged and merged[-1][0] == axis and merged[-1][1] * merged[-1][2] == first:
                axis, first, size = axis, merged[-1][1], merged.pop()[2] * size
            merged.append((axis, first, size))
        return [self.name(piece) for piece in merged]

    def sharding(self, shape):
        free, dims = self.pieces(), []
        for size in shape:
            used = []
            # Nothing cannot be split, and is refused.
            may_split = size > 1 or size == 1 and self.is_thorough and self.chance(0.1)
            while free and may_split and self.chance(0.5):
                used.append(free.pop(self.rng.randrange(len(free))))
            names = self.names(used)
            if self.is_thorough and self.chance(0.2):
                names.append("?")
            dims.append("{" + ", ".join(names) + "}")
        replicated = ""
        if self.is_thorough and free and self.chance(0.1):
            # In the order of the mesh, as Shardy wants them.
            replicated = f", replicated={{{', '.join(self.names(sorted(free, key=self.place)))}}}"
        return f"#sdy.sharding<@mesh, [{', '.join(dims)}]{replicated}>"

    def place(self, piece):
        return list(self.mesh).index(piece[0]), piece[1]

    def attributes(self, types, old, probability):
        """The attributes of arguments or results, with a sharding on some."""
        entries = []
        for type, entry in zip(types, old or [{}] * len(types), strict=True):
            entry = {each.name: each.attr for each in entry} if entry else {}
            if self.chance(probability):
                text = self.sharding(parse_type(str(type))[0])
                entry["sdy.sharding"] = ir.Attribute.parse(text)
            entries.append(ir.DictAttr.get(entry))
        return ir.ArrayAttr.get(entries)

    def constrain(self, block):
        """Puts constraints on some values of a block and of those inside."""
        for op in list(block.operations):
            if op.operation.name in CONTROL_FLOW:
                for region in op.regions:
                    self.constrain(region.blocks[0])
            for value in op.results:
                if not self.chance(0.15) or not str(value.type).startswith("tensor<"):
                    continue
                sharding = ir.Attribute.parse(self.sharding(parse_type(str(value.type))[0]))
                constraint = ir.Operation.create(
                    "sdy.sharding_constraint", results=[value.type], operands=[value],
                    attributes={"sharding": sharding})
                ir.InsertionPoint.after(op).insert(constraint)
                value.replace_all_uses_except(constraint.results[0], constraint)

    def annotate(self, module):
        """Adds to the module, and returns its text."""
        axes = ", ".join(f'"{axis}"={size}' for axis, size in self.mesh.items())
        with module.context, ir.Location.unknown():
            functions = list(module.body.operations)
            declaration = ir.Operation.parse(f"sdy.mesh @mesh = <[{axes}]>")
            ir.InsertionPoint.at_block_begin(module.body).insert(declaration)
            main = next(op for op in functions if str(op.attributes["sym_name"]) == '"main"')
            type = ir.FunctionType(main.type)
            main.arg_attrs = self.attributes(
                type.inputs, main.arg_attrs, 0.8 if self.is_thorough else 1)
            if self.is_thorough:
                results = ir.ArrayAttr(main.attributes["res_attrs"]) if "res_attrs" in main.attributes else None
                main.attributes["res_attrs"] = self.attributes(type.results, results, 0.3)
                for function in functions:
                    self.constrain(function.regions[0].blocks[0])
        return module.operation.get_asm(enable_debug_info=False)

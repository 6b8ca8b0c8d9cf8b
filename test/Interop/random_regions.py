"""Random programs: loops, branches, barriers and manual regions.

Values flow through them by `sdy.data_flow_edge`, as Shardy's import writes
them; now and then an edge is left out, and nothing may flow there.
"""


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Regions:
    def edge(self, name, shape, stated=True):
        """An edge behind `name`, the owner of a flow; returns what to use."""
        if stated and self.random.random() > 0.85:
            return name
        result = self.name()
        sharding = ""
        if stated and self.random.random() < self.annotate / 2:
            sharding = f" sharding={self.sharding(shape)}"
        self.types[result] = tensor(shape)
        self.line(f"{result} = sdy.data_flow_edge {name}{sharding} : {tensor(shape)}")
        return result

    def carried(self):
        """One or two values to take through a region op."""
        return [self.pick() for _ in range(self.random.randint(1, 2))]

    def nested(self, arguments, shapes, num_ops):
        """Ops in a region; returns values of `shapes` that it may return."""
        before, start = len(self.values), len(self.lines)
        for name, shape in arguments:
            self.keep(name, shape)
        self.depth += 1
        self.body(num_ops)
        self.depth -= 1
        inner = self.values[before:]
        del self.values[before:]
        found = []
        for shape in shapes:
            names = [n for n, s in inner if s == list(shape)]
            found.append(names[-1] if names else self.fresh(shape))
        self.sink_unused(start, found)
        return found

    depth = 0

    def loop(self):
        if self.depth > 1:
            return self.unary()
        carried = self.carried()
        shapes = [shape for _, shape in carried]
        types = ", ".join(tensor(s) for s in shapes)
        # The name of the op comes before its body, so that edges see it.
        name = self.name()
        cond = [f"%c{name[1:]}_{i}" for i in range(len(carried))]
        body = [f"%b{name[1:]}_{i}" for i in range(len(carried))]
        outer, self.lines = self.lines, []
        returned = self.nested(list(zip(body, shapes)), shapes, self.random.randint(1, 3))
        inside, self.lines = self.lines, outer
        args = lambda names: ", ".join(f"{n}: {tensor(s)}" for n, s in zip(names, shapes))
        left = name if len(carried) == 1 else f"{name}:{len(carried)}"
        self.line(f'{left} = "stablehlo.while"({", ".join(n for n, _ in carried)}) ({{')
        self.line(f"^bb0({args(cond)}):")
        self.line(f"%t{name[1:]} = stablehlo.constant dense<true> : tensor<i1>")
        self.line(f"stablehlo.return %t{name[1:]} : tensor<i1>")
        self.line("}, {")
        self.line(f"^bb0({args(body)}):")
        self.lines.append("    //\n" + "\n".join(inside))
        self.line(f"stablehlo.return {', '.join(returned)} : {types}")
        self.line(f"}}){self.annotation(shapes, 0.05)} : ({types}) -> ({types})")
        self.take_results(name, shapes)

    def take_results(self, name, shapes):
        for i, shape in enumerate(shapes):
            result = name if len(shapes) == 1 else f"{name}#{i}"
            self.keep(self.edge(result, shape), shape)

    def branch(self):
        if self.depth > 1:
            return self.unary()
        shapes = [shape for _, shape in self.carried()]
        types = ", ".join(tensor(s) for s in shapes)
        index = self.fresh([], "i32")
        name = self.name()
        branches = []
        for _ in range(self.random.randint(1, 3)):
            outer, self.lines = self.lines, []
            returned = self.nested([], shapes, self.random.randint(1, 2))
            self.line(f"stablehlo.return {', '.join(returned)} : {types}")
            branches.append("\n".join(self.lines))
            self.lines = outer
        left = name if len(shapes) == 1 else f"{name}:{len(shapes)}"
        self.line(f'{left} = "stablehlo.case"({index}) ({{')
        self.lines.append("    //\n" + "\n    }, {\n".join(branches))
        self.line(f"}}) : (tensor<i32>) -> ({types})")
        self.take_results(name, shapes)

    def optimization_barrier(self):
        carried = self.carried()
        shapes = [shape for _, shape in carried]
        name = self.name()
        left = name if len(carried) == 1 else f"{name}:{len(carried)}"
        self.line(
            f"{left} = stablehlo.optimization_barrier"
            f" {', '.join(n for n, _ in carried)} : {', '.join(tensor(s) for s in shapes)}"
        )
        self.take_results(name, shapes)

    # Manual regions -------------------------------------------------------------

    def manual_sharding(self, shape, axes):
        """A sharding whose dimensions begin with some of `axes`; local shape."""
        free = [a for a in axes if self.random.random() < 0.7]
        used = set(self.manual) | set(axes)
        dims, local = [], []
        for size in shape:
            refs = []
            while free and size % self.mesh[free[0]] == 0 and self.random.random() < 0.6:
                axis = free.pop(0)
                refs.append(f'"{axis}"')
                size //= self.mesh[axis]
            local.append(size)
            while size and self.random.random() < 0.25:
                axis = self.axes(used, self.mesh)
                if axis is None:
                    break
                refs.append(axis)
            if self.random.random() < 0.6:
                refs.append("?")
            dims.append("{" + ", ".join(refs) + "}")
        text = f"@mesh, [{', '.join(dims)}]"
        # What is manual and splits nothing is the same on all devices.
        if set(axes) - set(a for d in dims for a in axes if f'"{a}"' in d):
            rest = [a for a in self.mesh if a in axes and not any(f'"{a}"' in d for d in dims)]
            text += ", replicated={" + ", ".join(f'"{a}"' for a in rest) + "}"
        return f"<{text}>", local

    def manual_region(self):
        axes = [a for a in self.mesh if a not in self.manual and self.random.random() < 0.5]
        if self.depth > 1 or not axes or self.use_meshes:
            return self.unary()
        carried = self.carried()
        ins = [self.manual_sharding(shape, axes) for _, shape in carried]
        out_shape = self.pick()[1]
        out, local_out = self.manual_sharding(out_shape, axes)
        name = self.name()
        params = [f"%m{name[1:]}_{i}" for i in range(len(carried))]
        locals_ = [local for _, local in ins]

        outer = (self.lines, self.values, self.manual, self.isolated)
        self.lines, self.values = [], []
        self.manual, self.isolated = self.manual + axes, True
        inner = []
        for param, local in zip(params, locals_):
            inner.append((self.edge(param, local, stated=False), local))
        (returned,) = self.nested(inner, [local_out], self.random.randint(1, 4))
        inside = self.lines
        self.lines, self.values, self.manual, self.isolated = outer

        args = ", ".join(f"{p}: {tensor(s)}" for p, s in zip(params, locals_))
        types = ", ".join(tensor(s) for _, s in carried)
        self.line(
            f"{name} = sdy.manual_computation({', '.join(n for n, _ in carried)})"
            f" in_shardings=[{', '.join(t for t, _ in ins)}] out_shardings=[{out}]"
            f" manual_axes={{{', '.join(chr(34) + a + chr(34) for a in axes)}}} ({args}) {{"
        )
        self.lines.append("    //\n" + "\n".join(inside))
        self.line(f"sdy.return {returned} : {tensor(local_out)}")
        self.line(f"}} : ({types}) -> {tensor(out_shape)}")
        self.keep(self.edge(name, out_shape, stated=False), out_shape)

    OPS = {"loop": 0.8, "branch": 0.6, "optimization_barrier": 0.5, "manual_region": 0.8}

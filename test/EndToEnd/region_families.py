"""Op families: loops, branches, calls, barriers and manual regions.

They nest other ops, so they are for hosts that keep the values of a program
(`random_programs.py`).
"""

import math

from program_text import Value, tensor


class RegionFamilies:
    def nested(self, values, count):
        """Ops in a region that sees `values` besides what is outside."""
        before = len(self.values)
        self.values += values
        self.depth += 1
        self.body(count)
        self.depth -= 1
        inner = self.values[before:]
        del self.values[before:]
        return inner

    def matching(self, inner, types):
        """For each type a value of the region, or one that is made there."""
        found = []
        for shape, element in types:
            fits = [v for v in inner if v.shape == list(shape) and v.element == element]
            found.append(fits[-1] if fits else self.made(shape, element))
        return found

    def made(self, shape, element):
        """A value of this type from nothing, or from what is outside."""
        fits = [v for v in self.visible() if v.shape == list(shape) and v.element == element]
        if fits and self.chance(0.8):
            return self.choice(fits)
        return self.from_nothing(shape, element)

    def loop(self):
        """Up to three rounds of a body that changes what it carries."""
        if self.depth > 1:
            return self.unary()
        carried = [self.pick() for _ in range(self.random.randint(1, 3))]
        types = [([], "i32")] + [(v.shape, v.element) for v in carried]
        limit = self.random.randint(0, 3)
        less = "comparison_direction = #stablehlo<comparison_direction LT>"

        def condition(args):
            return [self.inner("compare", [args[0], self.scalar(limit, "i32")], "i1", less)]

        def body(args):
            # Nothing is known of the rounding of what comes around.
            args = [args[0], *(v._replace(exact=False) for v in args[1:])]
            inner = self.nested(args[1:], self.random.randint(1, 4))
            one = self.scalar(1, "i32")
            return [self.inner("add", [args[0], one], "i32"), *self.matching(inner, types[1:])]

        start = self.scalar(0, "i32")
        regions = [self.region(types, condition), self.region(types, body)]
        return self.op("stablehlo.while", [start, *carried], types, "", regions, exact=False)[1:]

    def branches(self, count, types):
        def branch(args):
            return self.matching(self.nested([], self.random.randint(0, 2)), types)
        return [self.region([], branch) for _ in range(count)]

    def case(self):
        if self.depth > 1:
            return self.unary()
        types = [(v.shape, v.element) for v in (self.pick(), self.pick())]
        index = self.operand([], "i32", exact=True)
        regions = self.branches(self.random.randint(1, 3), types)
        return self.op("stablehlo.case", [index], types, "", regions, exact=False)

    def conditional(self):
        if self.depth > 1:
            return self.unary()
        types = [(v.shape, v.element) for v in [self.pick()]]
        flag = self.operand([], "i1", exact=True)
        return self.op("stablehlo.if", [flag], types, "", self.branches(2, types), exact=False)

    def optimization_barrier(self):
        values = [self.pick() for _ in range(self.random.randint(1, 3))]
        return self.op("stablehlo.optimization_barrier", values,
                       [(v.shape, v.element) for v in values])

    def constraint(self):
        value = self.pick()
        name = self.name()
        kind = self.choice(["sharding_constraint", "sharding_constraint", "reshard"])
        self.line(f"{name} = sdy.{kind} {value.name}"
                  f" {self.layout.sdy(value.shape, used=self.manual)}"
                  f" : {tensor(value.shape, value.element)}")
        return [self.result(name, value.shape, value.element, value.exact)]

    # Functions ------------------------------------------------------------------------

    def isolated(self, values, build):
        """The lines of something that sees nothing of what is outside."""
        outer = self.lines, self.values, self.closed
        self.lines, self.values, self.closed = [], list(values), True
        returned = build()
        inside = self.lines
        self.lines, self.values, self.closed = outer
        return inside, returned

    def call(self):
        """A call of a new function, or again of one that was made before."""
        if self.functions and self.chance(0.4):
            name, types, results = self.choice(self.functions)
            operands = [self.operand(s, e) for s, e in types]
            return self.called(name, operands, results)
        if self.depth > 1 or self.manual:
            return self.unary()
        operands = [self.pick() for _ in range(self.random.randint(1, 2))]
        names = [self.name() for _ in operands]
        values = [v._replace(name=n, exact=False) for n, v in zip(names, operands)]

        def build():
            inner = values + self.nested([], self.random.randint(1, 4))
            return self.random.sample(inner, min(len(inner), 2))

        lines, returned = self.isolated(values, build)
        name = f"f{len(self.functions)}"
        arguments = ", ".join(f"{v.name}: {tensor(v.shape, v.element)}" for v in values)
        types = ", ".join(tensor(v.shape, v.element) for v in returned)
        self.texts.append(
            f"func.func private @{name}({arguments}) -> ({types}) {{\n" + "\n".join(lines)
            + f"\n    return {', '.join(v.name for v in returned)} : {types}\n}}\n")
        results = [(v.shape, v.element) for v in returned]
        self.functions.append((name, [(v.shape, v.element) for v in operands], results))
        return self.called(name, operands, results)

    def called(self, callee, operands, results):
        name = self.name()
        left = name if len(results) == 1 else f"{name}:{len(results)}"
        ins = ", ".join(tensor(v.shape, v.element) for v in operands)
        outs = ", ".join(tensor(s, e) for s, e in results)
        given = ", ".join(v.name for v in operands)
        self.line(f"{left} = func.call @{callee}({given}) : ({ins}) -> ({outs})")
        names = [name] if len(results) == 1 else [f"{name}#{i}" for i in range(len(results))]
        return [self.result(n, s, e, False) for n, (s, e) in zip(names, results)]

    # Manual regions -------------------------------------------------------------------

    def manual_sharding(self, shape, axes):
        """A sharding whose dimensions begin with some of `axes`, and the local shape."""
        free = [a for a in axes if self.chance(0.7)]
        dims, local = [], []
        for size in shape:
            refs = []
            while free and size % self.mesh[free[0]] == 0 and self.chance(0.6):
                size //= self.mesh[free[0]]
                refs.append(free.pop(0))
            local.append(size)
            dims.append(refs)
        used = [a for refs in dims for a in refs]
        rest = [f'"{a}"' for a in self.mesh if a in axes and a not in used]
        spelled = ", ".join("{" + ", ".join(f'"{a}"' for a in refs) + "}" for refs in dims)
        trailer = f", replicated={{{', '.join(rest)}}}" if rest else ""
        return f"<@mesh, [{spelled}]{trailer}>", local, not rest

    def manual_region(self):
        """Each device computes on its part. What leaves the region must not differ
        between devices that are said to hold the same: it is combined first."""
        axes = [a for a in self.mesh if a not in self.manual and self.chance(0.6)]
        if self.depth > 1 or not axes or self.closed and not self.manual:
            return self.unary()
        carried = [self.pick(elements=["f32", "i32"]) for _ in range(self.random.randint(1, 2))]
        if any(0 in v.shape for v in carried):
            return self.unary()
        ins = [self.manual_sharding(v.shape, axes) for v in carried]
        # The result is laid out as the first operand, so that its value is that of
        # each part, however often the part is there.
        out_text, out_local, _ = ins[0]
        names = [self.name() for _ in carried]
        values = [Value(n, local, v.element, False)
                  for n, v, (_, local, _) in zip(names, carried, ins)]

        def build():
            self.manual += axes
            inner = self.nested([values[0]], self.random.randint(1, 3))
            (found,) = self.matching([values[0], *inner], [(out_local, carried[0].element)])
            del self.manual[len(self.manual) - len(axes):]
            return found

        lines, returned = self.isolated([values[0]], build)
        name = self.name()
        arguments = ", ".join(f"{v.name}: {tensor(v.shape, v.element)}" for v in values)
        types = ", ".join(tensor(v.shape, v.element) for v in carried)
        result = tensor(carried[0].shape, carried[0].element)
        self.line(f"{name} = sdy.manual_computation({', '.join(v.name for v in carried)})"
                  f" in_shardings=[{', '.join(text for text, *_ in ins)}]"
                  f" out_shardings=[{out_text}]"
                  f" manual_axes={{{', '.join(chr(34) + a + chr(34) for a in axes)}}}"
                  f" ({arguments}) {{")
        self.lines += ["  " + row for row in lines]
        self.line(f"  sdy.return {returned.name} : {tensor(out_local, returned.element)}")
        self.line(f"}} : ({types}) -> {result}")
        return [self.result(name, carried[0].shape, carried[0].element, False)]

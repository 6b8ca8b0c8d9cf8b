//===- Passes.td - passes of propagation ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_PASSES_TD
#define WEFT_PROPAGATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def Propagate : Pass<"weft-propagate", "::mlir::ModuleOp"> {
  let summary = "Gives every value a sharding";
  let description = [{
    Extends the shardings that the program states to the values around them, op
    by op, until nothing changes. Only open dimensions grow, and they stay open;
    nothing but shardings is written.

    Values flow through loops, branches and manual regions where the program
    has a `weft.data_flow_edge`. With `whole-program` they always do, and an op
    whose tensors end up on two meshes is an error: that is how
    `--weft-propagation-pipeline` runs the pass.

    With `explain` the pass keeps every step, and tells MLIR's remark engine
    what became of every axis: a passed remark `Sharded` for each that splits a
    value, with the op that brought it (`Reason`) and the annotation it comes
    from (`Origin`), and a missed remark `Refused` for each that a neighbour has
    and the value has not, with `Kind` (`conflict`, `priority`, `closed`,
    `replicated`, `unreduced`, `size`, `barrier`, `blocked`, `mesh`, `order`,
    `disagreement`), `Reason` and `Suggestion`. As text, or for a program:

    ```sh
    weft-opt --weft-propagate=explain=true --remarks-filter=weft-propagate FILE
    weft-opt --weft-propagate=explain=true --remarks-filter=weft-propagate \
             --remark-format=yaml --remarks-output-file=remarks.yaml FILE
    ```

    ```mlir
    func.func @main(%x: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>}) {
      %0 = stablehlo.negate %x : tensor<8x16xf32>
    // becomes
      %0 = stablehlo.negate %x {weft.shardings = #weft.shardings<[<@mesh, [("a", ?), ?]>]>} : tensor<8x16xf32>
    ```
  }];
  let options = [
    Option<"strategy", "strategy", "::weft::PropagationStrategy",
      "::weft::PropagationStrategy::UserPriority",
      "How far to go; each includes the ones before it", [{
        ::llvm::cl::values(
          clEnumValN(::weft::PropagationStrategy::Basic, "basic",
            "a conflict stops an axis for all tensors of an op"),
          clEnumValN(::weft::PropagationStrategy::Aggressive, "aggressive",
            "conflicts are settled tensor by tensor"),
          clEnumValN(::weft::PropagationStrategy::OpPriority, "op-priority",
            "cheap ops first"),
          clEnumValN(::weft::PropagationStrategy::UserPriority, "user-priority",
            "the priorities of dimensions, strongest first"))
      }]>,
    Option<"conservative", "conservative", "bool", "false",
      "Create no sub-axes, and nothing that needs a halo">,
    Option<"wholeProgram", "whole-program", "bool", "false",
      "Let values flow through loops and branches as they stand, and refuse "
      "ops that mix meshes">,
    Option<"explain", "explain", "bool", "false",
      "Keep how every axis came about, and tell it in remarks">,
  ];
  let statistics = [
    Statistic<"numVariables", "variables", "Values with a sharding of their own">,
    Statistic<"numVisits", "visits", "Visits of an op">,
    Statistic<"numComputed", "computed", "Visits that were not known before">,
    Statistic<"numUpdates", "updates", "Shardings that grew">,
  ];
}

def AnnotateRules : Pass<"weft-annotate-rules", "::mlir::ModuleOp"> {
  let summary = "Writes the factor rule of every op as an attribute";
  let description = [{
    Sets `weft.rule` on every op that has a rule and states none.
  }];
  let dependentDialects = ["::weft::WeftDialect"];
  let options = [
    Option<"conservative", "conservative", "bool", "false",
      "The rules of conservative propagation">,
  ];
}

//===----------------------------------------------------------------------===//
// Before propagation
//===----------------------------------------------------------------------===//

def DropUncalled : Pass<"weft-drop-uncalled", "::mlir::ModuleOp"> {
  let summary = "Removes functions that nobody refers to";
  let description = [{
    What nobody calls would be laid out for nothing. The same as `symbol-dce`,
    but that runs only if there is a private function that no chain of calls
    from a public one leads to.
  }];
}

def LiftMeshes : Pass<"weft-lift-meshes", "::mlir::ModuleOp"> {
  let summary = "Gives every mesh one name";
  let description = [{
    Declares the meshes that are written inside shardings, and lets shardings on
    meshes with the same content refer to the first of them. Afterwards two
    shardings are on one mesh exactly if they name the same symbol.

    ```mlir
    %1 = weft.constrain %0 <mesh<"a" = 2>, ["a"]> : tensor<8xf32>
    // becomes
    weft.mesh @mesh <"a" = 2>
    %1 = weft.constrain %0 <@mesh, ["a"]> : tensor<8xf32>
    ```
  }];
  let statistics = [
    Statistic<"numLifted", "lifted", "Meshes that were written in shardings">,
  ];
}

def DropSizeOneAxes : Pass<"weft-drop-size-one-axes", "::mlir::ModuleOp"> {
  let summary = "Removes axes of size one from shardings";
  let description = [{
    An axis of size one splits nothing, but two of them in one place would count
    as a conflict and keep real axes out. The meshes keep them, and so does
    every sharding if the axis is manual somewhere in the module.
  }];
  let statistics = [
    Statistic<"numAxes", "axes", "Axes of size one that shardings do without">,
  ];
}

def DropEdges : Pass<"weft-drop-edges", "::mlir::ModuleOp"> {
  let summary = "Removes the marks where values flow through regions";
  let description = [{
    `weft.data_flow_edge` tells `weft-propagate` that values flow through an op
    with regions. With `whole-program` they always do, so the marks are of no
    use; what one states becomes the sharding of the result it is on.
  }];
  let statistics = [
    Statistic<"numEdges", "edges", "Marks that were removed">,
  ];
}

def SplitConstants : Pass<"weft-split-constants", "::mlir::ModuleOp"> {
  let summary = "Gives every use of a constant its own copy";
  let description = [{
    A constant costs nothing to compute, so no layout should travel through it
    from one use to another. Constants, iotas, and what elementwise ops,
    broadcasts and slices make of them are copied for every use but one, as is
    a broadcast of any scalar. Scalars have no layout and stay.
    `weft-merge-constants` removes the copies that turn out alike.
  }];
  let statistics = [
    Statistic<"numCopies", "copies", "Ops that were copied">,
  ];
}

def CompleteManualAxes : Pass<"weft-complete-manual-axes",
                              "::mlir::ModuleOp"> {
  let summary = "Lists manual axes that split nothing as replicated";
  let description = [{
    A manual region sees a value whole along a manual axis that its sharding
    does not mention. So propagation must not use that axis for the value
    outside, which `replicated` says.

    ```mlir
    weft.manual over ["a", "b"] (%x) in [<@mesh, ["a"]>] ...
    // becomes
    weft.manual over ["a", "b"] (%x) in [<@mesh, ["a"], replicated = ["b"]>] ...
    ```
  }];
}

def ExpandComposites : Pass<"weft-expand-composites", "::mlir::ModuleOp"> {
  let summary = "Turns composites into calls of their decompositions";
  let description = [{
    A composite means what its decomposition does, so it is laid out as a call
    of it. Its name and attributes are for compilers that know it as one op;
    they are dropped, as nothing behind propagation looks at them.

    ```mlir
    %0 = stablehlo.composite "my.gelu" %x {decomposition = @gelu} : (tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %0 = func.call @gelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let statistics = [
    Statistic<"numComposites", "composites", "Composites that became calls">,
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def InlineCalls : Pass<"weft-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Gives every call its own copy of the function";
  let description = [{
    Replaces `func.call @f` by a `weft.scope` with the body of `@f`, so that
    each call may lay the function out in its own way. The scope remembers the
    function as `weft.callee`, and the shardings of the function's arguments and
    results become those of the scope. A private function whose calls are all
    replaced is left as a declaration; `weft-outline-calls` gives it a body.

    Functions without a body, and those with several blocks, are left alone.
    Recursion is an error, and so is a program that would grow beyond
    `max-ops`: a chain of functions that each call the next twice doubles with
    every link.
  }];
  let options = [
    Option<"maxOps", "max-ops", "int64_t", "4000000",
      "The largest number of ops that the program may grow to">,
  ];
  let statistics = [
    Statistic<"numCalls", "calls", "Calls that were replaced">,
  ];
  let dependentDialects = ["::weft::WeftDialect"];
}

def ApplyConstraints : Pass<"weft-apply-constraints", "::mlir::ModuleOp"> {
  let summary = "Lets constraints lay out what they constrain";
  let description = [{
    A closed constraint is best met by computing its operand that way. The
    operand takes the sharding over if it has none and no other constraint (or
    manual region) wants another.

    A value that a loop carries, or that another op with regions lets flow, has
    one sharding for all its places and takes none from a constraint; its other
    uses go through the constraint instead. So do the uses that follow a chain of
    constraints: who constrains a value twice means the second.
  }];
  let statistics = [
    Statistic<"numApplied", "applied", "Operands that took a sharding">,
    Statistic<"numRerouted", "rerouted", "Constraints that took over uses">,
  ];
}

def JoinGroups : Pass<"weft-join-groups", "::mlir::ModuleOp"> {
  let summary = "Joins sharding groups that share a value";
  let description = [{
    Afterwards every value is in at most one group, and groups are numbered from
    0 in program order. Values of a group have one shape and are on one side of
    every manual region. If members state different shardings, the group is
    moved behind them: each member gets an open constraint, whose results are
    grouped, and a warning says so.
  }];
  let statistics = [
    Statistic<"numGroups", "groups", "Groups that are left">,
  ];
}

//===----------------------------------------------------------------------===//
// After propagation
//===----------------------------------------------------------------------===//

def MergeConstants : Pass<"weft-merge-constants", "::mlir::ModuleOp"> {
  let summary = "Removes copies of constants that are laid out alike";
  let description = [{
    Undoes `weft-split-constants` where the layouts turned out equal: ops of the
    same kind with equal attributes, operands and shardings in one block become
    one.
  }];
  let statistics = [
    Statistic<"numMerged", "merged", "Ops that were removed">,
  ];
}

def EvenBoundary : Pass<"weft-even-boundary", "::mlir::ModuleOp"> {
  let summary = "Keeps arguments and results in shards of one size";
  let description = [{
    For callers that can only pass whole shards, as JAX does: the sharding of
    every dimension of a public function's argument or result is cut to the
    longest list of axes that divides its size, and to whole axes where the
    program left the dimension open. Weft itself has no need of it.
  }];
  let statistics = [
    Statistic<"numCut", "cut", "Dimensions that lost an axis">,
  ];
}

def CloseShardings : Pass<"weft-close-shardings", "::mlir::ModuleOp"> {
  let summary = "Ends propagation: every value has a sharding, all closed";
  let description = [{
    Closes the open dimensions, drops priorities, explicit replication and
    sharding groups, which only guide propagation, and lays out whole what has
    no sharding. Afterwards every op with results outside of reducers has
    `weft.shardings` (or states the sharding itself), and every function
    argument and result has `weft.sharding`. Constraints become reshards: they
    have had their say, and running the pipeline again changes nothing.

    A module without a mesh is for a single device and is left alone.
  }];
  let statistics = [
    Statistic<"numWhole", "whole", "Values that no axis reached">,
  ];
}

def OutlineCalls : Pass<"weft-outline-calls", "::mlir::ModuleOp"> {
  let summary = "Turns inlined calls into calls again";
  let description = [{
    The inverse of `weft-inline-calls`. Scopes of one function with the same
    shardings of operands and results share one function; the first gets the
    old name, the others a number behind it.
  }];
  let statistics = [
    Statistic<"numFunctions", "functions", "Functions made">,
    Statistic<"numShared", "shared", "Calls that share the function of another">,
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

#endif // WEFT_PROPAGATION_PASSES_TD

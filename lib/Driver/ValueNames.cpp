//===- ValueNames.cpp - the names that a file gives to values ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Driver/ValueNames.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

static Location getNamedLoc(const llvm::SourceMgr &sources, SMRange range,
                            Location old) {
  MLIRContext *context = old.getContext();
  auto [line, column] = sources.getLineAndColumn(range.Start);
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  StringRef name(range.Start.getPointer(),
                 range.End.getPointer() - range.Start.getPointer());
  Location text =
      FileLineColLoc::get(context, buffer->getBufferIdentifier(), line, column);
  Location child =
      isa<FileLineColLoc>(old) ? text : FusedLoc::get(context, {text, old});
  return NameLoc::get(StringAttr::get(context, name.split(':').first), child);
}

static void nameAllValues(const llvm::SourceMgr &sources,
                          const AsmParserState &state) {
  for (const AsmParserState::OperationDefinition &def : state.getOpDefs())
    if (!def.resultGroups.empty())
      def.op->setLoc(getNamedLoc(
          sources, def.resultGroups.front().definition.loc, def.op->getLoc()));
  for (const AsmParserState::BlockDefinition &def : state.getBlockDefs())
    for (auto [argument, place] :
         llvm::zip(def.block->getArguments(), def.arguments))
      if (place.loc.isValid())
        argument.setLoc(getNamedLoc(sources, place.loc, argument.getLoc()));
}

OwningOpRef<ModuleOp> weft::parseWithNames(llvm::SourceMgr &sources,
                                           MLIRContext &context,
                                           AsmParserState *state) {
  ParserConfig config(&context);
  if (isBytecode(*sources.getMemoryBuffer(sources.getMainFileID())))
    return parseSourceFile<ModuleOp>(sources, config);
  AsmParserState own;
  if (!state)
    state = &own;
  Block body;
  if (failed(parseAsmSourceFile(sources, &body, config, state)))
    return nullptr;
  nameAllValues(sources, *state);
  return mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &body, &context, UnknownLoc::get(&context));
}

//===- CheckpointDiff.cpp - weft checkpoint diff ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointActions.h"

#include "weft/Execution/Comparison.h"
#include "weft/State/CheckpointCopy.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace weft;
using namespace llvm;
using runtime::Box;

namespace {

/// What is said of one leaf.
struct Finding {
  std::string path, words;
  /// How many elements differ, if they could be compared.
  std::optional<uint64_t> numDifferent;
  double largest = 0;
};

} // namespace

/// Compares a leaf that both have, slab by slab.
static Error compareLeaf(const CheckpointReader &left, size_t leftLeaf,
                         const CheckpointReader &right, size_t rightLeaf,
                         const execution::Tolerance &tolerance,
                         Finding &finding) {
  const runtime::ArrayType &type = left.getLeaves()[leftLeaf].type;
  const unsigned width = getByteWidth(type.getElementType());
  finding.numDifferent = 0;
  return forEachSlab(
      Box::whole(type), (uint64_t(4) << 20) / width,
      [&](const Box &slab) -> Error {
        uint64_t count = 1;
        for (int64_t size : slab.sizes)
          count *= size;
        std::vector<uint8_t> mine(count * width), other(count * width);
        if (Error error = left.read(leftLeaf, slab, mine))
          return error;
        if (Error error = right.read(rightLeaf, slab, other))
          return error;
        execution::Comparison result =
            execution::compare(type.getElementType(), other.data(), mine.data(),
                               count, /*scale=*/0, tolerance);
        *finding.numDifferent += result.numDifferent;
        if (result.numDifferent)
          finding.largest = std::max(finding.largest, result.largestError);
        return Error::success();
      });
}

static Error findDifferences(const CheckpointRequest &request,
                             const CheckpointReader &left,
                             const CheckpointReader &right,
                             const execution::Tolerance &tolerance,
                             std::vector<Finding> &findings) {
  StringMap<size_t> others;
  for (size_t i : request.select(right))
    others[right.getLeaves()[i].path] = i;
  for (size_t i : request.select(left)) {
    const CheckpointLeaf &leaf = left.getLeaves()[i];
    auto found = others.find(leaf.path);
    if (found == others.end()) {
      findings.push_back({leaf.path, "only in the first", {}, 0});
      continue;
    }
    const size_t other = found->second;
    others.erase(found);
    const runtime::ArrayType &type = right.getLeaves()[other].type;
    if (!(type == leaf.type)) {
      findings.push_back(
          {leaf.path, leaf.type.str() + " became " + type.str(), {}, 0});
      continue;
    }
    Finding finding{leaf.path, "", {}, 0};
    if (Error error = compareLeaf(left, i, right, other, tolerance, finding))
      return error;
    if (!*finding.numDifferent)
      continue;
    finding.words = formatv("{0} of {1} elements differ, by up to {2}",
                            *finding.numDifferent, leaf.type.getNumElements(),
                            formatv("{0:e3}", finding.largest));
    findings.push_back(std::move(finding));
  }
  // In the order of the file, not of the map.
  for (size_t i : request.select(right))
    if (others.contains(right.getLeaves()[i].path))
      findings.push_back(
          {right.getLeaves()[i].path, "only in the second", {}, 0});
  return Error::success();
}

static json::Array toJson(ArrayRef<Finding> findings) {
  json::Array list;
  for (const Finding &finding : findings) {
    json::Object object{{"path", finding.path}, {"difference", finding.words}};
    if (finding.numDifferent) {
      object["different"] = static_cast<int64_t>(*finding.numDifferent);
      object["largest"] = std::isfinite(finding.largest)
                              ? json::Value(finding.largest)
                              : json::Value(nullptr);
    }
    list.push_back(std::move(object));
  }
  return list;
}

Expected<ExitCode> weft::diffCheckpoints(const CheckpointRequest &request) {
  Expected<std::optional<double>> allowed = request.line.getNumber("tolerance");
  if (!allowed)
    return allowed.takeError();
  auto left = CheckpointReader::open(request.paths[0]);
  if (!left)
    return request.fail(left.takeError());
  auto right = CheckpointReader::open(request.paths[1]);
  if (!right)
    return request.fail(right.takeError());
  std::vector<Finding> findings;
  if (Error error =
          findDifferences(request, **left, **right,
                          {allowed->value_or(0), /*rtol=*/0}, findings))
    return request.fail(std::move(error));
  raw_ostream &os = request.streams.out;
  const int64_t steps[] = {(*left)->getInfo().step, (*right)->getInfo().step};
  if (request.line.has("json")) {
    os << formatv("{0:2}\n",
                  json::Value(json::Object{{"steps", json::Array(steps)},
                                           {"differences", toJson(findings)}}));
  } else {
    os << "step " << steps[0] << " and step " << steps[1] << ": ";
    if (findings.empty())
      os << "the same leaves with the same values\n";
    else
      os << findings.size()
         << (findings.size() == 1 ? " leaf differs\n" : " leaves differ\n");
    for (const Finding &finding : findings)
      os << "  " << finding.path << ": " << finding.words << "\n";
  }
  return findings.empty() ? ExitCode::Done : ExitCode::BadProgram;
}

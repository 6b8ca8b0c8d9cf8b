// RUN: weft-opt %s -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op all_gather lists axes for 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.all_gather [{"a"}] %x out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op all_gather takes "b" from dimension 0, which is split over "a"; only its minor-most axes can go}}
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op all_gather leads to [_, "b"], not to [_, _]}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op axis "d" is not in the mesh; its axes are "a", "b", "c"}}
  %0 = sdy.all_gather [{"d"}, {}] %x out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.all_gather' op needs an operand with a sharding}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op out_sharding: names the mesh @other, which the module does not declare}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@other, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op out_sharding: the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @m2 = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op goes from the mesh #sdy.mesh<["a"=2, "b"=2, "c"=4]> to #sdy.mesh<["a"=2, "b"=2]>; only a collective_permute may change the mesh}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@m2, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
// expected-error@+1 {{'func.func' op argument 0: the sharding has 2 dimensions, but the tensor has rank 1}}
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.all_gather [{}] %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_slice' op axis "c" splits dimension 0 and dimension 1; it can split only one}}
  %0 = sdy.all_slice [{"c"}, {"c"}] %x out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_slice' op axis "b" splits dimension 0 and dimension 1; it can split only one}}
  %0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_slice' op all_slice leads to [("a", "c"), "b"], not to ["a", "b"]}}
  %0 = sdy.all_slice [{"c"}, {}] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.reduce_scatter' op reduce_scatter leads to [("a", "c"), "b"], not to [("a", "c":(1)2), "b"]}}
  %0 = sdy.reduce_scatter [{"c"}, {}] %x out_sharding=<@mesh, [{"a", "c":(1)2}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{custom op 'sdy.reduce_scatter' unknown reduction 'mean'; the reductions are sum, max and min}}
  %0 = sdy.reduce_scatter mean [{"c"}, {}] %x out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op all_reduce combines over "a", which splits the tensor}}
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.all_reduce' op lists axis "c" before "a"; the order of the mesh is expected}}
  %0 = sdy.all_reduce {"c", "a"} %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op all_reduce leads to ["a", "b"], not to ["a", _]}}
  %0 = sdy.all_reduce {"c"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op all_reduce leads to ["a", "b"], not to ["a", "b"], unreduced = ["c"]}}
  %0 = sdy.all_reduce {"c"} %x out_sharding=<@mesh, [{"a"}, {"b"}], unreduced={"c"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}], replicated={"c"}>}) {
  // expected-error@+1 {{'sdy.all_reduce' op combines over "c", on which the operand is replicated}}
  %0 = sdy.all_reduce {"c"} %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op lists no axis, so it has no effect}}
  %0 = sdy.replicated_to_unreduced {} %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op replicated_to_unreduced leads to ["a", "b"], unreduced = ["c"], not to ["a", "b"]}}
  %0 = sdy.replicated_to_unreduced {"c"} %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op axis "a" splits dimension 0 and is also unreduced}}
  %0 = sdy.replicated_to_unreduced {"a"} %x out_sharding=<@mesh, [{}, {"b"}], unreduced={"a"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.sharded_to_unreduced' op sharded_to_unreduced leads to [_, "b"], unreduced = ["a"], not to [_, "b"]}}
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.sharded_to_unreduced' op sharded_to_unreduced takes "b" from dimension 0, which is split over "a"; only its minor-most axes can go}}
  %0 = sdy.sharded_to_unreduced [{"b"}, {}] %x out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op moves no axis, so it has no effect}}
  %0 = sdy.all_to_all [] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op all_to_all names dimension 0 twice}}
  %0 = sdy.all_to_all [{"a"}: 0->0] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op all_to_all names dimension 2, but the tensor has rank 2}}
  %0 = sdy.all_to_all [{"a"}: 0->2] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op all_to_all names dimension -1, but the tensor has rank 2}}
  %0 = sdy.all_to_all [{"a"}: -1->0] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op all_to_all leads to [_, ("b", "a")], not to ["a", "b"]}}
  %0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op all_to_all takes "b" from dimension 0, which is split over "a"; only its minor-most axes can go}}
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op all_to_all names dimension 1 twice}}
  %0 = sdy.all_to_all [{"a"}: 0->1, {"b"}: 1->0] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op moves axes from dimension 2 before dimension 0; source dimensions must ascend}}
  %0 = sdy.all_to_all [{"b"}: 2->3, {"a"}: 0->1] %x out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.collective_permute' op collective_permute keeps the number of shards, but dimension 0 goes from 2 to 4}}
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"c"}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.collective_permute' op needs an operand with a sharding}}
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"b"}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @m2 = <["x"=2, "y"=2]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // expected-error@+1 {{'sdy.collective_permute' op goes from the mesh #sdy.mesh<["a"=2, "b"=2, "c"=4]> to #sdy.mesh<["x"=2, "y"=2]>; only the order of devices may change}}
  %0 = sdy.collective_permute %x out_sharding=<@m2, [{"x"}, {"y"}]> : tensor<8x8xf32>
  return
}

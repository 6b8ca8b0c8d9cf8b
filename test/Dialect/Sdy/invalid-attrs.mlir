// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{custom op 'sdy.mesh' axis "a" has size 0; it must be at least 1}}
sdy.mesh @m = <["a"=0]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' axis "a" has size -1; it must be at least 1}}
sdy.mesh @m = <["a"=-1]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' the name of a mesh axis must not be empty}}
sdy.mesh @m = <[""=2]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' the mesh has two axes called "a"}}
sdy.mesh @m = <["a"=2, "a"=4]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' axis "a" has size 3000000000; the largest is 2147483647}}
sdy.mesh @m = <["a"=3000000000]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' the mesh has more than 2^63 devices}}
sdy.mesh @m = <["a"=2000000000, "b"=2000000000, "c"=2000000000]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' integer value too large}}
sdy.mesh @m = <["a"=99999999999999999999]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' device_ids lists 3 devices, but the axes of the mesh make 4}}
sdy.mesh @m = <["a"=2, "b"=2], device_ids=[0, 1, 2]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' device_ids holds 2; the devices are 0 to 1}}
sdy.mesh @m = <["a"=2], device_ids=[1, 2]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' device_ids holds device 1 twice}}
sdy.mesh @m = <["a"=2], device_ids=[1, 1]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' device_ids is empty; leave it out instead}}
sdy.mesh @m = <["a"=2], device_ids=[]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' a mesh without axes holds one device, but device_ids lists 2}}
sdy.mesh @m = <[], device_ids=[0, 1]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' device id -1 is negative}}
sdy.mesh @m = <[], device_ids=[-1]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected 'device_ids'}}
sdy.mesh @m = <["a"=2], ids=[1, 0]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected string}}
sdy.mesh @m = <[a=2]>

// -----

// expected-error@+1 {{expected '>'}}
sdy.mesh @m = <["a"=2]

// -----

// expected-error@+1 {{expected '['}}
sdy.mesh @m = <>

// -----

// expected-error@+1 {{expected '<'}}
module attributes {test.a = #sdy.sharding<mesh, [{}]>} {}

// -----

// expected-error@+1 {{expected ','}}
module attributes {test.a = #sdy.sharding<@m::@n, [{}]>} {}

// -----

// expected-error@+1 {{expected a mesh: '@name' or 'mesh<[...]>'}}
module attributes {test.a = #sdy.sharding<"m", [{}]>} {}

// -----

// expected-error@+1 {{expected ','}}
module attributes {test.a = #sdy.sharding<@m>} {}

// -----

// expected-error@+1 {{expected '}'}}
module attributes {test.a = #sdy.sharding<@m, [{"a" "b"}]>} {}

// -----

// expected-error@+1 {{nothing may follow '?' in a dimension}}
module attributes {test.a = #sdy.sharding<@m, [{?, "a"}]>} {}

// -----

// expected-error@+1 {{expected '('}}
module attributes {test.a = #sdy.sharding<@m, [{"a":2}]>} {}

// -----

// expected-error@+1 {{priority 'p01' begins with a zero; write 'p1'}}
module attributes {test.a = #sdy.sharding<@m, [{"a"}p01]>} {}

// -----

// expected-error@+1 {{expected a priority such as 'p1', found 'px'}}
module attributes {test.a = #sdy.sharding<@m, [{"a"}px]>} {}

// -----

// expected-error@+1 {{expected a priority such as 'p1', found 'q1'}}
module attributes {test.a = #sdy.sharding<@m, [{"a"}q1]>} {}

// -----

// expected-error@+1 {{expected a priority such as 'p1', found 'p99999999999999999999'}}
module attributes {test.a = #sdy.sharding<@m, [{"a"}p99999999999999999999]>} {}

// -----

// expected-error@+1 {{the list of replicated axes is empty; leave it out instead}}
module attributes {test.a = #sdy.sharding<@m, [{}], replicated={}>} {}

// -----

// expected-error@+1 {{the list of unreduced axes is empty; leave it out instead}}
module attributes {test.a = #sdy.sharding<@m, [{}], unreduced={}>} {}

// -----

// expected-error@+1 {{'replicated' is written twice}}
module attributes {test.a = #sdy.sharding<@m, [{}], replicated={"a"}, replicated={"b"}>} {}

// -----

// expected-error@+1 {{expected 'replicated' or 'unreduced', found 'sharded'}}
module attributes {test.a = #sdy.sharding<@m, [{}], sharded={"a"}>} {}

// -----

// expected-error@+1 {{expected 'replicated' or 'unreduced'}}
module attributes {test.a = #sdy.sharding<@m, [{}], >} {}

// -----

// expected-error@+1 {{expected '='}}
module attributes {test.a = #sdy.sharding<@m, [{}], replicated{"a"}>} {}

// -----

// expected-error@+1 {{unknown reduction 'mean'; the reductions are sum, max and min}}
module attributes {test.a = #sdy.sharding<@m, [{}], unreduced=mean{"a"}>} {}

// -----

// expected-error@+1 {{expected '<'}}
module attributes {test.a = #sdy.sharding_per_value<[<@m, [{}]>, 1]>} {}

// -----

// expected-error@+1 {{'a' is not the name of a factor; factors are i to z, then z_1, z_2, ...}}
module attributes {test.a = #sdy.op_sharding_rule<([a])->([a]) {a=8}>} {}

// -----

// expected-error@+1 {{expected a number from 1 to 2147483647 after 'z_', found '0'}}
module attributes {test.a = #sdy.op_sharding_rule<([z_0])->([i]) {i=8}>} {}

// -----

// expected-error@+1 {{expected a number from 1 to 2147483647 after 'z_', found '99999999999999999999'}}
module attributes {test.a = #sdy.op_sharding_rule<([z_99999999999999999999])->([i]) {i=8}>} {}

// -----

// expected-error@+1 {{factor 'j' is out of order; here comes the size of 'i'}}
module attributes {test.a = #sdy.op_sharding_rule<([i, j])->([i, j]) {j=8, i=8}>} {}

// -----

// expected-error@+1 {{expected the factors of a dimension}}
module attributes {test.a = #sdy.op_sharding_rule<([i, *])->([i]) {i=8}>} {}

// -----

// expected-error@+1 {{expected one factor, found 'ij'}}
module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8} reduction={ij}>} {}

// -----

// expected-error@+1 {{expected the name of a factor}}
module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8} reduction={2}>} {}

// -----

// expected-error@+1 {{expected 'custom'}}
module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8}, user>} {}

// -----

// expected-error@+1 {{expected '>'}}
module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8} permutation={i} reduction={i}>} {}

// -----

// expected-error@+1 {{an all-to-all must move at least one axis}}
module attributes {test.a = #sdy<all_to_all_param_list[{}: 0->1]>} {}

// -----

// expected-error@+1 {{expected 'operand' or 'result', found 'block'}}
module attributes {test.a = #sdy.propagation_edges<[{step-2 = [{"a" = block-0 -> [result-0]}]}]>} {}

// -----

// expected-error@+1 {{expected '-'}}
module attributes {test.a = #sdy.propagation_edges<[{step 2 = []}]>} {}

// -----

// expected-error@+1 {{expected 'operand' or 'result'}}
module attributes {test.a = #sdy.propagation_edges<[{step-2 = [{"a" = operand-0 -> [3]}]}]>} {}

// -----

// expected-error@+1 {{expected string}}
module attributes {test.a = #sdy<manual_axes{1}>} {}

// -----

// expected-error@+1 {{unknown attribute `unknown` in dialect `sdy`}}
module attributes {test.a = #sdy.unknown<>} {}

// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{axis "a" has size 0; it must be at least 1}}
weft.mesh @mesh <"a" = 0>

// -----

// expected-error@+1 {{axis "a" has size -2; it must be at least 1}}
weft.mesh @mesh <"a" = -2>

// -----

// expected-error@+1 {{axis "a" has size 2147483648; the largest is 2147483647}}
weft.mesh @mesh <"a" = 2147483648>

// -----

// expected-error@+1 {{the name of a mesh axis must not be empty}}
weft.mesh @mesh <"" = 2>

// -----

// expected-error@+1 {{the mesh has two axes called "a"}}
weft.mesh @mesh <"a" = 2, "b" = 2, "a" = 4>

// -----

// expected-error@+1 {{the mesh has more than 2^63 devices}}
weft.mesh @mesh <"a" = 2000000000, "b" = 2000000000, "c" = 2000000000>

// -----

// expected-error@+1 {{device_ids lists 3 devices, but the axes of the mesh make 4}}
weft.mesh @mesh <"a" = 2, "b" = 2, device_ids = [0, 1, 2]>

// -----

// expected-error@+1 {{device_ids holds 4; the devices are 0 to 3}}
weft.mesh @mesh <"a" = 4, device_ids = [0, 1, 2, 4]>

// -----

// expected-error@+1 {{device_ids holds device 1 twice}}
weft.mesh @mesh <"a" = 4, device_ids = [0, 1, 2, 1]>

// -----

// expected-error@+1 {{a mesh without axes holds one device, but device_ids lists 2}}
weft.mesh @mesh <device_ids = [0, 1]>

// -----

// expected-error@+1 {{device id -1 is negative}}
weft.mesh @mesh <device_ids = [-1]>

// -----

// expected-error@+1 {{expected '>'}}
weft.mesh @mesh <device_ids = [0], "a" = 2>

// -----

// expected-error@+1 {{integer value too large}}
weft.mesh @mesh <"a" = 99999999999999999999>

// -----

// expected-error@+1 {{expected string}}
weft.mesh @mesh <a = 2>

// -----

// expected-note@+1 {{the first is here}}
weft.mesh @a default <"x" = 2>
weft.mesh @b <"x" = 2>
// expected-error@+1 {{is the second default mesh of the module}}
weft.mesh @c default <"x" = 2>

// RUN: weft-opt %s -split-input-file -verify-diagnostics

weft.module @M {
  // expected-error @+1 {{unknown initialiser 'lecun_nomral'; did you mean 'lecun_normal'?}}
  weft.param @p : tensor<4x4xf32> init lecun_nomral
}

// -----

weft.module @M {
  // expected-error @+1 {{the standard deviation is -1.0; it must not be negative}}
  weft.param @p : tensor<4x4xf32> init normal<-1.0>
}

// -----

weft.module @M {
  // expected-error @+1 {{initialiser normal needs floating-point or complex elements, but the parameter has 'i32'}}
  weft.param @p : tensor<4x4xi32> init normal<1.0>
}

// -----

weft.module @M {
  // expected-error @+1 {{the lower bound 2.0 is not below the upper bound 1.0}}
  weft.param @p : tensor<4x4xf32> init truncated_normal<1.0, 2.0, 1.0>
}

// -----

weft.module @M {
  // expected-error @+1 {{the scale is -0.5; it must not be negative}}
  weft.param @p : tensor<4x4xf32> init uniform<-0.5>
}

// -----

weft.module @M {
  // expected-error @+1 {{constant 0.5 has a fraction, which elements of type 'i32' cannot hold}}
  weft.param @p : tensor<4x4xi32> init constant<0.5>
}

// -----

weft.module @M {
  // expected-error @+1 {{expected a finite number}}
  weft.param @p : tensor<4x4xf32> init constant<0x7FF0000000000000 : f64>
}

// -----

weft.module @M {
  // expected-error @+1 {{expected a number, not "x"}}
  weft.param @p : tensor<4x4xf32> init constant<"x">
}

// -----

weft.module @M {
  // expected-error @+1 {{the scale is 0.0; it must be positive}}
  weft.param @p : tensor<4x4xf32> init variance_scaling<0.0, fan_in, normal>
}

// -----

weft.module @M {
  // expected-error @+1 {{unknown mode 'fan_inn'; expected fan_in, fan_out, fan_avg or fan_geo_avg}}
  weft.param @p : tensor<4x4xf32> init variance_scaling<1.0, fan_inn, normal>
}

// -----

weft.module @M {
  // expected-error @+1 {{unknown distribution 'gauss'; expected truncated_normal, normal or uniform}}
  weft.param @p : tensor<4x4xf32> init variance_scaling<1.0, fan_in, gauss>
}

// -----

weft.module @M {
  // expected-error @+1 {{in_axis 2 does not exist: the parameter has 2 dimensions}}
  weft.param @p : tensor<4x4xf32> init lecun_normal<in_axis = [2]>
}

// -----

weft.module @M {
  // expected-error @+1 {{out_axis -1 names dimension 1, which another axis already names}}
  weft.param @p : tensor<4x4xf32> init lecun_normal<in_axis = [1]>
}

// -----

weft.module @M {
  // expected-error @+1 {{unknown setting 'axis'; expected in_axis, out_axis or batch_axis}}
  weft.param @p : tensor<4x4xf32> init lecun_normal<axis = [1]>
}

// -----

weft.module @M {
  // expected-error @+1 {{in_axis is given twice}}
  weft.param @p : tensor<4x4xf32> init lecun_normal<in_axis = [0], in_axis = [1]>
}

// -----

weft.module @M {
  // expected-error @+1 {{an orthogonal initialiser needs at least 2 dimensions, but the parameter has 1}}
  weft.param @p : tensor<4xf32> init orthogonal<1.0>
}

// -----

weft.module @M {
  // expected-error @+1 {{column_axis 5 does not exist: the parameter has 2 dimensions}}
  weft.param @p : tensor<4x4xf32> init orthogonal<1.0, column_axis = 5>
}

// -----

weft.module @M {
  // expected-error @+1 {{1 : i32 is not an initialiser}}
  weft.param @p : tensor<4xf32> init 1 : i32
}

// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// PTX as NVRTC 13.0 emits it for sm_90, for the data-flow tests: one kernel a text, with the header
// comment left out. What each kernel does is said above it.
#ifndef PALLASBENCH_TESTS_ROBUST_PTX_SAMPLES_HPP
#define PALLASBENCH_TESTS_ROBUST_PTX_SAMPLES_HPP

#include <string_view>

namespace ptx_samples {

// A softmax over two lanes: shuffles, a shared maximum, one struct of parameters {x, y, columns}.
inline constexpr std::string_view softmax = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl softmax
// _ZZ7softmaxE7largest has been demoted

.visible .entry softmax(
  .param .align 8 .b8 softmax_param_0[24]
)
{
  .reg .pred  %p<5>;
  .reg .f32   %f<11>;
  .reg .b32   %r<12>;
  .reg .b64   %rd<11>;
  // demoted variable
  .shared .align 4 .f32 _ZZ7softmaxE7largest;

  ld.param.u64  %rd4, [softmax_param_0+16];
  ld.param.u64  %rd3, [softmax_param_0+8];
  ld.param.u64  %rd2, [softmax_param_0];
  cvta.to.global.u64  %rd5, %rd2;
  mov.u32   %r3, %tid.x;
  cvt.u64.u32   %rd1, %r3;
  mul.wide.u32  %rd6, %r3, 4;
  add.s64   %rd7, %rd5, %rd6;
  ld.global.f32   %f1, [%rd7];
  mov.b32   %r4, %f1;
  mov.u32   %r5, 31;
  mov.u32   %r6, 1;
  mov.u32   %r7, -1;
  shfl.sync.bfly.b32  %r1|%p1, %r4, %r6, %r5, %r7;
  setp.ne.s32   %p3, %r3, 0;
  @%p3 bra  $L__BB0_2;

  mov.b32   %f3, %r1;
  max.f32   %f4, %f1, %f3;
  st.shared.f32   [_ZZ7softmaxE7largest], %f4;

$L__BB0_2:
  bar.sync  0;
  ld.shared.f32   %f5, [_ZZ7softmaxE7largest];
  sub.f32   %f6, %f1, %f5;
  mul.f32   %f7, %f6, 0f3FB8AA3B;
  ex2.approx.f32  %f2, %f7;
  mov.b32   %r8, %f2;
  shfl.sync.bfly.b32  %r2|%p2, %r8, %r6, %r5, %r7;
  setp.le.s64   %p4, %rd4, %rd1;
  @%p4 bra  $L__BB0_4;

  mov.b32   %f8, %r2;
  add.f32   %f9, %f2, %f8;
  div.rn.f32  %f10, %f2, %f9;
  cvta.to.global.u64  %rd8, %rd3;
  shl.b64   %rd9, %rd1, 2;
  add.s64   %rd10, %rd8, %rd9;
  st.global.f32   [%rd10], %f10;

$L__BB0_4:
  ret;

}
)ptx";

// Gather of float2 rows by ld.global.nc: plain parameters table, idx, y, v.
inline constexpr std::string_view gather = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl gather

.visible .entry gather(
  .param .u64 gather_param_0,
  .param .u64 gather_param_1,
  .param .u64 gather_param_2,
  .param .u32 gather_param_3
)
{
  .reg .pred  %p<4>;
  .reg .f32   %f<11>;
  .reg .b32   %r<4>;
  .reg .b64   %rd<13>;


  ld.param.u64  %rd2, [gather_param_0];
  ld.param.u64  %rd4, [gather_param_1];
  ld.param.u64  %rd3, [gather_param_2];
  ld.param.u32  %r2, [gather_param_3];
  mov.u32   %r3, %tid.x;
  cvt.u64.u32   %rd1, %r3;
  cvta.to.global.u64  %rd5, %rd4;
  mul.wide.u32  %rd6, %r3, 4;
  add.s64   %rd7, %rd5, %rd6;
  ld.global.u32   %r1, [%rd7];
  setp.lt.s32   %p1, %r1, 0;
  setp.ge.s32   %p2, %r1, %r2;
  mov.f32   %f9, 0f00000000;
  or.pred   %p3, %p1, %p2;
  mov.f32   %f10, %f9;
  @%p3 bra  $L__BB0_2;

  mul.wide.s32  %rd9, %r1, 8;
  add.s64   %rd8, %rd2, %rd9;
  // begin inline asm
  ld.global.nc.v2.f32 {%f9,%f10}, [%rd8];
  // end inline asm

$L__BB0_2:
  cvta.to.global.u64  %rd10, %rd3;
  shl.b64   %rd11, %rd1, 3;
  add.s64   %rd12, %rd10, %rd11;
  st.global.v2.f32  [%rd12], {%f9, %f10};
  ret;

}
)ptx";

// Stores 0.5 whatever x holds: struct {x, y, n}.
inline constexpr std::string_view constant = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl constant

.visible .entry constant(
  .param .align 8 .b8 constant_param_0[24]
)
{
  .reg .pred  %p<2>;
  .reg .b32   %r<3>;
  .reg .b64   %rd<8>;


  ld.param.u64  %rd4, [constant_param_0+16];
  ld.param.u64  %rd3, [constant_param_0+8];
  mov.u32   %r1, %tid.x;
  cvt.u64.u32   %rd1, %r1;
  setp.le.s64   %p1, %rd4, %rd1;
  @%p1 bra  $L__BB0_2;

  cvta.to.global.u64  %rd5, %rd3;
  shl.b64   %rd6, %rd1, 2;
  add.s64   %rd7, %rd5, %rd6;
  mov.u32   %r2, 1056964608;
  st.global.u32   [%rd7], %r2;

$L__BB0_2:
  ret;

}
)ptx";

// Loads b and uses a alone: struct {a, b, y}.
inline constexpr std::string_view ignored = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl ignored

.visible .entry ignored(
  .param .align 8 .b8 ignored_param_0[24]
)
{
  .reg .f32   %f<4>;
  .reg .b32   %r<2>;
  .reg .b64   %rd<11>;


  ld.param.u64  %rd1, [ignored_param_0+16];
  ld.param.u64  %rd2, [ignored_param_0+8];
  ld.param.u64  %rd3, [ignored_param_0];
  cvta.to.global.u64  %rd4, %rd3;
  cvta.to.global.u64  %rd5, %rd2;
  cvta.to.global.u64  %rd6, %rd1;
  mov.u32   %r1, %tid.x;
  mul.wide.u32  %rd7, %r1, 4;
  add.s64   %rd8, %rd5, %rd7;
  ld.global.f32   %f1, [%rd8];
  // begin inline asm
  // end inline asm
  add.s64   %rd9, %rd4, %rd7;
  ld.global.f32   %f2, [%rd9];
  add.f32   %f3, %f2, 0f3F800000;
  add.s64   %rd10, %rd6, %rd7;
  st.global.f32   [%rd10], %f3;
  ret;

}
)ptx";

// A dot product by atomics in shared and in global memory: struct {a, b, y}.
inline constexpr std::string_view dot = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl dot
// _ZZ3dotE3sum has been demoted

.visible .entry dot(
  .param .align 8 .b8 dot_param_0[24]
)
{
  .reg .pred  %p<3>;
  .reg .f32   %f<7>;
  .reg .b32   %r<3>;
  .reg .b64   %rd<11>;
  // demoted variable
  .shared .align 4 .f32 _ZZ3dotE3sum;

  ld.param.u64  %rd3, [dot_param_0+16];
  ld.param.u64  %rd2, [dot_param_0+8];
  ld.param.u64  %rd1, [dot_param_0];
  mov.u32   %r1, %tid.x;
  setp.ne.s32   %p1, %r1, 0;
  @%p1 bra  $L__BB0_2;

  mov.u32   %r2, 0;
  st.shared.u32   [_ZZ3dotE3sum], %r2;

$L__BB0_2:
  bar.sync  0;
  cvta.to.global.u64  %rd4, %rd1;
  mul.wide.u32  %rd5, %r1, 4;
  add.s64   %rd6, %rd4, %rd5;
  cvta.to.global.u64  %rd7, %rd2;
  add.s64   %rd8, %rd7, %rd5;
  ld.global.f32   %f1, [%rd8];
  ld.global.f32   %f2, [%rd6];
  mul.f32   %f3, %f2, %f1;
  mov.u64   %rd9, _ZZ3dotE3sum;
  atom.shared.add.f32   %f4, [%rd9], %f3;
  bar.sync  0;
  @%p1 bra  $L__BB0_4;

  ld.shared.f32   %f5, [_ZZ3dotE3sum];
  cvta.to.global.u64  %rd10, %rd3;
  atom.global.add.f32   %f6, [%rd10], %f5;

$L__BB0_4:
  ret;

}
)ptx";

// Selects one of four pointers of its struct {x[4], y} at run time, through local memory.
inline constexpr std::string_view indexed = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl indexed

.visible .entry indexed(
  .param .align 8 .b8 indexed_param_0[40]
)
{
  .local .align 8 .b8   __local_depot0[40];
  .reg .b64   %SP;
  .reg .b64   %SPL;
  .reg .f32   %f<2>;
  .reg .b32   %r<3>;
  .reg .b64   %rd<15>;


  mov.u64   %SPL, __local_depot0;
  add.u64   %rd2, %SPL, 0;
  ld.param.u64  %rd3, [indexed_param_0+32];
  ld.param.u64  %rd4, [indexed_param_0+24];
  ld.param.u64  %rd5, [indexed_param_0+16];
  ld.param.u64  %rd6, [indexed_param_0+8];
  ld.param.u64  %rd7, [indexed_param_0];
  st.local.u64  [%rd2], %rd7;
  st.local.u64  [%rd2+8], %rd6;
  st.local.u64  [%rd2+16], %rd5;
  st.local.u64  [%rd2+24], %rd4;
  cvta.to.global.u64  %rd8, %rd3;
  st.local.u64  [%rd2+32], %rd3;
  mov.u32   %r1, %tid.x;
  shl.b32   %r2, %r1, 3;
  cvt.u64.u32   %rd9, %r2;
  and.b64   %rd10, %rd9, 24;
  add.s64   %rd11, %rd2, %rd10;
  ld.local.u64  %rd12, [%rd11];
  ld.f32  %f1, [%rd12];
  mul.wide.u32  %rd13, %r1, 4;
  add.s64   %rd14, %rd8, %rd13;
  st.global.f32   [%rd14], %f1;
  ret;

}
)ptx";

// Overwrites its input x and reads a clock: plain parameters x, y.
inline constexpr std::string_view in_place = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl in_place

.visible .entry in_place(
  .param .u64 in_place_param_0,
  .param .u64 in_place_param_1
)
{
  .reg .f32   %f<20>;
  .reg .b32   %r<4>;
  .reg .b64   %rd<9>;


  ld.param.u64  %rd2, [in_place_param_0];
  ld.param.u64  %rd3, [in_place_param_1];
  cvta.to.global.u64  %rd4, %rd3;
  cvta.to.global.u64  %rd5, %rd2;
  mov.u32   %r1, %tid.x;
  mul.wide.u32  %rd6, %r1, 4;
  add.s64   %rd7, %rd5, %rd6;
  ld.global.f32   %f1, [%rd7];
  mov.f32   %f2, 0f3F000000;
  mov.f32   %f3, 0f3BBB989D;
  fma.rn.f32  %f4, %f1, %f3, %f2;
  cvt.sat.f32.f32   %f5, %f4;
  mov.f32   %f6, 0f4B400001;
  mov.f32   %f7, 0f437C0000;
  fma.rm.f32  %f8, %f5, %f7, %f6;
  add.f32   %f9, %f8, 0fCB40007F;
  neg.f32   %f10, %f9;
  mov.f32   %f11, 0f3FB8AA3B;
  fma.rn.f32  %f12, %f1, %f11, %f10;
  mov.f32   %f13, 0f32A57060;
  fma.rn.f32  %f14, %f1, %f13, %f12;
  mov.b32   %r2, %f8;
  shl.b32   %r3, %r2, 23;
  mov.b32   %f15, %r3;
  ex2.approx.ftz.f32  %f16, %f14;
  mul.f32   %f17, %f16, %f15;
  st.global.f32   [%rd7], %f17;
  // begin inline asm
  mov.u64   %rd1, %clock64;
  // end inline asm
  cvt.rn.f32.s64  %f18, %rd1;
  add.f32   %f19, %f17, %f18;
  add.s64   %rd8, %rd4, %rd6;
  st.global.f32   [%rd8], %f19;
  ret;

}
)ptx";

// Literals selected by a comparison with the data: plain parameters idx, y, c.
inline constexpr std::string_view one_hot = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl one_hot

.visible .entry one_hot(
  .param .u64 one_hot_param_0,
  .param .u64 one_hot_param_1,
  .param .u32 one_hot_param_2
)
{
  .reg .pred  %p<2>;
  .reg .f32   %f<2>;
  .reg .b32   %r<6>;
  .reg .b64   %rd<9>;


  ld.param.u64  %rd1, [one_hot_param_0];
  ld.param.u64  %rd2, [one_hot_param_1];
  ld.param.u32  %r1, [one_hot_param_2];
  cvta.to.global.u64  %rd3, %rd2;
  cvta.to.global.u64  %rd4, %rd1;
  mov.u32   %r2, %ctaid.x;
  mul.wide.u32  %rd5, %r2, 4;
  add.s64   %rd6, %rd4, %rd5;
  ld.global.u32   %r3, [%rd6];
  mov.u32   %r4, %tid.x;
  setp.eq.s32   %p1, %r3, %r4;
  selp.f32  %f1, 0f3F800000, 0f00000000, %p1;
  mad.lo.s32  %r5, %r2, %r1, %r4;
  mul.wide.u32  %rd7, %r5, 4;
  add.s64   %rd8, %rd3, %rd7;
  st.global.f32   [%rd8], %f1;
  ret;

}
)ptx";

// One module of four kernels: cp.async into shared memory with a predicate on w; registers named in
// inline assembly; a call; a store of a literal that only a branch on the data guards.
inline constexpr std::string_view module = R"ptx(
.version 9.0
.target sm_90
.address_size 64

  // .globl staged
// _ZZ6stagedE4tile has been demoted

.visible .entry staged(
  .param .u64 staged_param_0,
  .param .u64 staged_param_1,
  .param .u64 staged_param_2
)
{
  .reg .pred  %p<2>;
  .reg .f32   %f<11>;
  .reg .b32   %r<5>;
  .reg .b64   %rd<14>;
  // demoted variable
  .shared .align 16 .b8 _ZZ6stagedE4tile[1024];

  ld.param.u64  %rd2, [staged_param_0];
  ld.param.u64  %rd3, [staged_param_1];
  ld.param.u64  %rd4, [staged_param_2];
  cvta.to.global.u64  %rd5, %rd4;
  cvta.to.global.u64  %rd6, %rd3;
  mov.u32   %r2, %tid.x;
  mul.wide.u32  %rd7, %r2, 16;
  mov.u64   %rd8, _ZZ6stagedE4tile;
  add.s64   %rd9, %rd8, %rd7;
  cvt.u32.u64   %r1, %rd9;
  add.s64   %rd1, %rd2, %rd7;
  // begin inline asm
  cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16;
  // end inline asm
  // begin inline asm
  cp.async.commit_group;
cp.async.wait_group 0;
  // end inline asm
  bar.sync  0;
  mov.u32   %r3, 31;
  sub.s32   %r4, %r3, %r2;
  mul.wide.u32  %rd10, %r4, 16;
  add.s64   %rd11, %rd8, %rd10;
  ld.shared.v4.f32  {%f1, %f2, %f3, %f4}, [%rd11];
  add.s64   %rd12, %rd6, %rd7;
  ld.global.f32   %f9, [%rd12];
  setp.eq.f32   %p1, %f9, 0f42F60000;
  add.s64   %rd13, %rd5, %rd7;
  selp.f32  %f10, 0f00000000, %f1, %p1;
  st.global.v4.f32  [%rd13], {%f10, %f2, %f3, %f4};
  ret;

}
  // .globl vector_parameter
.visible .entry vector_parameter(
  .param .u64 vector_parameter_param_0,
  .param .u64 vector_parameter_param_1
)
{
  .reg .b64   %rd<3>;


  ld.param.u64  %rd1, [vector_parameter_param_0];
  ld.param.u64  %rd2, [vector_parameter_param_1];
  // begin inline asm
  { .reg .b64 to, from; .reg .f32 a, b; ld.global.v2.f32 {a, b}, [%rd1];
  st.global.v2.f32 [%rd2], {b, a}; }
  // end inline asm
  ret;

}
.func  (.param .b32 func_retval0) _Z5twicePKf(
  .param .b64 _Z5twicePKf_param_0
)
{
  .reg .f32   %f<3>;
  .reg .b32   %r<2>;
  .reg .b64   %rd<5>;


  ld.param.u64  %rd1, [_Z5twicePKf_param_0];
  cvta.to.global.u64  %rd2, %rd1;
  mov.u32   %r1, %tid.x;
  mul.wide.u32  %rd3, %r1, 4;
  add.s64   %rd4, %rd2, %rd3;
  ld.global.f32   %f1, [%rd4];
  add.f32   %f2, %f1, %f1;
  st.param.f32  [func_retval0+0], %f2;
  ret;

}
  // .globl calls
.visible .entry calls(
  .param .u64 calls_param_0,
  .param .u64 calls_param_1
)
{
  .reg .f32   %f<2>;
  .reg .b32   %r<2>;
  .reg .b64   %rd<6>;


  ld.param.u64  %rd1, [calls_param_0];
  ld.param.u64  %rd2, [calls_param_1];
  cvta.to.global.u64  %rd3, %rd2;
  { // callseq 0, 0
  .reg .b32 temp_param_reg;
  .param .b64 param0;
  st.param.b64  [param0+0], %rd1;
  .param .b32 retval0;
  call.uni (retval0),
  _Z5twicePKf,
  (
  param0
  );
  ld.param.f32  %f1, [retval0+0];
  } // callseq 0
  mov.u32   %r1, %tid.x;
  mul.wide.u32  %rd4, %r1, 4;
  add.s64   %rd5, %rd3, %rd4;
  st.global.f32   [%rd5], %f1;
  ret;

}
  // .globl mask_by_branch
.visible .entry mask_by_branch(
  .param .u64 mask_by_branch_param_0,
  .param .u64 mask_by_branch_param_1
)
{
  .reg .pred  %p<2>;
  .reg .f32   %f<2>;
  .reg .b32   %r<3>;
  .reg .b64   %rd<10>;


  ld.param.u64  %rd3, [mask_by_branch_param_0];
  ld.param.u64  %rd2, [mask_by_branch_param_1];
  cvta.to.global.u64  %rd4, %rd3;
  mov.u32   %r1, %tid.x;
  cvt.u64.u32   %rd1, %r1;
  mul.wide.u32  %rd5, %r1, 4;
  add.s64   %rd6, %rd4, %rd5;
  ld.global.f32   %f1, [%rd6];
  setp.leu.f32  %p1, %f1, 0f00000000;
  @%p1 bra  $L__BB4_2;

  cvta.to.global.u64  %rd7, %rd2;
  shl.b64   %rd8, %rd1, 2;
  add.s64   %rd9, %rd7, %rd8;
  mov.u32   %r2, 1065353216;
  st.global.u32   [%rd9], %r2;

$L__BB4_2:
  ret;

}
)ptx";

}  // namespace ptx_samples

#endif  // PALLASBENCH_TESTS_ROBUST_PTX_SAMPLES_HPP

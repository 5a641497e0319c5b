/* SPDX-License-Identifier: MIT */
/* The classes of kernels, by their names. */
#include "common.h"

#include "kernels.h"

static void kernels_have_classes(void **state) {
  (void)state;
  static const struct {
    const char *name;
    twocs_kernel_class class;
    twocs_collective_kind collective;
  } cases[] = {
      {"ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_stages_64x4_tn", TWOCS_KERNEL_GEMM, 0},
      {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1", TWOCS_KERNEL_GEMM,
       0},
      {"void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8>(Params)",
       TWOCS_KERNEL_GEMM, 0},
      {"nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NTT", TWOCS_KERNEL_GEMM, 0},
      {"void splitKreduce_kernel<32, 16, int, float, __nv_bfloat16>(cublasSplitKParams<float>)",
       TWOCS_KERNEL_GEMM, 0},
      {"Cijk_Alik_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1_SN", TWOCS_KERNEL_GEMM, 0},
      {"triton_tem_fused_mm_3", TWOCS_KERNEL_GEMM, 0},
      {"void flash::flash_fwd_kernel<flash::Flash_fwd_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t>>",
       TWOCS_KERNEL_ATTENTION, 0},
      {"fmha_cutlassF_f16_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel)",
       TWOCS_KERNEL_ATTENTION, 0},
      {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_3_64x64", TWOCS_KERNEL_ATTENTION, 0},
      {"void ck_tile::kentry<256, 2, ck_tile::FmhaFwdKernel<...>>", TWOCS_KERNEL_ATTENTION, 0},
      {"attn_fwd.kd", TWOCS_KERNEL_ATTENTION, 0},
      {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int)",
       TWOCS_KERNEL_NORM, 0},
      {"void cudnn::bn_fw_tr_1C11_singleread<float, 512, true, 1, 2, 0>(args)", TWOCS_KERNEL_NORM, 0},
      {"void transformer_engine::normalization::ln_fwd_tuned_kernel<...>", TWOCS_KERNEL_NORM, 0},
      {"void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, true, false>",
       TWOCS_KERNEL_SOFTMAX, 0},
      {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>>",
       TWOCS_KERNEL_ELEMENTWISE, 0},
      {"void at::native::unrolled_elementwise_kernel<at::native::(softmax_thing)::{lambda()#1}>",
       TWOCS_KERNEL_ELEMENTWISE, 0},
      {"triton_poi_fused_native_layer_norm_gelu_4", TWOCS_KERNEL_ELEMENTWISE, 0},
      {"triton_red_fused_native_layer_norm_4", TWOCS_KERNEL_NORM, 0},
      {"triton_per_fused_sum_4", TWOCS_KERNEL_REDUCTION, 0},
      {"SubTensorOpWithScalar1d", TWOCS_KERNEL_ELEMENTWISE, 0},
      {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, MeanOps>>", TWOCS_KERNEL_REDUCTION,
       0},
      {"void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long>",
       TWOCS_KERNEL_EMBEDDING, 0},
      {"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<FusedAdamMathFunctor<float, 4>>",
       TWOCS_KERNEL_OPTIMIZER, 0},
      {"sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x128x32",
       TWOCS_KERNEL_CONVOLUTION, 0},
      {"igemm_wrw_gtcx2_nhwc_bf16_bx0_ex1_bt64x64x64", TWOCS_KERNEL_CONVOLUTION, 0},
      {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", TWOCS_KERNEL_COLLECTIVE,
       TWOCS_ALL_REDUCE},
      {"ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclDevComm*)", TWOCS_KERNEL_COLLECTIVE, TWOCS_ALL_GATHER},
      {"ncclDevKernel_ReduceScatter_Sum_f32_RING_LL", TWOCS_KERNEL_COLLECTIVE, TWOCS_REDUCE_SCATTER},
      {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", TWOCS_KERNEL_COLLECTIVE, TWOCS_P2P},
      {"ncclDevKernel_Broadcast_RING_LL", TWOCS_KERNEL_COLLECTIVE, TWOCS_BROADCAST},
      {"ncclDevKernel_Reduce_Sum_f32_RING_LL", TWOCS_KERNEL_COLLECTIVE, TWOCS_REDUCE},
      {"ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)", TWOCS_KERNEL_COLLECTIVE,
       TWOCS_ANY_COLLECTIVE},
      {"void vllm::cross_device_reduce_2stage<__nv_bfloat16, 8>", TWOCS_KERNEL_COLLECTIVE, TWOCS_ALL_REDUCE},
      {"__amd_rocclr_fillBufferAligned", TWOCS_KERNEL_MEMSET, 0},
      {"__amd_rocclr_copyBuffer", TWOCS_KERNEL_COPY, 0},
      {"", TWOCS_KERNEL_OTHER, 0},
      {"my_kernel", TWOCS_KERNEL_OTHER, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const twocs_kernel kernel = twocs_kernel_of(cases[i].name);
    if (kernel.class != cases[i].class || kernel.collective != cases[i].collective)
      fail_msg("%s is %s %s", cases[i].name, twocs_kernel_class_names[kernel.class],
               twocs_collective_names[kernel.collective]);
  }
}

static void collectives_have_names(void **state) {
  (void)state;
  assert_int_equal(twocs_collective_of("_allgather_base"), TWOCS_ALL_GATHER);
  assert_int_equal(twocs_collective_of("_reduce_scatter_base"), TWOCS_REDUCE_SCATTER);
  assert_int_equal(twocs_collective_of("all_to_allv"), TWOCS_ALL_TO_ALL);
  assert_int_equal(twocs_collective_of("wait"), TWOCS_ANY_COLLECTIVE);
}

/* Each class and collective has its own word. */
static void words_differ(void **state) {
  (void)state;
  for (int i = 0; i < TWOCS_KERNEL_CLASSES; i++)
    for (int j = 0; j < i; j++)
      assert_string_not_equal(twocs_kernel_class_names[i], twocs_kernel_class_names[j]);
  for (int i = 0; i < TWOCS_COLLECTIVES; i++)
    for (int j = 0; j < i; j++) assert_string_not_equal(twocs_collective_names[i], twocs_collective_names[j]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kernels_have_classes),
      cmocka_unit_test(collectives_have_names),
      cmocka_unit_test(words_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

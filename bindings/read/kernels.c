/* SPDX-License-Identifier: MIT */
/* The table of kernel names. The one thing to know: the first row that matches wins, so narrow rows are above
 * wide ones. Most of the order is due to names in template arguments (`elementwise_kernel<... softmax
 * ...>`). */
#include "kernels.h"

#include <stddef.h>
#include <string.h>

const char *const twocs_kernel_class_names[TWOCS_KERNEL_CLASSES] = {
    "other",     "gemm",      "convolution", "attention",  "norm", "softmax", "elementwise",
    "reduction", "embedding", "optimizer",   "collective", "copy", "memset"};

const char *const twocs_collective_names[TWOCS_COLLECTIVES] = {
    "", "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce", "p2p", "other"};

typedef struct row {
  const char
      *pattern; /* lower case; * for anything; ^ in front: the name begins with it; | between choices */
  twocs_kernel kernel;
} row;

#define COLLECTIVE(kind)                                                                                     \
  { TWOCS_KERNEL_COLLECTIVE, kind }
#define CLASS(name)                                                                                          \
  { TWOCS_KERNEL_##name, TWOCS_NO_COLLECTIVE }

static const row rows[] = {
    /* NCCL, RCCL; then collectives of inference engines and Transformer Engine without these */
    {"nccl*allreduce|nccl*all_reduce|rccl*allreduce", COLLECTIVE(TWOCS_ALL_REDUCE)},
    {"nccl*allgather|nccl*all_gather|rccl*allgather", COLLECTIVE(TWOCS_ALL_GATHER)},
    {"nccl*reducescatter|nccl*reduce_scatter|rccl*reducescatter", COLLECTIVE(TWOCS_REDUCE_SCATTER)},
    {"nccl*alltoall|nccl*all_to_all|rccl*alltoall", COLLECTIVE(TWOCS_ALL_TO_ALL)},
    {"nccl*broadcast|rccl*broadcast", COLLECTIVE(TWOCS_BROADCAST)},
    {"nccl*sendrecv|rccl*sendrecv", COLLECTIVE(TWOCS_P2P)},
    {"nccldevkernel_reduce|ncclkernel_reduce|ncclreduce", COLLECTIVE(TWOCS_REDUCE)},
    {"^nccl|^void nccl|^rccl|mscclkernel|msccl_", COLLECTIVE(TWOCS_ANY_COLLECTIVE)},
    {"cross_device_reduce|one_shot_all_reduce|two_shot_all_reduce|multimem_all_reduce",
     COLLECTIVE(TWOCS_ALL_REDUCE)},
    {"oneshotallreduce|twoshotallreduce|allreduce_fusion|quick_all_reduce|quickreduce|custom_all_reduce",
     COLLECTIVE(TWOCS_ALL_REDUCE)},
    {"userbuffers*_rs|userbuffers*reducescatter", COLLECTIVE(TWOCS_REDUCE_SCATTER)},
    {"userbuffers*_ag|userbuffers*allgather", COLLECTIVE(TWOCS_ALL_GATHER)},
    {"userbuffers*pullsend|userbuffers*pushsend|userbuffers*pushrecv", COLLECTIVE(TWOCS_P2P)},
    {"deep_ep*dispatch|deep_ep*combine", COLLECTIVE(TWOCS_ALL_TO_ALL)},

    {"rocclr_fillbuffer|^memset|^hipmemset", CLASS(MEMSET)},
    {"rocclr_copybuffer|^memcpy|^hipmemcpy", CLASS(COPY)},

    /* Families that wrap any function: the name of the function inside does not matter */
    {"^triton_poi_", CLASS(ELEMENTWISE)},
    {"split_embedding|embedding|embs_kernel", CLASS(EMBEDDING)},
    {"scatter_gather|index_elementwise|gather_kernel|indexselect|index_select|indexfunc|index_put",
     CLASS(EMBEDDING)},
    {"indexing_backward|index_copy|index_add|indexcopy|indexadd|permute_2d_|permute_indices|linearize_index",
     CLASS(EMBEDDING)},
    {"multi_tensor_apply|multi_tensor|multitensor|fused_adam|fusedadam|adamw|adam_|adam<|adagrad|lamb_stage|"
     "fusedlamb",
     CLASS(OPTIMIZER)},
    {"sgd_|fused_sgd|muon_", CLASS(OPTIMIZER)},
    {"at::native::reduce_kernel", CLASS(REDUCTION)},
    {"elementwise_kernel|elementwise_for_|subtensorop|optensor", CLASS(ELEMENTWISE)},

    {"flash_fwd|flash_bwd|flash_attn|flashattn|flash::|flash_attention|flashattention|fmha|sdpa",
     CLASS(ATTENTION)},
    {"attn_fwd|attn_bwd|_attn_|bwd_kernel_dk_dv|bwd_kernel_dq|attention|flashinfer*prefill|flashinfer*decode",
     CLASS(ATTENTION)},
    {"batchprefillwith|batchdecodewith|flash_mla|flashmla|mla_|mha_varlen|fav3", CLASS(ATTENTION)},

    {"softmax|cross_entropy|crossentropy", CLASS(SOFTMAX)},
    {"layer_norm|layernorm|rms_norm|rmsnorm|batch_norm|batchnorm|group_norm|groupnorm|instance_norm",
     CLASS(NORM)},
    {"ln_fwd|ln_bwd|cudnn::bn_|rowwisemoments|gammabeta|cucomputegradinput|norm_fwd|norm_bwd", CLASS(NORM)},

    {"implicit_gemm|implicitgemm|implicit_convolve|fprop|dgrad|wgrad|winograd|convolution|conv1d|conv2d|"
     "conv3d",
     CLASS(CONVOLUTION)},
    {"^igemm_|scudnn|conv_depthwise|miopen*conv|naive_conv|_conv_|::conv::|im2col|col2im|cudnn::cnn",
     CLASS(CONVOLUTION)},
    {"fft2d|ck::*conv", CLASS(CONVOLUTION)},

    {"fbgemm_gpu*quantize|fbgemm_gpu*fp8|fbgemm_gpu*float_cuda|fbgemm_gpu*jagged", CLASS(ELEMENTWISE)},
    {"fbgemm_gpu::", CLASS(EMBEDDING)},
    {"gemm|cijk_|nvjet|gemv|splitkreduce|splitk_reduce|matmul|fused_moe|grouped_mm|scaled_mm", CLASS(GEMM)},
    {"cublas|rocblas|hipblas|_tensorop_|xmma|s16816|s1688|wmma|^triton_tem_|^triton_mm|postgsu", CLASS(GEMM)},

    {"^triton_red_|^triton_per_", CLASS(REDUCTION)},
    {"elementwise|catarray|transpose|nchwtonhwc|nhwctonchw|dropout|gelu|silu|swiglu|geglu|act_and_mul",
     CLASS(ELEMENTWISE)},
    {"rotary|rope_|_rope|permute|cast|convert|quantize|dequant|fp8rowwise|pointwise|bias|scale_kernel|scal_"
     "kernel",
     CLASS(ELEMENTWISE)},
    {"distribution_|fill|arange|tril|triu|copy_kernel|_copy_|residual|reshape_and_cache|pad_|roll_",
     CLASS(ELEMENTWISE)},
    {"reduce|reduction|cumsum|scan|argmax|argmin|topk|sort|radix|pool|cub::|thrust|l2norm|nll_loss|histogram",
     CLASS(REDUCTION)},
};

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

static int begins(const char *name, const char *part, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (lower(name[i]) != part[i]) return 0;
  return 1;
}

/* One choice of a pattern, [p, end). */
static int choice_matches(const char *name, const char *p, const char *end) {
  int anchored = *p == '^';
  p += anchored;
  while (p < end) {
    size_t length = 0;
    while (p + length < end && p[length] != '*') length++;
    while (!begins(name, p, length)) {
      if (anchored || !*name++) return 0;
    }
    name += length;
    p += length + (p + length < end);
    anchored = 0;
  }
  return 1;
}

static int matches(const char *name, const char *pattern) {
  for (const char *p = pattern;;) {
    const char *bar = strchr(p, '|'), *end = bar ? bar : p + strlen(p);
    if (choice_matches(name, p, end)) return 1;
    if (!bar) return 0;
    p = bar + 1;
  }
}

twocs_kernel twocs_kernel_of(const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (matches(name, rows[i].pattern)) return rows[i].kernel;
  return (twocs_kernel){TWOCS_KERNEL_OTHER, TWOCS_NO_COLLECTIVE};
}

twocs_collective_kind twocs_collective_of(const char *name) {
  static const struct {
    const char *pattern;
    twocs_collective_kind kind;
  } kinds[] = {{"allreduce|all_reduce", TWOCS_ALL_REDUCE},
               {"allgather|all_gather|gather_into", TWOCS_ALL_GATHER},
               {"reduce_scatter|reducescatter", TWOCS_REDUCE_SCATTER},
               {"alltoall|all_to_all", TWOCS_ALL_TO_ALL},
               {"broadcast", TWOCS_BROADCAST},
               {"send|recv", TWOCS_P2P},
               {"reduce", TWOCS_REDUCE}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (matches(name, kinds[i].pattern)) return kinds[i].kind;
  return TWOCS_ANY_COLLECTIVE;
}

/* SPDX-License-Identifier: MIT */
/* What a GPU kernel does, by its name: NVIDIA's, AMD's and the common libraries' spellings. */
#ifndef TWOCS_READ_KERNELS_H
#define TWOCS_READ_KERNELS_H

typedef enum {
  TWOCS_KERNEL_OTHER,
  TWOCS_KERNEL_GEMM,
  TWOCS_KERNEL_CONVOLUTION,
  TWOCS_KERNEL_ATTENTION,
  TWOCS_KERNEL_NORM,
  TWOCS_KERNEL_SOFTMAX,
  TWOCS_KERNEL_ELEMENTWISE, /* transposes and casts too: each value is read and written once */
  TWOCS_KERNEL_REDUCTION,   /* sums, scans, sorts, pooling */
  TWOCS_KERNEL_EMBEDDING,   /* look-ups: gather and scatter too */
  TWOCS_KERNEL_OPTIMIZER,
  TWOCS_KERNEL_COLLECTIVE,
  TWOCS_KERNEL_COPY,
  TWOCS_KERNEL_MEMSET,
  TWOCS_KERNEL_CLASSES
} twocs_kernel_class;

typedef enum {
  TWOCS_NO_COLLECTIVE,
  TWOCS_ALL_REDUCE,
  TWOCS_ALL_GATHER,
  TWOCS_REDUCE_SCATTER,
  TWOCS_ALL_TO_ALL,
  TWOCS_BROADCAST,
  TWOCS_REDUCE,
  TWOCS_P2P,
  TWOCS_ANY_COLLECTIVE, /* one of them: the name does not say which */
  TWOCS_COLLECTIVES
} twocs_collective_kind;

typedef struct twocs_kernel {
  twocs_kernel_class class;
  twocs_collective_kind collective;
} twocs_kernel;

extern const char *const twocs_kernel_class_names[TWOCS_KERNEL_CLASSES]; /* "gemm" ... */
extern const char *const twocs_collective_names[TWOCS_COLLECTIVES];      /* "", "all_reduce" ... "other" */

twocs_kernel twocs_kernel_of(const char *name);

/* What a profiler calls a collective: allreduce, _allgather_base, all_to_allv ... */
twocs_collective_kind twocs_collective_of(const char *name);
#endif

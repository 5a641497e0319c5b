/* SPDX-License-Identifier: MIT */
/* The names in which CUDA and HIP differ, so that gpu.cu is one source for both. The HIP half was written from AMD's
 * documentation and has never been compiled here. */
#ifndef TWOCS_PROFILE_GPU_CUH
#define TWOCS_PROFILE_GPU_CUH

#if defined(__HIPCC__)
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hipblaslt/hipblaslt.h>
#define GPU(name) hip##name
#define LT(name) hipblasLt##name
#define LT_(name) HIPBLASLT_##name
#define BLAS_(name) HIPBLAS_##name
#define TYPE_(name) HIP_##name
#define GPU_NAME "hip"
#define TWOCS_BACKEND_GPU twocs_backend_hip
typedef hipblasLtHandle_t lt_handle;
typedef hipblasLtMatmulDesc_t lt_product;
typedef hipblasLtMatrixLayout_t lt_matrix;
typedef hipblasLtMatmulPreference_t lt_preference;
typedef hipblasLtMatmulHeuristicResult_t lt_choice;
typedef hipDataType lt_type;
typedef hipblasOperation_t lt_turn;
typedef __hip_bfloat16 bfloat16;
typedef hipDeviceProp_t device_facts;
typedef hipDeviceAttribute_t device_attribute;
#define ATTRIBUTE(name) hipDeviceAttribute##name
#define BLAS_DONE HIPBLAS_STATUS_SUCCESS
#define FP8_TYPE HIP_R_8F_E4M3_FNUZ
#else
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#define LT(name) cublasLt##name
#define LT_(name) CUBLASLT_##name
#define BLAS_(name) CUBLAS_##name
#define TYPE_(name) CUDA_##name
#define GPU_NAME "cuda"
#define TWOCS_BACKEND_GPU twocs_backend_cuda
typedef cublasLtHandle_t lt_handle;
typedef cublasLtMatmulDesc_t lt_product;
typedef cublasLtMatrixLayout_t lt_matrix;
typedef cublasLtMatmulPreference_t lt_preference;
typedef cublasLtMatmulHeuristicResult_t lt_choice;
typedef cudaDataType_t lt_type;
typedef cublasOperation_t lt_turn;
typedef __nv_bfloat16 bfloat16;
typedef cudaDeviceProp device_facts;
typedef cudaDeviceAttr device_attribute;
#define ATTRIBUTE(name) cudaDevAttr##name
#define BLAS_DONE CUBLAS_STATUS_SUCCESS
#define FP8_TYPE CUDA_R_8F_E4M3
#endif
typedef __half float16;

#if defined(TWOCS_NCCL)
#if defined(__HIPCC__)
#include <rccl/rccl.h>
#else
#include <nccl.h>
#endif
#endif

#endif

/* SPDX-License-Identifier: MIT
 *
 * The place of each item in its family (families.def): GEMM_m, STREAM_byte, CALL_n0 ... */
#ifndef TWOCS_ITEMS_H
#define TWOCS_ITEMS_H

#define CALL(items)
#define KIND(c, meaning)
#define FAMILY(f, items, meaning) ONLY_##f(items)
#define ONLY_stream(...)
#define ONLY_attention(...)
#define ONLY_grouped(...)
#define ONLY_gemm(...) __VA_ARGS__
#define OWN(item) GEMM_##item,
#define ALL(item) GEMM_##item,
enum {
#include "rows/families.def"
};
#undef ONLY_stream
#undef ONLY_gemm
#undef OWN
#undef ALL
#define ONLY_stream(...) __VA_ARGS__
#define ONLY_gemm(...)
#define OWN(item) STREAM_##item,
#define ALL(item) STREAM_##item,
enum {
#include "rows/families.def"
};
#undef ONLY_stream
#undef ONLY_attention
#undef OWN
#undef ALL
#define ONLY_stream(...)
#define ONLY_attention(...) __VA_ARGS__
#define OWN(item) ATTENTION_##item,
#define ALL(item) ATTENTION_##item,
enum {
#include "rows/families.def"
};
#undef ONLY_attention
#undef ONLY_grouped
#undef OWN
#undef ALL
#define ONLY_attention(...)
#define ONLY_grouped(...) __VA_ARGS__
#define OWN(item) GROUPED_##item,
#define ALL(item) GROUPED_##item,
enum {
#include "rows/families.def"
};
#undef FAMILY
#undef CALL
#undef OWN
#undef ALL
#define FAMILY(f, items, meaning)
#define CALL(items) items
#define OWN(item) CALL_##item,
#define ALL(item) CALL_##item,
enum {
#include "rows/families.def"
};
#undef FAMILY
#undef CALL
#undef KIND
#undef OWN
#undef ALL

#endif

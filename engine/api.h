/* SPDX-License-Identifier: MIT
 *
 * How every public function is declared: visible outside the library, and with C's names for C++ too. A
 * header that declares a function with TWOCS_API is public, and therefore installed. */
#ifndef TWOCS_API_H
#define TWOCS_API_H

#if defined(__GNUC__)
#define TWOCS_API __attribute__((visibility("default")))
#else
#define TWOCS_API
#endif

#ifdef __cplusplus
#define TWOCS_BEGIN extern "C" {
#define TWOCS_END }
#else
#define TWOCS_BEGIN
#define TWOCS_END
#endif

#endif

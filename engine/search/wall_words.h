/* SPDX-License-Identifier: MIT
 *
 * The words of choices in the rows that files of this folder include, as in is(recompute, full). Their
 * numbers are those of the rows of the choices, which tests/c/test_wall_rows.c checks. */
#ifndef TWOCS_WALL_WORDS_H
#define TWOCS_WALL_WORDS_H
enum { recompute_full = 2, batch_law_power = 0, batch_law_deepseek = 1, batch_law_fixed = 2 };
#define is(choice, word) is(choice, choice##_##word)
#endif

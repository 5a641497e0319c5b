/* SPDX-License-Identifier: MIT
 *
 * generate HEADER.H ... OUT.C: what is compiled of the rows. Each formula becomes a function of its own that
 * loads the columns that its text names and no others, so that time to compile grows with the number of rows
 * and not with its square; formulas of one shape share the loop over rows, which is most of that time.
 * `#line` gives the compiler, debuggers and gcov the row's own file and line. Next to them are constant
 * tables: what each row reads, its divisions, and columns by name. */
#include "generate/places.h"
#include "generate/reads.h"
#include "generate/shapes.h"
#include "generate/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static reads all;
static shapes like;
static functions known;

static void known_read(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "rb");
  const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  const char *wrong = !length || length == sizeof text - 1 ? "cannot be read" : functions_read(text, &known);
  if (wrong) fprintf(stderr, "generate: %s %s\n", path, wrong), exit(1);
}

/* Left alone, clang unrolls a cell before it looks for vectors: four times the code, in four times the time.
 * A shared loop is not copied for one of its callers. The undefined behaviour that a sanitizer could find
 * here is that of adding doubles: none. Addresses are checked. */
static const char head[] =
    "/* Made from engine/rows/ by engine/generate at each build. */\n"
    "#include \"rows/rows.h\"\n\n"
    "#ifdef __clang__\n"
    "#define WHOLE_CELL _Pragma(\"clang loop unroll(disable)\")\n"
    "#else\n"
    "#define WHOLE_CELL\n"
    "#endif\n"
    "#ifdef __clang__\n"
    "#define SHARED __attribute__((noinline))\n"
    "#else\n"
    "#define SHARED __attribute__((noinline, noclone))\n"
    "#endif\n"
    "#define FORMULA __attribute__((no_sanitize(\"undefined\"))) static\n"
    "#define LOAD(name) const double name = in[K_##name].value[j * in[K_##name].step + u];\n"
    "#define LOAD_AT(i) const double x##i = in[read[i]].value[j * in[read[i]].step + u];\n"
    "#define TAKE(name) const double name = of[K_##name];\n"
    "#define ONE(name, columns, ...) \\\n"
    "  FORMULA double one_##name(const double of[]) { \\\n"
    "    (void)of; \\\n"
    "    columns return __VA_ARGS__; \\\n"
    "  }\n"
    "#define GATE(i, columns, ...) \\\n"
    "  FORMULA double gate_##i(const double of[]) { \\\n"
    "    (void)of; \\\n"
    "    columns return __VA_ARGS__; \\\n"
    "  }\n"
    "#define ROW(name, columns, ...) \\\n"
    "  FORMULA void row_##name(size_t cells, const twocs_cells in[], double *restrict out) { \\\n"
    "    (void)in; \\\n"
    "    for (size_t j = 0; j < cells; j++) \\\n"
    "      WHOLE_CELL for (size_t u = 0; u < CELL; u++) { columns out[j * CELL + u] = __VA_ARGS__; } \\\n"
    "  }\n"
    "#define SHAPE(name, columns, ...) \\\n"
    "  SHARED FORMULA void like_##name(size_t cells, const twocs_cells in[], double *restrict out, \\\n"
    "                                  const short read[]) { \\\n"
    "    (void)in, (void)read; \\\n"
    "    for (size_t j = 0; j < cells; j++) \\\n"
    "      WHOLE_CELL for (size_t u = 0; u < CELL; u++) { columns out[j * CELL + u] = __VA_ARGS__; } \\\n"
    "  }\n"
    "#define LIKE(name, first, begin) \\\n"
    "  FORMULA void row_##name(size_t cells, const twocs_cells in[], double *restrict out) { \\\n"
    "    like_##first(cells, in, out, twocs_read_list + begin); \\\n"
    "  }\n\n";

/* ROW over cells, or ONE of a single point. */
static void write_formula(FILE *out, const char *form, const char *load, int k) {
  fprintf(out, "#line %d \"%s\"\n%s(%s,", rows[k].line, rows[k].file, form, rows[k].name);
  for (int i = all.begin[k]; i < all.begin[k + 1]; i++) fprintf(out, " %s(%s)", load, rows[all.list[i]].name);
  fprintf(out, ", %s)\n", all.text[k]);
}

/* The loop of all rows of one shape, and the call of it by one of them. */
static void write_shape(FILE *out, int k) {
  fprintf(out, "#line %d \"%s\"\nSHAPE(%s,", rows[k].line, rows[k].file, rows[k].name);
  for (int i = 0; i < all.begin[k + 1] - all.begin[k]; i++) fprintf(out, " LOAD_AT(%d)", i);
  fprintf(out, ", %s)\n", like.text[k]);
}
static void write_like(FILE *out, int k) {
  fprintf(out, "#line %d \"%s\"\nLIKE(%s, %s, %d)\n", rows[k].line, rows[k].file, rows[k].name,
          rows[like.first[k]].name, all.begin[k]);
}

static void write_formulas(FILE *out) {
  for (int k = 0; k < row_count; k++) {
    if (rows[k].filled != BY_FORMULA) continue;
    const int shared = like.rows[like.first[k]] > 1;
    if (shared && like.first[k] == k) write_shape(out, k);
    shared ? write_like(out, k) : write_formula(out, "ROW", "LOAD", k);
    write_formula(out, "ONE", "TAKE", k);
  }
}

static void write_functions(FILE *out, const char *type, const char *table, const char *prefix) {
  fprintf(out, "const %s %s[COLUMNS] = {\n", type, table);
  for (int k = 0; k < row_count; k++)
    if (rows[k].filled == BY_FORMULA) fprintf(out, "  [K_%s] = %s_%s,\n", rows[k].name, prefix, rows[k].name);
  fputs("};\n\n", out);
}

/* Slots and sums count from 0, in the order of the rows. */
static void write_fillers(FILE *out) {
  static const char *const name[] = {"BY_NOBODY", "BY_FORMULA", "BY_LAW", "BY_SUM", "BY_RULES", "BY_SUPPORT"};
  int count[] = {0, 0, 0, 0, 0, 0};
  fputs("const struct filler twocs_filler[COLUMNS] = {\n", out);
  for (int k = 0; k < row_count; k++)
    fprintf(out, "  [K_%s] = {%s, %d},\n", rows[k].name, name[rows[k].filled], count[rows[k].filled]++);
  fputs("};\n\n", out);
}

static void write_names(FILE *out) {
  fprintf(out, "const unsigned twocs_name_mask = %d;\nconst short twocs_by_name[] = {", all.names - 1);
  for (int i = 0; i < all.names; i++) fprintf(out, "%s%d,", i % 24 ? " " : "\n  ", all.name[i]);
  fputs("\n};\n\n", out);
}

static void write_reads(FILE *out) {
  fputs("const short twocs_read_list[] = {\n", out);
  for (int k = 0; k < row_count; k++) {
    if (all.begin[k] == all.begin[k + 1]) continue;
    fprintf(out, "  /* %s */", rows[k].name);
    for (int i = all.begin[k]; i < all.begin[k + 1]; i++) fprintf(out, " K_%s,", rows[all.list[i]].name);
    fputc('\n', out);
  }
  fputs("  -1};\nconst int twocs_read_begin[COLUMNS + 1] = {", out);
  for (int k = 0; k <= row_count; k++) fprintf(out, "%s%d,", k % 16 ? " " : "\n  ", all.begin[k]);
  fputs("\n};\n\n", out);
}

static void write_gates(FILE *out) {
  for (int i = 0; i < all.gates; i++) {
    const gate *f = &all.gate[i];
    fprintf(out, "GATE(%d,", i);
    for (int n = 0; n < f->reads; n++) fprintf(out, " TAKE(%s)", rows[f->read[n]].name);
    fprintf(out, f->negated ? ", not_(%.*s))\n" : ", %.*s)\n", (int)(f->text.end - f->text.begin),
            f->text.begin);
  }
  fputs("const struct gate twocs_gates[] = {\n", out);
  for (int i = 0; i < all.gates; i++) {
    const gate *f = &all.gate[i];
    fprintf(out, "  {gate_%d, %d, {", i, f->reads);
    for (int n = 0; n < f->reads; n++) fprintf(out, "K_%s, ", rows[f->read[n]].name);
    fputs(f->reads ? "}},\n" : "0}},\n", out);
  }
  fputs("};\n\n", out);
}

static void write_guards(FILE *out) {
  fputs("const struct guard twocs_guards[] = {\n", out);
  for (int i = 0; i < all.guarded[row_count]; i++) {
    const int by = all.guard[i].by, gate = by - ROWS_MOST;
    fprintf(out, "  {K_%s, ", rows[all.guard[i].read].name);
    gate < 0 ? fprintf(out, "K_%s},\n", rows[by].name) : fprintf(out, "COLUMNS + %d},\n", gate);
  }
  fputs("  {-1, -1}};\nconst short twocs_guard_begin[COLUMNS + 1] = {", out);
  for (int k = 0; k <= row_count; k++) fprintf(out, "%s%d,", k % 16 ? " " : "\n  ", all.guarded[k]);
  fputs("\n};\n\n", out);
}

/* Fields of which no formula follows, by whom reads them or what reads them in turn, whatever the plan. */
static void write_reach(FILE *out) {
  static uint64_t reach[ROWS_MOST][REACH_WORDS];
  fputs("const uint64_t twocs_reach[COLUMNS][REACH_WORDS] = {\n", out);
  for (int k = 0; k < row_count; k++) {
    const int field = rows[k].filled == BY_NOBODY;
    if (field && k >= 64 * REACH_WORDS) fputs("generate: raise REACH_WORDS\n", stderr), exit(1);
    if (field) reach[k][k / 64] |= (uint64_t)1 << k % 64;
    for (int i = all.begin[k]; i < all.begin[k + 1]; i++)
      for (int w = 0; w < REACH_WORDS; w++) reach[k][w] |= reach[all.list[i]][w];
    fputs("  {", out);
    for (int w = 0; w < REACH_WORDS; w++) fprintf(out, "0x%llx,", (unsigned long long)reach[k][w]);
    fputs("},\n", out);
  }
  fputs("};\n\n", out);
}

static int divisions(void) {
  int sum = 0;
  for (int k = 0; k < row_count; k++) sum += all.divisions[k];
  return sum;
}

static void write_divisions(FILE *out) {
  fputs("const unsigned char twocs_divisions[COLUMNS] = {\n", out);
  for (int k = 0; k < row_count; k++)
    if (all.divisions[k]) fprintf(out, "  [K_%s] = %d,\n", rows[k].name, all.divisions[k]);
  fputs("};\n", out);
}

static int formulas(void) {
  int count = 0;
  for (int k = 0; k < row_count; k++) count += rows[k].filled == BY_FORMULA;
  return count;
}

/* Headers stand in engine/rows/. */
static void write_includes(FILE *out, int headers, char *const path[]) {
  for (int i = 0; i < headers; i++) {
    const char *name = strrchr(path[i], '/');
    fprintf(out, "#include \"rows/%s\"\n", name ? name + 1 : path[i]);
  }
}

int main(int count, char *path[]) {
  if (count < 3) return fputs("usage: generate HEADER.H ... OUT.C\n", stderr), 2;
  for (int i = 1; i < count - 1; i++) known_read(path[i]);
  reads_find(&known, &all);
  conditions_check(&all);
  collectives_check(&all);
  if (all.mistakes) return 1;
  guards_find(&all);
  shapes_find(&all, &like);
  const char *made = path[count - 1];
  FILE *out = fopen(made, "w");
  if (!out) return fprintf(stderr, "generate: cannot write %s\n", made), 1;
  fputs(head, out);
  write_includes(out, count - 2, &path[1]);
  write_formulas(out);
  fputs("#line 1 \"formulas.c\"\n", out);
  write_functions(out, "row_function", "twocs_row_of", "row");
  write_functions(out, "one_function", "twocs_one_of", "one");
  write_fillers(out);
  write_reads(out);
  write_gates(out);
  write_guards(out);
  write_names(out);
  write_reach(out);
  write_divisions(out);
  places_write(out);
  if (ferror(out) | fclose(out)) return remove(made), fprintf(stderr, "generate: cannot write %s\n", made), 1;
  printf("rows: %d columns, %d formulas, %d divisions\n", row_count, formulas(), divisions());
  return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * generate HEADER.H ... FOLDER: makes C code from the rows. Each formula becomes a function of its own that
 * loads only the columns that its text names, so that the time to compile grows with the number of rows and
 * not with its square. Formulas of one shape share the loop over rows, which takes most of that time. `#line`
 * gives the compiler, debuggers and gcov the row's own file and line.
 *
 * column.h names the columns. formulas_1.c to formulas_8.c have the functions, in the order of the rows, in
 * parts that are compiled at the same time; a changed formula changes one of them. formulas.c has constant
 * tables: functions by column, the reads of each row, its divisions, and columns by name. With TWOCS_WIDE
 * defined, the parts have only the loops, under other names: they are compiled a second time for processors
 * with wider vectors (rows/wide.c). */
#include "generate/made.h"
#include "generate/places.h"
#include "generate/reads.h"
#include "generate/shapes.h"
#include "generate/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8 }; /* as CMakeLists.txt lists them */

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

/* By default, clang unrolls a cell before it looks for vectors: four times the code, in four times the time.
 * A shared loop must not be copied for one of its callers. The sanitizer of undefined behaviour is off,
 * because operations on doubles have none; addresses are checked. */
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
    "#define FORMULA __attribute__((no_sanitize(\"undefined\")))\n"
    "#define LOAD(name) const double name = in[K_##name].value[j * in[K_##name].step + u];\n"
    "#define LOAD_AT(i) const double x##i = in[read[i]].value[j * in[read[i]].step + u];\n"
    "#define TAKE(name) const double name = of[K_##name];\n"
    "#ifdef TWOCS_WIDE\n"
    "#define LOOP_NAME(kind, name) twocs_wide_##kind##_##name\n"
    "#define ONE(name, columns, ...)\n"
    "#else\n"
    "#define LOOP_NAME(kind, name) twocs_##kind##_##name\n"
    "#define ONE(name, columns, ...) \\\n"
    "  double twocs_one_##name(const double of[]); \\\n"
    "  FORMULA double twocs_one_##name(const double of[]) { \\\n"
    "    (void)of; \\\n"
    "    columns return __VA_ARGS__; \\\n"
    "  }\n"
    "#endif\n"
    "#define GATE(i, columns, ...) \\\n"
    "  FORMULA static double gate_##i(const double of[]) { \\\n"
    "    (void)of; \\\n"
    "    columns return __VA_ARGS__; \\\n"
    "  }\n"
    "#define ROW(name, columns, ...) \\\n"
    "  void LOOP_NAME(row, name)(size_t cells, const twocs_cells in[], double *out); \\\n"
    "  FORMULA void LOOP_NAME(row, name)(size_t cells, const twocs_cells in[], double *restrict out) { \\\n"
    "    (void)in; \\\n"
    "    for (size_t j = 0; j < cells; j++) \\\n"
    "      WHOLE_CELL for (size_t u = 0; u < CELL; u++) { columns out[j * CELL + u] = __VA_ARGS__; } \\\n"
    "  }\n"
    "#define LOOP(name) \\\n"
    "  void LOOP_NAME(like, name)(size_t cells, const twocs_cells in[], double *restrict out, const short "
    "read[]);\n"
    "#define SHAPE(name, columns, ...) \\\n"
    "  LOOP(name) \\\n"
    "  SHARED FORMULA void LOOP_NAME(like, name)(size_t cells, const twocs_cells in[], double *restrict out, "
    "\\\n"
    "                                        const short read[]) { \\\n"
    "    (void)in, (void)read; \\\n"
    "    for (size_t j = 0; j < cells; j++) \\\n"
    "      WHOLE_CELL for (size_t u = 0; u < CELL; u++) { columns out[j * CELL + u] = __VA_ARGS__; } \\\n"
    "  }\n"
    "#define LIKE(name, first) \\\n"
    "  void LOOP_NAME(row, name)(size_t cells, const twocs_cells in[], double *out); \\\n"
    "  FORMULA void LOOP_NAME(row, name)(size_t cells, const twocs_cells in[], double *restrict out) { \\\n"
    "    LOOP_NAME(like, first)(cells, in, out, twocs_read_list + twocs_read_begin[K_##name]); \\\n"
    "  }\n\n";

/* Writes a ROW, over cells, or a ONE, for a single point. */
static void write_formula(FILE *out, const char *form, const char *load, int k) {
  fprintf(out, "#line %d \"%s\"\n%s(%s,", rows[k].line, rows[k].file, form, rows[k].name);
  for (int i = all.begin[k]; i < all.begin[k + 1]; i++) fprintf(out, " %s(%s)", load, rows[all.list[i]].name);
  fprintf(out, ", %s)\n", all.text[k]);
}

/* Writes the loop of all rows of one shape; below, the call of it by one of them. */
static void write_shape(FILE *out, int k) {
  fprintf(out, "#line %d \"%s\"\nSHAPE(%s,", rows[k].line, rows[k].file, rows[k].name);
  for (int i = 0; i < all.begin[k + 1] - all.begin[k]; i++) fprintf(out, " LOAD_AT(%d)", i);
  fprintf(out, ", %s)\n", like.text[k]);
}
/* `begin`: the first row of this part; a loop that is in another part is declared. */
static void write_like(FILE *out, int k, int begin) {
  const char *first = rows[like.first[k]].name;
  if (like.first[k] < begin) fprintf(out, "LOOP(%s)\n", first);
  fprintf(out, "#line %d \"%s\"\nLIKE(%s, %s)\n", rows[k].line, rows[k].file, rows[k].name, first);
}

/* Writes `many` formulas from row `begin` on; returns where the next part begins. */
static int write_formulas(FILE *out, int begin, int many) {
  int k = begin;
  for (; k < row_count && many > 0; k++) {
    if (rows[k].filled != BY_FORMULA) continue;
    const int shared = like.rows[like.first[k]] > 1;
    if (shared && like.first[k] == k) write_shape(out, k);
    shared ? write_like(out, k, begin) : write_formula(out, "ROW", "LOAD", k);
    write_formula(out, "ONE", "TAKE", k);
    many--;
  }
  return k;
}

static void write_functions(FILE *out, const char *type, const char *table, const char *prefix,
                            const char *form) {
  for (int k = 0; k < row_count; k++)
    if (rows[k].filled == BY_FORMULA) fprintf(out, form, rows[k].name);
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

/* The fields without a formula that a column reads, directly or through others, whatever the plan. */
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

/* About how many operations besides divisions the text of a formula needs. */
static int operations(const char *text) {
  int count = 0;
  for (; *text; text++) count += *text == '+' || *text == '-' || *text == '*' || *text == '(';
  return count;
}

static void write_operations(FILE *out) {
  fputs("const unsigned short twocs_operations[COLUMNS] = {\n", out);
  for (int k = 0; k < row_count; k++)
    if (rows[k].filled == BY_FORMULA)
      fprintf(out, "  [K_%s] = %d,\n", rows[k].name, operations(rows[k].text));
  fputs("};\n", out);
}

static int formulas(void) {
  int count = 0;
  for (int k = 0; k < row_count; k++) count += rows[k].filled == BY_FORMULA;
  return count;
}

/* Headers are in engine/rows/. */
static void write_includes(FILE *out, int headers, char *const path[]) {
  for (int i = 0; i < headers; i++) {
    const char *name = strrchr(path[i], '/');
    fprintf(out, "#include \"rows/%s\"\n", name ? name + 1 : path[i]);
  }
}

static void head_write(FILE *out, int headers, char *const path[]) {
  fputs(head, out);
  write_includes(out, headers, path);
}

static void columns_made(const char *folder) {
  made m;
  made_begin(&m, folder, "column.h");
  fputs("/* Made from engine/rows/ by engine/generate at each build. */\nenum column {\n", m.file);
  for (int k = 0; k < row_count; k++) fprintf(m.file, "  K_%s,\n", rows[k].name);
  fputs("  COLUMNS\n};\n", m.file);
  made_end(&m);
}

static void formulas_made(const char *folder, int headers, char *const path[]) {
  const int many = (formulas() + PARTS - 1) / PARTS;
  for (int part = 1, begin = 0; part <= PARTS; part++) {
    made m;
    char name[32];
    snprintf(name, sizeof name, "formulas_%d.c", part);
    made_begin(&m, folder, name);
    head_write(m.file, headers, path);
    begin = write_formulas(m.file, begin, many);
    made_end(&m);
  }
}

static void tables_made(const char *folder, int headers, char *const path[]) {
  made m;
  made_begin(&m, folder, "formulas.c");
  head_write(m.file, headers, path);
  write_functions(m.file, "row_function", "twocs_row_of", "twocs_row",
                  "void twocs_row_%s(size_t cells, const twocs_cells in[], double *out);\n");
  fputs("#ifdef TWOCS_HAS_WIDE\n", m.file);
  write_functions(m.file, "row_function", "twocs_wide_row_of", "twocs_wide_row",
                  "void twocs_wide_row_%s(size_t cells, const twocs_cells in[], double *out);\n");
  fputs("#endif\n", m.file);
  write_functions(m.file, "one_function", "twocs_one_of", "twocs_one",
                  "double twocs_one_%s(const double of[]);\n");
  write_fillers(m.file);
  write_reads(m.file);
  write_gates(m.file);
  write_guards(m.file);
  write_names(m.file);
  write_reach(m.file);
  write_divisions(m.file);
  write_operations(m.file);
  places_write(m.file);
  made_end(&m);
}

int main(int count, char *path[]) {
  if (count < 3) return fputs("usage: generate HEADER.H ... FOLDER\n", stderr), 2;
  const int headers = count - 2;
  const char *folder = path[count - 1];
  for (int i = 1; i <= headers; i++) known_read(path[i]);
  reads_find(&known, &all);
  conditions_check(&all);
  collectives_check(&all);
  if (all.mistakes) return 1;
  guards_find(&all);
  shapes_find(&all, &like);
  columns_made(folder);
  formulas_made(folder, headers, &path[1]);
  tables_made(folder, headers, &path[1]);
  printf("rows: %d columns, %d formulas, %d divisions\n", row_count, formulas(), divisions());
  return 0;
}

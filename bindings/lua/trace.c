/* SPDX-License-Identifier: MIT
 *
 * Traces for scripts. A trace is a userdata with a finalizer before it is read, so that Lua may raise an
 * error anywhere. What scripts ask of it is copied into columns. Times are in seconds since its first
 * kernel. */
#include "core.h"
#include "stream.h"
#include "trace.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define TYPE "twocs.trace"

static int trace_gc(lua_State *L) {
  twocs_trace_close(luaL_checkudata(L, 1, TYPE));
  return 0;
}

static const twocs_trace *trace_check(lua_State *L) { return luaL_checkudata(L, 1, TYPE); }

/* core.trace(path): a trace; or nil, "line 7: sentence", code. */
static int core_trace(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  twocs_trace *trace = lua_newuserdatauv(L, sizeof *trace, 0);
  memset(trace, 0, sizeof *trace);
  luaL_getmetatable(L, TYPE);
  lua_setmetatable(L, -2);
  twocs_stream *stream = lua_newuserdatauv(L, sizeof *stream, 0);
  char sentence[300];
  if (twocs_stream_open(stream, path)) {
    const int code = errno;
    lua_pushnil(L);
    lua_pushstring(L, strerror(code));
    lua_pushnumber(L, code);
    return 3;
  }
  const twocs_trace_source source = {twocs_stream_more, twocs_stream_rewind, stream};
  const int code = twocs_trace_read(trace, &source, sentence, sizeof sentence);
  twocs_stream_close(stream);
  if (code) return text_refused(L, stream->failed ? stream->message : sentence);
  lua_pushvalue(L, -2);
  return 1;
}

/* ---- Times and parts */

static int64_t origin(const twocs_trace *t) { return t->kernel[t->order[0]].start; }
static double seconds(int64_t ns) { return (double)ns / 1e9; }
static double number_or_nan(double x, int is) { return is ? x : (double)NAN; }

/* Arguments 2 and 3: the index of a step in the list of steps, and the index of a device; 0 means all. */
static twocs_trace_part part_check(lua_State *L, const twocs_trace *t) {
  const int step = (int)luaL_optnumber(L, 2, 0), device = (int)luaL_optnumber(L, 3, 0);
  twocs_trace_part part = {INT64_MIN, INT64_MAX, device - 1};
  if (step < 0 || (size_t)step > t->steps || device < 0 || (size_t)device > t->devices)
    luaL_error(L, "the trace has no such step or device");
  if (step) part.from = t->step[step - 1].start, part.to = t->step[step - 1].end;
  return part;
}

/* ---- Columns: a table of them is on the stack below */

static double *numbers_column(lua_State *L, const char *name, size_t n) {
  column *c = column_new(L, n);
  lua_setfield(L, -2, name);
  return c->value;
}

static void set_number(lua_State *L, const char *key, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

/* A column of texts of which many are equal: each text is made once. `what` gives row i the key of its text
 * and, for a new key, the text. */
typedef const char *text_of(const twocs_trace *, uint32_t kernel, uint32_t *key);

static void texts_column(lua_State *L, const char *name, const twocs_trace *t, const uint32_t *row, size_t n,
                         text_of *what) {
  lua_createtable(L, (int)n, 0);
  lua_newtable(L); /* by key */
  for (size_t i = 0; i < n; i++) {
    uint32_t key;
    const char *text = what(t, row[i], &key);
    lua_rawgeti(L, -1, (int)key);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_pushstring(L, text);
      lua_pushvalue(L, -1);
      lua_rawseti(L, -3, (int)key);
    }
    lua_rawseti(L, -3, (int)(i + 1));
  }
  lua_pop(L, 1);
  lua_setfield(L, -2, name);
}

static const char *name_of(const twocs_trace *t, uint32_t i, uint32_t *key) {
  *key = t->kernel[i].name + 1;
  return twocs_pool_text(&t->names, t->kernel[i].name, NULL);
}

static const char *class_of(const twocs_trace *t, uint32_t i, uint32_t *key) {
  *key = t->kernel[i].class + 1u;
  return twocs_kernel_class_names[t->kernel[i].class];
}

static const char *collective_of(const twocs_trace *t, uint32_t i, uint32_t *key) {
  *key = t->kernel[i].collective + 1u;
  return twocs_collective_names[t->kernel[i].collective];
}

static const char *op_of(const twocs_trace *t, uint32_t i, uint32_t *key) {
  *key = t->kernel[i].op + 1;
  return t->kernel[i].op ? t->operators.text + t->op[t->kernel[i].op - 1].name : "";
}

static const char *shapes_of(const twocs_trace *t, uint32_t i, uint32_t *key) {
  *key = t->kernel[i].op + 1;
  return t->kernel[i].op ? t->operators.text + t->op[t->kernel[i].op - 1].shapes : "";
}

/* The type of a collective's elements, else of the operator's inputs. The keys of the two do not overlap. */
static const char *type_of(const twocs_trace *t, uint32_t i, uint32_t *key) {
  const twocs_trace_kernel *kernel = &t->kernel[i];
  if (kernel->class == TWOCS_KERNEL_COLLECTIVE) {
    *key = 2 * kernel->message + 1;
    if (!kernel->message) return "";
    return twocs_pool_text(&t->messages, kernel->message - 1, NULL) + offsetof(twocs_message, type);
  }
  *key = 2 * kernel->op + 2;
  return kernel->op ? t->operators.text + t->op[kernel->op - 1].type : "";
}

/* The sizes of a matrix product. */
static void sizes_columns(lua_State *L, const twocs_trace *t, const uint32_t *row, size_t n) {
  double *m = numbers_column(L, "m", n), *columns_n = numbers_column(L, "n", n),
         *k = numbers_column(L, "k", n), *batch = numbers_column(L, "batch", n);
  for (size_t i = 0; i < n; i++) {
    const twocs_trace_kernel *kernel = &t->kernel[row[i]];
    const twocs_trace_operator *op = kernel->op ? &t->op[kernel->op - 1] : NULL;
    const int is = op && op->m > 0 && kernel->class == TWOCS_KERNEL_GEMM;
    m[i] = number_or_nan(is ? op->m : 0, is);
    columns_n[i] = number_or_nan(is ? op->n : 0, is);
    k[i] = number_or_nan(is ? op->k : 0, is);
    batch[i] = number_or_nan(is ? op->batch : 0, is);
  }
}

static void message_columns(lua_State *L, const twocs_trace *t, const uint32_t *row, size_t n) {
  double *bytes = numbers_column(L, "bytes", n), *ranks = numbers_column(L, "ranks", n);
  for (size_t i = 0; i < n; i++) {
    const twocs_message message = twocs_trace_message(t, t->kernel[row[i]].message);
    bytes[i] = number_or_nan(message.bytes, message.bytes > 0);
    ranks[i] = number_or_nan(message.ranks, message.ranks > 0);
  }
}

/* Columns with what is known about the work of these kernels. */
static void work_columns(lua_State *L, const twocs_trace *t, const uint32_t *row, size_t n) {
  if (n > INT32_MAX - 1) luaL_error(L, "a table of more than 2 billion rows");
  texts_column(L, "name", t, row, n, name_of);
  texts_column(L, "class", t, row, n, class_of);
  texts_column(L, "collective", t, row, n, collective_of);
  texts_column(L, "op", t, row, n, op_of);
  texts_column(L, "shapes", t, row, n, shapes_of);
  texts_column(L, "dtype", t, row, n, type_of);
  sizes_columns(L, t, row, n);
  message_columns(L, t, row, n);
}

/* core.trace_kernels(trace, step, device): columns by name, and how many rows. */
static int core_trace_kernels(lua_State *L) {
  const twocs_trace *t = trace_check(L);
  const twocs_trace_part part = part_check(L, t);
  uint32_t *row = lua_newuserdatauv(L, t->kernels * sizeof *row, 0);
  size_t n = 0;
  for (size_t i = 0; i < t->kernels; i++)
    if (twocs_trace_is_in(&part, &t->kernel[t->order[i]])) row[n++] = t->order[i];
  lua_newtable(L);
  work_columns(L, t, row, n);
  double *start = numbers_column(L, "start", n), *took = numbers_column(L, "t", n);
  double *stream = numbers_column(L, "stream", n), *device = numbers_column(L, "device", n);
  for (size_t i = 0; i < n; i++) {
    const twocs_trace_kernel *kernel = &t->kernel[row[i]];
    start[i] = seconds(kernel->start - origin(t));
    took[i] = seconds(kernel->duration);
    stream[i] = kernel->stream;
    device[i] = (double)t->device[kernel->device];
  }
  lua_pushnumber(L, (double)n);
  return 2;
}

/* core.trace_groups(trace, step, device): columns by name, and how many rows. */
static int core_trace_groups(lua_State *L) {
  const twocs_trace *t = trace_check(L);
  const twocs_trace_part part = part_check(L, t);
  uint32_t *scratch = lua_newuserdatauv(L, t->kernels * sizeof *scratch, 0);
  uint32_t *more = lua_newuserdatauv(L, t->kernels * sizeof *more, 0);
  const size_t n = twocs_trace_groups(t, &part, scratch, more, NULL);
  twocs_trace_group *group = lua_newuserdatauv(L, n * sizeof *group + 1, 0);
  twocs_trace_groups(t, &part, scratch, more, group);
  uint32_t *row = more;
  for (size_t i = 0; i < n; i++) row[i] = group[i].kernel;
  lua_newtable(L);
  work_columns(L, t, row, n);
  double *kernels = numbers_column(L, "kernels", n), *calls = numbers_column(L, "calls", n),
         *total = numbers_column(L, "t_total", n), *least = numbers_column(L, "t_min", n);
  for (size_t i = 0; i < n; i++) {
    kernels[i] = (double)group[i].kernels;
    calls[i] = (double)group[i].calls;
    total[i] = seconds(group[i].total);
    least[i] = seconds(group[i].least);
  }
  lua_pushnumber(L, (double)n);
  return 2;
}

/* core.trace_overlap(trace, step, device): a list of tables, one for each device. */
static int core_trace_overlap(lua_State *L) {
  const twocs_trace *t = trace_check(L);
  const twocs_trace_part part = part_check(L, t);
  twocs_trace_overlap row[TWOCS_TRACE_DEVICES_MOST];
  const size_t n = twocs_trace_overlaps(t, &part, row);
  lua_createtable(L, (int)n, 0);
  for (size_t i = 0; i < n; i++) {
    lua_createtable(L, 0, 9);
    set_number(L, "device", (double)row[i].device);
    set_number(L, "kernels", (double)row[i].kernels);
    set_number(L, "span", seconds(row[i].span));
    set_number(L, "compute", seconds(row[i].compute));
    set_number(L, "communication", seconds(row[i].communication));
    set_number(L, "overlapped", seconds(row[i].overlapped));
    set_number(L, "exposed", seconds(row[i].exposed));
    set_number(L, "copy", seconds(row[i].copy));
    set_number(L, "idle", seconds(row[i].idle));
    lua_rawseti(L, -2, (int)(i + 1));
  }
  return 1;
}

/* core.trace_steps(trace): a list of { number, start, t, kernels, on_device }. */
static int core_trace_steps(lua_State *L) {
  const twocs_trace *t = trace_check(L);
  lua_createtable(L, (int)t->steps, 0);
  for (size_t i = 0; i < t->steps; i++) {
    const twocs_trace_step *step = &t->step[i];
    lua_createtable(L, 0, 5);
    set_number(L, "number", (double)step->number);
    set_number(L, "start", seconds(step->start - origin(t)));
    set_number(L, "t", seconds(step->end - step->start));
    set_number(L, "kernels", (double)(twocs_trace_from(t, step->end) - twocs_trace_from(t, step->start)));
    lua_pushboolean(L, step->on_device);
    lua_setfield(L, -2, "on_device");
    lua_rawseti(L, -2, (int)(i + 1));
  }
  return 1;
}

/* core.trace_facts(trace): facts about the trace as a whole. */
static int core_trace_facts(lua_State *L) {
  const twocs_trace *t = trace_check(L);
  lua_newtable(L);
  set_number(L, "kernels", (double)t->kernels);
  set_number(L, "events", (double)t->events);
  set_number(L, "readings", (double)t->passes);
  set_text(L, "gpu", t->gpu);
  if (t->rank >= 0) set_number(L, "rank", (double)t->rank);
  if (t->world >= 0) set_number(L, "world", (double)t->world);
  lua_createtable(L, (int)t->devices, 0);
  for (size_t i = 0; i < t->devices; i++) {
    lua_pushnumber(L, (double)t->device[i]);
    lua_rawseti(L, -2, (int)(i + 1));
  }
  lua_setfield(L, -2, "devices");
  return 1;
}

/* core.kernel_class(name): its class, and its collective, "" for none. */
static int core_kernel_class(lua_State *L) {
  const twocs_kernel kernel = twocs_kernel_of(luaL_checkstring(L, 1));
  lua_pushstring(L, twocs_kernel_class_names[kernel.class]);
  lua_pushstring(L, twocs_collective_names[kernel.collective]);
  return 2;
}

void trace_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"trace", core_trace},
                                       {"trace_kernels", core_trace_kernels},
                                       {"trace_groups", core_trace_groups},
                                       {"trace_overlap", core_trace_overlap},
                                       {"trace_steps", core_trace_steps},
                                       {"trace_facts", core_trace_facts},
                                       {"kernel_class", core_kernel_class},
                                       {NULL, NULL}};
  luaL_newmetatable(L, TYPE);
  lua_pushcfunction(L, trace_gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

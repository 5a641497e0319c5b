/* SPDX-License-Identifier: MIT */
/* The modules twocs_profile (this machine's CPU), twocs_mpi and twocs_cuda: one backend each, chosen when
 * this file is compiled, and the clock that they share. Only scripts/twocs/profile uses them. Those scripts
 * check the shapes; this file checks for what could harm the process. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "compat.h"
#include "../profile/backend.h"
#include "../profile/clock.h"
#include "../profile/measure.h"

#define JOINED(a, b) a##b
#define NAMED(a, b) JOINED(a, b)
#define MACHINE NAMED(twocs_backend_, TWOCS_BACKEND)
#define OPEN NAMED(luaopen_, TWOCS_MODULE)

enum { LIST_MOST = 1000 };
#define SIZE_MOST 1e12

extern const twocs_backend MACHINE;
__attribute__((visibility("default"))) int OPEN(lua_State *L);

static int refuse(lua_State *L, const char *text) {
  lua_pushnil(L);
  lua_pushstring(L, text);
  return 2;
}

/* profile.open(threads) -> true, or nil, text where this machine cannot be used */
static int open_machine(lua_State *L) {
  const char *why = MACHINE.open((int)luaL_checknumber(L, 1));
  if (why) return refuse(L, why);
  lua_pushboolean(L, 1);
  return 1;
}

static void tell(void *to, const char *name, const char *value) {
  lua_State *L = to;
  lua_createtable(L, 0, 2);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, value);
  lua_setfield(L, -2, "value");
  lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
}

/* profile.facts() -> { { name =, value = }, ... } */
static int facts(lua_State *L) {
  lua_newtable(L);
  MACHINE.facts(tell, L);
  return 1;
}

/* profile.operators() -> { { name =, takes = "gemm" or "rows" or "byte" or "none", meaning = }, ... } */
static int operators(lua_State *L) {
  static const char *const takes[] = {"gemm", "rows", "byte", "none"};
  lua_createtable(L, TWOCS_OPS, 0);
  for (int op = 0; op < TWOCS_OPS; op++) {
    lua_createtable(L, 0, 3);
    lua_pushstring(L, twocs_operators[op].name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, takes[twocs_operators[op].takes]);
    lua_setfield(L, -2, "takes");
    lua_pushstring(L, twocs_operators[op].meaning);
    lua_setfield(L, -2, "meaning");
    lua_rawseti(L, -2, op + 1);
  }
  return 1;
}

static double size_field(lua_State *L, int index, const char *name) {
  lua_getfield(L, index, name);
  const double size = lua_isnil(L, -1) ? 0 : lua_tonumber(L, -1);
  if (!(size >= 0 && size <= SIZE_MOST) || size != floor(size))
    luaL_error(L, "%s = %f is not a size: expected a whole number up to 1e12", name, size);
  lua_pop(L, 1);
  return size;
}

static int word_field(lua_State *L, int index, const char *name, int count, const char *(*word)(int)) {
  lua_getfield(L, index, name);
  const char *given = lua_tostring(L, -1);
  int found = -1;
  for (int i = 0; given && i < count && found < 0; i++)
    if (!strcmp(given, word(i))) found = i;
  if (found < 0) luaL_error(L, "%s = %s cannot be measured", name, given ? given : "nil");
  lua_pop(L, 1);
  return found;
}

static const char *op_name(int i) { return twocs_operators[i].name; }
static const char *dtype_name(int i) { return twocs_dtype_names[i]; }

static twocs_shape shape_check(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  twocs_shape s = {.op = (twocs_op)word_field(L, index, "op", TWOCS_OPS, op_name),
                   .dtype = (twocs_dtype)word_field(L, index, "dtype", TWOCS_DTYPES, dtype_name)};
  s.x = size_field(L, index, "x"), s.m = size_field(L, index, "m"), s.n = size_field(L, index, "n");
  s.k = size_field(L, index, "k"), s.rows = size_field(L, index, "rows");
  s.width = size_field(L, index, "width"), s.byte = size_field(L, index, "byte");
  const twocs_sizes takes = twocs_operators[s.op].takes;
  if ((takes == TWOCS_TAKES_GEMM && !(s.x * s.m * s.n * s.k > 0)) ||
      (takes == TWOCS_TAKES_ROWS && !(s.rows * s.width > 0)) || (takes == TWOCS_TAKES_BYTE && !(s.byte > 0)))
    luaL_error(L, "%s needs sizes above 0", op_name((int)s.op));
  return s;
}

/* profile.count(shape) -> flop, byte */
static int count(lua_State *L) {
  const twocs_shape s = shape_check(L, 1);
  lua_pushnumber(L, twocs_shape_flop(&s));
  lua_pushnumber(L, twocs_shape_byte(&s));
  return 2;
}

/* The shapes that are measured now. No code of Lua runs between prepare and release, so everything is
 * released. */
typedef struct list {
  int count;
  void *work[LIST_MOST];
} list;

static double time_of(void *context, double runs) {
  const list *l = context;
  return MACHINE.time(l->work, l->count, runs);
}

static void release(list *l) {
  while (l->count > 0) MACHINE.release(l->work[--l->count]);
}

static double number_field(lua_State *L, int index, const char *name, double usual) {
  lua_getfield(L, index, name);
  const double x = lua_isnil(L, -1) ? usual : lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

static twocs_patience patience_check(lua_State *L, int index) {
  const twocs_patience usual = twocs_patience_usual;
  if (lua_isnoneornil(L, index)) return usual;
  luaL_checktype(L, index, LUA_TTABLE);
  return (twocs_patience){number_field(L, index, "tolerance", usual.tolerance),
                          number_field(L, index, "budget", usual.budget),
                          number_field(L, index, "sample", usual.sample)};
}

static int push_measurement(lua_State *L, const twocs_measurement *found) {
  lua_createtable(L, 0, 4);
  lua_pushnumber(L, found->median);
  lua_setfield(L, -2, "t");
  lua_pushnumber(L, found->least);
  lua_setfield(L, -2, "t_least");
  lua_pushnumber(L, found->spread);
  lua_setfield(L, -2, "spread");
  lua_pushnumber(L, found->repeats);
  lua_setfield(L, -2, "repeats");
  return 1;
}

/* profile.measure({ shape, ... }, { tolerance =, budget =, sample = }) -> { t =, t_least =, spread =, repeats
 * = }, or nil, text where a shape cannot be prepared or Ctrl-C came */
static int measure(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const int wanted = (int)lua_rawlen(L, 1);
  const twocs_patience patience = patience_check(L, 2);
  luaL_argcheck(L, wanted > 0 && wanted <= LIST_MOST, 1, "expected 1 to 1000 shapes");
  twocs_shape *shapes = lua_newuserdatauv(L, (size_t)wanted * sizeof *shapes, 0);
  list *l = lua_newuserdatauv(L, sizeof *l, 0);
  for (int i = 0; i < wanted; i++) {
    lua_rawgeti(L, 1, i + 1);
    shapes[i] = shape_check(L, lua_gettop(L));
    lua_pop(L, 1);
  }
  const char *why = NULL;
  for (l->count = 0; l->count < wanted; l->count++)
    if (!(l->work[l->count] = MACHINE.prepare(&shapes[l->count], &why))) break;
  twocs_measurement found;
  const int done = l->count == wanted && twocs_measure(time_of, l, &patience, &found);
  if (l->count == wanted && !done) why = twocs_interrupted ? "interrupted" : "the device failed while it ran";
  release(l);
  return done ? push_measurement(L, &found) : refuse(L, why);
}

static void push_load(lua_State *L, twocs_load load) {
  lua_createtable(L, 0, 3);
  lua_pushnumber(L, load.clock);
  lua_setfield(L, -2, "clock");
  lua_pushnumber(L, load.busy);
  lua_setfield(L, -2, "busy");
  lua_pushnumber(L, load.own);
  lua_setfield(L, -2, "own");
}

static twocs_load load_check(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  const double unknown = (double)NAN;
  return (twocs_load){number_field(L, index, "clock", unknown), number_field(L, index, "busy", unknown),
                      number_field(L, index, "own", unknown)};
}

/* profile.load() -> { clock =, busy =, own = }: seconds, of the clock and of processors so far */
static int load(lua_State *L) {
  twocs_load now = twocs_load_now();
  if (MACHINE.agree) MACHINE.agree(&now);
  return push_load(L, now), 1;
}

/* profile.others(before, after) -> how many cores others kept busy in between, and whether that spoils a
 * measurement: 0, 1, NaN */
static int others(lua_State *L) {
  const twocs_load before = load_check(L, 1), after = load_check(L, 2);
  const double cores = twocs_load_others(&before, &after);
  lua_pushnumber(L, cores);
  lua_pushnumber(L, twocs_load_spoils(cores));
  return 2;
}

static int catch_interrupt(lua_State *L) {
  (void)L;
  twocs_interrupt_catch();
  return 0;
}

static int caught(lua_State *L) {
  lua_pushboolean(L, twocs_interrupted);
  return 1;
}

static int let_go(lua_State *L) {
  (void)L;
  twocs_interrupt_release();
  return 0;
}

/* profile.again(): raises the caught Ctrl-C again, now with its usual effect */
static int again(lua_State *L) {
  (void)L;
  return raise(SIGINT), 0;
}

/* profile.rest(seconds): waits so long */
static int rest(lua_State *L) {
  const double seconds = luaL_checknumber(L, 1);
  if (seconds > 0 && seconds < 3600)
    nanosleep(&(struct timespec){(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))}, NULL);
  return 0;
}

/* profile.terminal(): whether messages go to a terminal */
static int terminal(lua_State *L) {
  lua_pushboolean(L, isatty(STDERR_FILENO));
  return 1;
}

static int rank(lua_State *L) {
  lua_pushnumber(L, MACHINE.rank ? MACHINE.rank() : 0);
  return 1;
}

static int ranks(lua_State *L) {
  lua_pushnumber(L, MACHINE.ranks ? MACHINE.ranks() : 1);
  return 1;
}

static int wait_for_all(lua_State *L) {
  (void)L;
  if (MACHINE.wait) MACHINE.wait();
  return 0;
}

static int close_machine(lua_State *L) {
  (void)L;
  if (MACHINE.close) MACHINE.close();
  return 0;
}

int OPEN(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"open", open_machine},   {"facts", facts},    {"operators", operators}, {"count", count},
      {"measure", measure},     {"load", load},      {"others", others},       {"catch", catch_interrupt},
      {"caught", caught},       {"release", let_go}, {"rank", rank},           {"ranks", ranks},
      {"wait", wait_for_all},   {"again", again},    {"rest", rest},           {"terminal", terminal},
      {"close", close_machine}, {NULL, NULL}};
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pushstring(L, MACHINE.name);
  lua_setfield(L, -2, "name");
  return 1;
}

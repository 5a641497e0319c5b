/* SPDX-License-Identifier: MIT
 *
 * The prompt: reads a line, and more lines until the chunk is complete, runs it and prints its results. With
 * libedit it has history and completion, without it plain lines. The one thing to know: libedit gets one
 * character at a time, so that this file does the waiting, and Ctrl-C can start a fresh line. */
#define _POSIX_C_SOURCE 200809L
#include "prompt.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE, END, STOPPED }; /* outcomes of reading a line */
static const char first_prompt[] = "> ", more_prompt[] = ">> ";

#ifdef TWOCS_EDIT
#include <editline/readline.h>
#include <locale.h>
#include <poll.h>
#include <unistd.h>

enum { HISTORY_MOST = 2000, PATH_MOST = 1024 };

static lua_State *completing; /* libedit's callbacks have no argument for it */
static char history_file[PATH_MOST];
static char *line_taken;
static int line_done;

static void take_line(char *line) {
  line_taken = line;
  line_done = 1;
}

static int read_line(lua_State *L, const char *prompt, char **line) {
  struct pollfd terminal = {STDIN_FILENO, POLLIN, 0};
  int outcome = LINE;
  line_done = 0;
  line_taken = NULL;
  rl_callback_handler_install(prompt, take_line);
  while (!line_done && outcome == LINE) {
    const int events = poll(&terminal, 1, -1);
    const int lost = events > 0 ? !(terminal.revents & POLLIN) : errno != EINTR;
    if (interrupt_taken(L))
      outcome = STOPPED;
    else if (lost)
      outcome = END;
    else if (events > 0)
      rl_callback_read_char();
  }
  rl_callback_handler_remove();
  if (outcome == LINE && !line_taken) outcome = END;
  if (outcome != LINE) putchar('\n');
  *line = line_taken;
  return outcome;
}

/* Completion: libedit gets the candidates of a Lua list one by one. */
static char *next_candidate(const char *word, int state) {
  char *copy = NULL;
  (void)word;
  lua_rawgeti(completing, -1, state + 1);
  if (lua_type(completing, -1) == LUA_TSTRING) copy = strdup(lua_tostring(completing, -1));
  lua_pop(completing, 1);
  return copy;
}

static char **complete(const char *word, int start, int end) {
  char **matches = NULL;
  (void)end;
  lua_State *L = completing;
  const int top = lua_gettop(L);
  rl_attempted_completion_over = 1;
  rl_completion_append_character = 0;
  if (lua_checkstack(L, 16) && !require_module(L, "twocs.help.complete")) {
    lua_pushlstring(L, rl_line_buffer, (size_t)start);
    lua_pushstring(L, word);
    if (!protected_call(L, 2, 1) && lua_istable(L, -1)) matches = rl_completion_matches(word, next_candidate);
  }
  lua_settop(L, top);
  return matches;
}

/* Finds the file of the history; there is none if its folder cannot be made. */
static void find_history(lua_State *L) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  char folder[PATH_MOST - 16];
  int length = -1;
  if (state && *state == '/')
    length = snprintf(folder, sizeof folder, "%s/twocs", state);
  else if (home && *home == '/')
    length = snprintf(folder, sizeof folder, "%s/.local/state/twocs", home);
  if (length < 0 || length >= (int)sizeof folder || require_module(L, "twocs.core")) return;
  lua_getfield(L, -1, "folder");
  lua_pushstring(L, folder);
  if (!protected_call(L, 1, 1) && lua_toboolean(L, -1))
    snprintf(history_file, sizeof history_file, "%s/history", folder);
}

static void open_lines(lua_State *L) {
  static char breaks[] = " \t\n\"'`@$><=;|&{(,+-*/^%#~[])}";
  setlocale(LC_CTYPE, "");
  completing = L;
  rl_readline_name = "twocs";
  rl_completer_word_break_characters = breaks;
  rl_attempted_completion_function = complete;
  using_history();
  stifle_history(HISTORY_MOST);
  find_history(L);
  if (*history_file) read_history(history_file);
  lua_settop(L, 0);
}

/* Saves the history with every line, because a terminal may be closed at any time. */
static void keep_line(const char *line) {
  HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
  if (!*line || (last && !strcmp(last->line, line))) return;
  add_history(line);
  if (*history_file) write_history(history_file);
}

#else
static int read_line(lua_State *L, const char *prompt, char **line) {
  size_t size = 0;
  *line = NULL;
  fputs(prompt, stdout);
  fflush(stdout);
  const ssize_t length = getline(line, &size, stdin);
  if (length > 0 && (*line)[length - 1] == '\n') (*line)[length - 1] = 0;
  if (length >= 0) return LINE;
  free(*line);
  *line = NULL;
  putchar('\n');
  if (!interrupt_taken(L)) return END;
  clearerr(stdin);
  return STOPPED;
}

static void open_lines(lua_State *L) { (void)L; }
static void keep_line(const char *line) { (void)line; }
#endif

/* Chunks. */
static int ends_early(lua_State *L) {
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  if (length && text[length - 1] == '\'') length--; /* LuaJIT quotes it */
  return length >= 5 && !memcmp(text + length - 5, "<eof>", 5);
}

/* Compiles the text on top of the stack as an expression, else as a statement, and pushes the function or a
 * message. */
static int load_text(lua_State *L, int *incomplete) {
  size_t length;
  lua_pushliteral(L, "return ");
  lua_pushvalue(L, -2);
  lua_concat(L, 2);
  const char *text = lua_tolstring(L, -1, &length);
  int failed = luaL_loadbufferx(L, text, length, "=prompt", "t");
  lua_remove(L, -2);
  if (!failed) return 0;
  *incomplete = ends_early(L);
  lua_pop(L, 1);
  text = lua_tolstring(L, -1, &length);
  failed = luaL_loadbufferx(L, text, length, "=prompt", "t");
  if (failed) *incomplete = *incomplete || ends_early(L);
  return failed;
}

/* Pushes a function of twocs.help.prompt; 0: the scripts are missing. */
static int push_own(lua_State *L, const char *name) {
  if (require_module(L, "twocs.help.prompt")) {
    lua_pop(L, 1);
    return 0;
  }
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
  return 1;
}

/* Pushes the line in the form to compile; 0: the line ends the session. */
static int push_line(lua_State *L, const char *line) {
  lua_pushstring(L, line);
  if (!push_own(L, "line")) return 1;
  lua_pushvalue(L, -2);
  if (protected_call(L, 1, 1)) {
    lua_pop(L, 1);
    return 1;
  }
  lua_remove(L, -2);
  return lua_type(L, -1) == LUA_TSTRING;
}

/* Reads until a chunk is complete or wrong. If the outcome is LINE, its function or message is on top. */
static int read_chunk(lua_State *L, int *failed) {
  lua_pushliteral(L, "");
  for (int lines = 0;; lines++) {
    char *line;
    int incomplete = 0;
    const int outcome = read_line(L, lines ? more_prompt : first_prompt, &line);
    if (outcome != LINE) return outcome;
    keep_line(line);
    lua_pushstring(L, lines ? "\n" : "");
    const int goes_on = lines ? (lua_pushstring(L, line), 1) : push_line(L, line);
    free(line);
    if (!goes_on) return END;
    lua_concat(L, 3);
    *failed = load_text(L, &incomplete);
    if (!*failed || !incomplete) return LINE;
    lua_pop(L, 1);
  }
}

static void run_chunk(lua_State *L) {
  const int base = lua_gettop(L);
  const int failed = protected_call(L, 0, LUA_MULTRET);
  if (failed) {
    complain(L);
    return;
  }
  const int count = lua_gettop(L) - base + 1;
  if (!count) return;
  if (!lua_checkstack(L, 8)) {
    lua_settop(L, base - 1);
    return;
  }
  if (!push_own(L, "show")) lua_getglobal(L, "print");
  lua_insert(L, base);
  if (protected_call(L, count, 0)) complain(L);
}

static void set_globals(lua_State *L) {
  static const char chunk[] = "if jit then jit.off() end tw = require 'twocs' help = tw.help "
                              "print(('twocs %s (%s). help() lists everything, exit or Ctrl-D leaves.')"
                              ":format(tw.version, jit and jit.version or _VERSION))";
  if (luaL_loadbufferx(L, chunk, sizeof chunk - 1, "=prompt", "t") || protected_call(L, 0, 0)) complain(L);
}

int prompt_run(lua_State *L) {
  set_globals(L);
  open_lines(L);
  for (;;) {
    int failed = 0;
    lua_settop(L, 0);
    const int outcome = read_chunk(L, &failed);
    if (outcome == END) return CALL_DONE;
    if (outcome == STOPPED) continue;
    if (failed)
      complain(L);
    else
      run_chunk(L);
    fflush(stdout);
  }
}

/* SPDX-License-Identifier: MIT
 *
 * Declarations that the executable and its prompt share. The one thing to know: everything that a person or a
 * script asks for runs through protected_call, so that a mistake ends in a message and Ctrl-C in a stop.
 * Neither ends the process. */
#ifndef TWOCS_LUA_PROMPT_H
#define TWOCS_LUA_PROMPT_H

#include "core.h"

enum { CALL_DONE = 0, CALL_FAILED = 1, CALL_INTERRUPTED = 130 }; /* exit statuses too */

/* Calls the function below its arguments. If that fails, a message with a traceback replaces the results. */
int protected_call(lua_State *L, int arguments, int results);
/* Prints the message on top of the stack to stderr, and pops it. */
void complain(lua_State *L);
/* From here on Ctrl-C stops what runs in this state, and after a second it ends the process. */
void interrupts_open(lua_State *L);
/* From here on Ctrl-C does not end the process, and coroutines check for it too. */
void interrupts_wait(lua_State *L);
void interrupts_close(void);
/* Whether Ctrl-C came since it was last taken; interrupt_taken also forgets it. */
int interrupt_came(void);
int interrupt_taken(lua_State *L);
/* require(name) through protected_call, with one result. */
int require_module(lua_State *L, const char *name);

/* print and tostring, the same on both interpreters. */
void print_open(lua_State *L);

/* package.path and package.cpath: remove the current folder, and put the folder of a script in front. */
void folder_leave(lua_State *L);
void folder_enter(lua_State *L, const char *script);

/* Reads and runs what is typed until the end of the file; returns the exit status. */
int prompt_run(lua_State *L);

#endif

/* SPDX-License-Identifier: MIT
 *
 * In place of interrupts.c where there is no Ctrl-C: who stops a script in a browser ends its worker. */
#include "prompt.h"

int interrupt_came(void) { return 0; }
int interrupt_taken(lua_State *L) { return (void)L, 0; }

/* SPDX-License-Identifier: MIT
 *
 * Reads C expressions as far as rows need it: identifiers, numbers, divisions. Their meaning is left to the
 * compiler. */
#include "generate/text.h"
#include <ctype.h>
#include <string.h>

static int in_identifier(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* 1e-9, 0x1.8p52: a sign belongs to a number where it follows an exponent's letter. */
static const char *behind_number(const char *at) {
  const int hexadecimal = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  while (in_identifier(*at) || *at == '.') {
    const char letter = (char)tolower((unsigned char)*at++);
    if (letter == (hexadecimal ? 'p' : 'e') && (*at == '+' || *at == '-')) at++;
  }
  return at;
}

static enum kind kind_of(const char *begin, const char *end) {
  while (*end == ' ') end++;
  return *end == '(' ? FUNCTION : isupper((unsigned char)*begin) ? CONSTANT : NAME;
}

int word_next(const char **text, word *w) {
  const char *at = *text;
  while (*at && *at != '/' && !isalpha((unsigned char)*at) && *at != '_')
    at = isdigit((unsigned char)*at) ? behind_number(at) : at + 1;
  const char *end = at;
  while (in_identifier(*end)) end++;
  *text = *at == '/' ? at + 1 : end;
  *w = (word){*at == '/' ? DIVISION : kind_of(at, end), at, (size_t)(*text - at)};
  return *at != 0;
}

int word_is(const word *w, const char *name) {
  return strlen(name) == w->length && !memcmp(name, w->at, w->length);
}

/* ---- Pieces and calls. */

/* The next of `signs` outside of all parentheses. */
static const char *sign_find(const char *at, const char *end, const char *signs) {
  for (int depth = 0; at < end; at++) {
    if (*at == '(') depth++;
    if (*at == ')') depth--;
    if (!depth && strchr(signs, *at)) break;
  }
  return at;
}

piece piece_strip(piece p) {
  for (int more = 1; more;) {
    while (p.begin < p.end && *p.begin == ' ') p.begin++;
    while (p.begin < p.end && p.end[-1] == ' ') p.end--;
    more = p.begin < p.end && *p.begin == '(' && sign_find(p.begin, p.end, ")") == p.end - 1;
    if (more) p.begin++, p.end--;
  }
  return p;
}

int piece_is_name(const piece *p, word *w) {
  const char *at = p->begin;
  return word_next(&at, w) && w->kind == NAME && w->at == p->begin && w->at + w->length == p->end;
}

const char *call_end(const char *name, const char *end) {
  const char *last = sign_find(memchr(name, '(', (size_t)(end - name)), end, ")");
  return last < end ? last + 1 : end;
}

int call_read(const piece *p, call *c) {
  const char *at = p->begin;
  if (!word_next(&at, &c->name) || c->name.kind != FUNCTION || c->name.at != p->begin) return 0;
  if (call_end(p->begin, p->end) != p->end) return 0;
  at = (const char *)memchr(p->begin, '(', (size_t)(p->end - p->begin)) + 1;
  for (c->arguments = 0; at < p->end && c->arguments < ARGUMENTS_MOST;
       at = c->argument[c->arguments++].end + 1)
    c->argument[c->arguments] = (piece){at, sign_find(at, p->end - 1, ",")};
  return 1;
}

/* ---- Functions. */

static void comments_blank(char *text) {
  for (char *at = text; (at = strstr(at, "/*")) != NULL;)
    for (const char *end = strstr(at + 2, "*/"); *at && (!end || at < end + 2);) *at++ = ' ';
}

/* A definition is "static inline double NAME(...) {", and its body ends at the next brace that closes. */
const char *functions_read(char *text, functions *f) {
  static const char start[] = "static inline double ";
  comments_blank(text);
  for (const char *at = text; (at = strstr(at, start)) != NULL;) {
    at += sizeof start - 1;
    const size_t length = strcspn(at, "(");
    if (f->count == FUNCTIONS_MOST) return "has more functions than FUNCTIONS_MOST";
    function *one = &f->of[f->count++];
    if (length >= sizeof one->name) return "has a function with too long a name";
    memcpy(one->name, at, length);
    const char *end = at + strcspn(at, "}");
    for (; at < end; at++) one->divisions += *at == '/';
  }
  return f->count ? NULL : "defines no function";
}

const function *function_find(const functions *f, const word *w) {
  for (int i = 0; i < f->count; i++)
    if (word_is(w, f->of[i].name)) return &f->of[i];
  return NULL;
}

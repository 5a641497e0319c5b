/* SPDX-License-Identifier: MIT
 *
 * A timeline as the JSON that Perfetto and chrome://tracing open: a process for each stage, a thread for each
 * stream, times in microseconds. The one thing to know: it is written event by event, so that memory does not
 * grow with the length of the file. */
#include "played.h"
#include "rows/decimal.h"
#include <errno.h>
#include <math.h>
#include <string.h>

enum { LINE_MOST = 512 }; /* bytes of an event, and of the names of a process and a thread */

typedef struct chrome {
  FILE *file;
  double scale;      /* times are whole numbers of 1 / scale microseconds */
  int stage, stream; /* named last */
  int code;          /* errno's, of a write that failed */
  int comma;         /* something precedes the next item */
  size_t used;
  char text[1 << 16];
} chrome;

/* Keeps fifteen digits of the step time, so that an event ends exactly where the next one begins, and no time
 * shows more digits than it has. */
static double scale_of(double step) {
  const double digits = step > 0 && isfinite(step) ? 14 - floor(log10(1e6 * step)) : 0;
  return pow(10, fmin(fmax(digits, 0), 300));
}

static int flush(chrome *c) {
  errno = 0;
  if (!c->code && fwrite(c->text, 1, c->used, c->file) != c->used) c->code = errno ? errno : EIO;
  c->used = 0;
  return !c->code;
}

static char *put(char *at, const char *text) {
  const size_t length = strlen(text);
  return (char *)memcpy(at, text, length) + length;
}
static char *put_number(char *at, double value) { return at + twocs_decimal_write(at, value); }

/* Where the next line begins. */
static char *line(chrome *c) {
  char *at = c->text + c->used;
  if (c->comma) at = put(at, ",\n");
  c->comma = 1;
  return at;
}
static void line_end(chrome *c, const char *at) { c->used = (size_t)(at - c->text); }

/* Viewers take process 0 for the idle process, and some merge thread 0 with thread 1. So both numbers start
 * at 1, and no two threads have the same number. */
static char *put_ids(char *at, const twocs_timeline_event *v) {
  at = put_number(put(at, ",\"pid\":"), v->stage + 1);
  return put_number(put(at, ",\"tid\":"), v->stage * TWOCS_STREAMS + v->stream + 1);
}

static void name(chrome *c, const twocs_timeline_event *v, const char *what, const char *of, int number) {
  char *at = put_ids(put(line(c), "{\"ph\":\"M\""), v);
  at = put(put(put(at, ",\"name\":\""), what), "_name\",\"args\":{\"name\":\"");
  at = put(at, of);
  if (*what == 'p') at = put_number(at, number);
  line_end(c, put(at, "\"}}"));
  at = put_ids(put(line(c), "{\"ph\":\"M\""), v);
  at = put(put(put(at, ",\"name\":\""), what), "_sort_index\",\"args\":{\"sort_index\":");
  line_end(c, put(put_number(at, number), "}}"));
}

static void event(chrome *c, const twocs_timeline_event *v) {
  const char *kind = twocs_event_names[v->kind];
  const double begin = floor(1e6 * v->begin * c->scale + .5), end = floor(1e6 * v->end * c->scale + .5);
  char *at = put_ids(put(line(c), "{\"ph\":\"X\""), v);
  at = put(put(at, ",\"name\":\""), kind);
  if (v->microbatch >= 0) at = put_number(put(at, " "), v->microbatch);
  at = put(put(put(at, "\",\"cat\":\""), kind), "\",\"ts\":");
  at = put_number(at, begin / c->scale);
  at = put_number(put(at, ",\"dur\":"), (end - begin) / c->scale);
  at = put(at, ",\"args\":{");
  if (v->microbatch >= 0) {
    at = put_number(put(at, "\"microbatch\":"), v->microbatch);
    at = put(put_number(put(at, ",\"chunk\":"), v->chunk), ",");
  }
  line_end(c, put(put(at, "\"critical\":"), v->critical ? "true}}" : "false}}"));
}

static void event_named(chrome *c, const twocs_timeline_event *v) {
  if (v->stage != c->stage) name(c, v, "process", "stage ", v->stage);
  if (v->stage != c->stage || v->stream != c->stream)
    name(c, v, "thread", twocs_stream_names[v->stream], v->stream);
  c->stage = v->stage, c->stream = v->stream;
  event(c, v);
}

/* core.timeline_chrome(played, file, window): writes into an open file of core.whole; true, or nil, sentence,
 * code. */
static int timeline_chrome(lua_State *L) {
  const twocs_timeline *t = played_check(L, 1);
  played_window w = played_window_read(L, 3, t);
  chrome c = {.file = whole_file(L, 2), .scale = scale_of(t->step), .stage = -1};
  line_end(&c, put(c.text, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"));
  for (const twocs_timeline_event *v; !c.code && (v = played_next(&w));) {
    if (sizeof c.text - c.used < 2 * LINE_MOST) flush(&c);
    event_named(&c, v);
  }
  line_end(&c, put(c.text + c.used, "\n]}\n"));
  if (!flush(&c)) return whole_refused(L, 2, c.code);
  return lua_pushboolean(L, 1), 1;
}

void chrome_open(lua_State *L) {
  lua_pushcfunction(L, timeline_chrome);
  lua_setfield(L, -2, "timeline_chrome");
}

/* SPDX-License-Identifier: MIT */
/* The trace reader: from events to rows. */
#include "reader.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 3 << 20, OPERATORS_MOST = 2 << 20, MESSAGES_MOST = 1 << 20, THREADS_MOST = 1 << 20 };

static int no_memory(twocs_reader *r) {
  return twocs_json_refuse(&r->json, "there is no memory for what the trace holds"), -1;
}

static int refuse(twocs_reader *r, const char *sentence) { return twocs_json_refuse(&r->json, sentence), -1; }

/* ---- Operators and messages */

/* 1 for the first; 0: the event tells nothing of one; -1. */
static int64_t message_add(twocs_reader *r) {
  const twocs_event *e = &r->event;
  twocs_message message;
  uint32_t number;
  const int64_t most = e->in > e->out ? e->in : e->out;
  memset(&message, 0, sizeof message); /* its bytes are compared */
  if (e->category == TWOCS_EVENT_COPY || e->category == TWOCS_EVENT_MEMSET) {
    if (e->bytes < 0) return 0;
    message.bytes = (double)e->bytes;
  } else {
    if (!e->collective_length && most < 0) return 0;
    if (e->collective_length) message.kind = twocs_collective_of(e->collective);
    if (most >= 0) message.bytes = (double)most * e->element_bytes;
    if (e->ranks > 0) message.ranks = (double)e->ranks;
    snprintf(message.type, sizeof message.type, "%s", e->element);
  }
  const int code = twocs_pool_add(&r->trace->messages, &message, sizeof message, &number);
  return code < 0 ? -1 : code ? 0 : (int64_t)number + 1;
}

twocs_message twocs_trace_message(const twocs_trace *trace, uint32_t number) {
  twocs_message message;
  memset(&message, 0, sizeof message);
  if (number) memcpy(&message, twocs_pool_text(&trace->messages, number - 1, NULL), sizeof message);
  return message;
}

int64_t twocs_reader_operator(twocs_reader *r) {
  twocs_trace *t = r->trace;
  const twocs_event *e = &r->event;
  char key[TWOCS_EVENT_NAME + TWOCS_EVENT_SHAPES + 64];
  const int64_t message = message_add(r);
  if (message < 0) return -1;
  const size_t name = e->name_length + 1, shapes = e->shapes_length + 1, type = strlen(e->type) + 1;
  memcpy(key, e->name, name);
  memcpy(key + name, e->shapes, shapes);
  memcpy(key + name + shapes, e->type, type);
  memcpy(key + name + shapes + type, &message, sizeof message);
  uint32_t number;
  if (twocs_grow((void **)&t->op, &t->op_room, t->operators.count, sizeof *t->op)) return -1;
  const size_t before = t->operators.count;
  const int code = twocs_pool_add(&t->operators, key, name + shapes + type + sizeof message, &number);
  if (code) return code < 0 ? -1 : 0;
  if (t->operators.count > before) {
    double size[4] = {0};
    twocs_event_product(e, size);
    const uint32_t at = t->operators.start[number];
    twocs_kernel kernel = twocs_kernel_of(e->name);
    if (!strncmp(e->name, "c10d::", 6)) kernel.collective = twocs_collective_of(e->name);
    t->op[number] = (twocs_trace_operator){.name = at,
                                           .shapes = at + (uint32_t)name,
                                           .type = at + (uint32_t)(name + shapes),
                                           .message = (uint32_t)message,
                                           .kernel = kernel,
                                           .m = size[0],
                                           .n = size[1],
                                           .k = size[2],
                                           .batch = size[3]};
  }
  return (int64_t)number + 1;
}

/* Into the table, as long as it has room. */
static int operator_take(twocs_reader *r) {
  const twocs_event *e = &r->event;
  r->operators_seen++;
  if (e->external == TWOCS_EVENT_NONE || r->overflow) return 0;
  const int64_t number = twocs_reader_operator(r);
  if (number < 0) return no_memory(r);
  if (!number || e->external < 0 || e->external > UINT32_MAX || r->operators == TWOCS_READER_OPERATORS) {
    r->overflow = 1;
    return 0;
  }
  if (twocs_grow((void **)&r->table, &r->room, r->operators, sizeof *r->table)) return no_memory(r);
  r->table[r->operators++] = (twocs_reader_row){(uint32_t)e->external, (uint32_t)number};
  return 0;
}

/* ---- Kernels and steps */

static int device_find(twocs_trace *t, int64_t device) {
  for (size_t i = 0; i < t->devices; i++)
    if (t->device[i] == device) return (int)i;
  if (t->devices == TWOCS_TRACE_DEVICES_MOST) return -1;
  t->device[t->devices] = device;
  return (int)t->devices++;
}

static int32_t stream_of(const twocs_event *e) {
  const int64_t stream = e->stream != TWOCS_EVENT_NONE ? e->stream : e->thread;
  return stream >= INT32_MIN && stream <= INT32_MAX ? (int32_t)stream : -1;
}

static twocs_kernel class_of(const twocs_event *e) {
  if (e->category == TWOCS_EVENT_COPY) return (twocs_kernel){TWOCS_KERNEL_COPY, TWOCS_NO_COLLECTIVE};
  if (e->category == TWOCS_EVENT_MEMSET) return (twocs_kernel){TWOCS_KERNEL_MEMSET, TWOCS_NO_COLLECTIVE};
  return twocs_kernel_of(e->name);
}

/* The class is found once for each name: a kernel of a known name takes that of the last one. */
static int name_take(twocs_reader *r, twocs_trace_kernel *kernel) {
  twocs_trace *t = r->trace;
  const twocs_event *e = &r->event;
  uint8_t *class;
  if (twocs_grow((void **)&t->class, &t->class_room, t->names.count, 2)) return no_memory(r);
  const size_t before = t->names.count;
  const int code = twocs_pool_add(&t->names, e->name, e->name_length, &kernel->name);
  if (code == TWOCS_POOL_FULL) return refuse(r, "more than 3 MB of different kernel names");
  if (code) return no_memory(r);
  class = t->class + (size_t)2 * kernel->name;
  if (t->names.count > before) {
    const twocs_kernel found = class_of(e);
    class[0] = (uint8_t)found.class;
    class[1] = (uint8_t)found.collective;
  }
  kernel->class = class[0];
  kernel->collective = class[1];
  return 0;
}

static int kernel_take(twocs_reader *r) {
  twocs_trace *t = r->trace;
  const twocs_event *e = &r->event;
  if (e->phase == 'B' || e->phase == 'b')
    return refuse(r, "a GPU kernel as a pair of begin and end: expected events that are complete (ph X)");
  if (e->phase != 'X') return 0;
  if (e->start == TWOCS_EVENT_NONE || e->duration == TWOCS_EVENT_NONE)
    return refuse(r, "a GPU kernel without its start or its duration");
  if (e->duration < 0) return refuse(r, "a GPU kernel that ends before it starts");
  if (e->duration > INT64_MAX / 4 - r->total) return refuse(r, "GPU kernels of more than 70 years");
  r->total += e->duration;
  if (e->name_cut) return refuse(r, "a kernel's name of more than 32767 bytes");
  if (t->kernels >= UINT32_MAX - 1) return refuse(r, "more than 4 thousand million kernels");
  if (twocs_grow((void **)&t->kernel, &t->kernel_room, t->kernels, sizeof *t->kernel)) return no_memory(r);
  twocs_trace_kernel kernel = {.start = e->start,
                               .duration = e->duration,
                               .call = e->external,
                               .correlation = e->correlation,
                               .stream = stream_of(e)};
  const int device = device_find(t, e->device != TWOCS_EVENT_NONE ? e->device : e->process);
  if (device < 0) return refuse(r, "kernels on more than 256 devices");
  kernel.device = (uint16_t)device;
  const int64_t message = message_add(r);
  if (message < 0) return no_memory(r);
  kernel.message = (uint32_t)message;
  if (name_take(r, &kernel)) return -1;
  t->kernel[t->kernels++] = kernel;
  return 0;
}

static int step_take(twocs_reader *r) {
  static const char mark[] = "ProfilerStep#";
  twocs_trace *t = r->trace;
  const twocs_event *e = &r->event;
  int64_t number;
  if (strncmp(e->name, mark, sizeof mark - 1) != 0 || e->phase != 'X') return 0;
  if (twocs_fixed_parse(e->name + sizeof mark - 1, e->name_length - (sizeof mark - 1), 0, &number)) return 0;
  if (e->start == TWOCS_EVENT_NONE || e->duration < 0)
    return refuse(r, "a step without its start or its duration");
  if (t->steps == TWOCS_TRACE_STEPS_MOST) return refuse(r, "more than 100000 steps");
  if (twocs_grow((void **)&t->step, &t->step_room, t->steps, sizeof *t->step)) return no_memory(r);
  t->step[t->steps++] = (twocs_trace_step){number, e->start, e->start + e->duration,
                                           e->category == TWOCS_EVENT_DEVICE_ANNOTATION};
  return 0;
}

/* ---- A reading */

static const int wanted[] = {[TWOCS_PASS_ALL] = TWOCS_EVENT_KERNEL | TWOCS_EVENT_COPY | TWOCS_EVENT_MEMSET |
                                                TWOCS_EVENT_OPERATOR | TWOCS_EVENT_ANNOTATION |
                                                TWOCS_EVENT_DEVICE_ANNOTATION,
                             [TWOCS_PASS_NEEDED] = TWOCS_EVENT_OPERATOR,
                             [TWOCS_PASS_LAUNCHES] = TWOCS_EVENT_LAUNCH,
                             [TWOCS_PASS_INNERMOST] = TWOCS_EVENT_OPERATOR};

static int event_take(twocs_reader *r) {
  const int category = r->event.category;
  switch (r->pass) {
  case TWOCS_PASS_NEEDED:
    return category == TWOCS_EVENT_OPERATOR ? twocs_reader_needed(r) : 0;
  case TWOCS_PASS_LAUNCHES:
    return category == TWOCS_EVENT_LAUNCH ? twocs_reader_launch(r) : 0;
  case TWOCS_PASS_INNERMOST:
    return category == TWOCS_EVENT_OPERATOR ? twocs_reader_innermost(r) : 0;
  default:
    break;
  }
  r->trace->events++;
  switch (category) {
  case TWOCS_EVENT_KERNEL:
  case TWOCS_EVENT_COPY:
  case TWOCS_EVENT_MEMSET:
    return kernel_take(r);
  case TWOCS_EVENT_OPERATOR:
    return operator_take(r);
  case TWOCS_EVENT_LAUNCH:
    r->launches_seen++;
    return 0;
  case TWOCS_EVENT_ANNOTATION:
  case TWOCS_EVENT_DEVICE_ANNOTATION:
    return step_take(r);
  default:
    return 0;
  }
}

static int events_read(twocs_reader *r) {
  twocs_json_token token;
  r->known = 1;
  while ((token = twocs_json_next(&r->json)) == TWOCS_JSON_OBJECT)
    if (twocs_event_read(&r->json, &r->event, wanted[r->pass]) || event_take(r)) return -1;
  if (token == TWOCS_JSON_ARRAY_END) return 0;
  return refuse(r, "an event that is no object");
}

/* The numbers of an object's keys; other values are skipped. */
static int numbers_read(twocs_json *json, int n, const char *const names[], int64_t *const values[]) {
  if (twocs_json_next(json) != TWOCS_JSON_OBJECT) return twocs_json_skip(json);
  twocs_json_token token;
  while ((token = twocs_json_next(json)) == TWOCS_JSON_KEY) {
    int found = -1;
    for (int i = 0; i < n; i++)
      if (twocs_json_is(json, names[i], strlen(names[i]))) found = i;
    if (twocs_json_next(json) == TWOCS_JSON_NUMBER && found >= 0) twocs_json_fixed(json, 0, values[found]);
    if (twocs_json_skip(json)) return -1;
  }
  return token == TWOCS_JSON_OBJECT_END ? 0 : -1;
}

/* The name of the first device. */
static int devices_read(twocs_json *json, char *name, size_t room) {
  if (twocs_json_next(json) != TWOCS_JSON_ARRAY) return twocs_json_skip(json);
  const int depth = json->depth;
  while (json->depth >= depth && twocs_json_next(json)) {
    if (json->token != TWOCS_JSON_KEY || *name || !TWOCS_JSON_IS(json, "name")) continue;
    if (twocs_json_next(json) != TWOCS_JSON_STRING) continue;
    if (twocs_json_unescape(json)) return -1;
    snprintf(name, room, "%.*s", (int)(json->length < room ? json->length : room), json->text);
  }
  return json->token == TWOCS_JSON_BAD ? -1 : 0;
}

static int member_read(twocs_reader *r) {
  twocs_json *json = &r->json;
  static const char *const names[] = {"rank", "world_size"};
  int64_t *const values[] = {&r->trace->rank, &r->trace->world};
  if (TWOCS_JSON_IS(json, "distributedInfo")) return numbers_read(json, 2, names, values);
  if (TWOCS_JSON_IS(json, "deviceProperties")) return devices_read(json, r->trace->gpu, sizeof r->trace->gpu);
  if (!TWOCS_JSON_IS(json, "traceEvents")) return twocs_json_skip(json);
  if (twocs_json_next(json) == TWOCS_JSON_ARRAY) return events_read(r);
  return refuse(r, "\"traceEvents\" is no list");
}

static int text_read(twocs_reader *r) {
  twocs_json *json = &r->json;
  const twocs_json_token first = twocs_json_next(json);
  if (first == TWOCS_JSON_ARRAY) return events_read(r);
  if (first != TWOCS_JSON_OBJECT)
    return refuse(r, "this is no trace: expected an object or a list of events");
  twocs_json_token token;
  while ((token = twocs_json_next(json)) == TWOCS_JSON_KEY)
    if (member_read(r)) return -1;
  return token == TWOCS_JSON_OBJECT_END ? 0 : -1;
}

int twocs_reader_pass(twocs_reader *r, twocs_pass pass) {
  r->pass = pass;
  r->trace->passes++;
  twocs_json_open(&r->json, r->buffer, sizeof r->buffer, r->source->more, r->source->source);
  if (text_read(r)) return -1;
  return twocs_json_next(&r->json) == TWOCS_JSON_END ? 0 : -1;
}

/* ---- The whole */

static int starts_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *x = (const twocs_trace_kernel *)rows + a,
                           *y = (const twocs_trace_kernel *)rows + b;
  if (x->start != y->start) return x->start < y->start;
  return x->device != y->device ? x->device < y->device : x->stream < y->stream;
}

static int read_all(twocs_reader *r) {
  twocs_trace *t = r->trace;
  if (twocs_reader_pass(r, TWOCS_PASS_ALL)) return -1;
  if (!r->known) return refuse(r, "this is no trace: it has no \"traceEvents\"");
  if (!t->kernels) {
    char sentence[100];
    snprintf(sentence, sizeof sentence, "none of the %zu events is a GPU kernel", t->events);
    return refuse(r, sentence);
  }
  t->order = malloc(t->kernels * sizeof *t->order);
  r->scratch = malloc(t->kernels * sizeof *r->scratch);
  if (!t->order || !r->scratch) return no_memory(r);
  r->order = t->order;
  for (uint32_t i = 0; i < t->kernels; i++) t->order[i] = i;
  if (twocs_reader_join(r)) return -1;
  for (uint32_t i = 0; i < t->kernels; i++) t->order[i] = i;
  twocs_order(t->order, r->scratch, t->kernels, starts_before, t->kernel);
  twocs_trace_finish(t);
  return 0;
}

int twocs_trace_read(twocs_trace *trace, const twocs_trace_source *source, char *message, size_t size) {
  *trace = (twocs_trace){.rank = -1, .world = -1};
  trace->names.most = NAMES_MOST;
  trace->operators.most = OPERATORS_MOST;
  trace->messages.most = MESSAGES_MOST;
  twocs_reader *r = malloc(sizeof *r);
  int code = -1;
  if (size) snprintf(message, size, "there is no memory to read a trace");
  if (r) {
    memset(r, 0, offsetof(twocs_reader, first));
    r->trace = trace;
    r->source = source;
    r->threads.most = THREADS_MOST;
    code = read_all(r);
    if (size) snprintf(message, size, "%s", code ? r->json.message : "");
    twocs_pool_close(&r->threads);
    free(r->table);
    free(r->scratch);
  }
  free(r);
  if (code) twocs_trace_close(trace);
  return code;
}

void twocs_trace_close(twocs_trace *trace) {
  twocs_pool_close(&trace->names);
  twocs_pool_close(&trace->operators);
  twocs_pool_close(&trace->messages);
  free(trace->kernel);
  free(trace->order);
  free(trace->op);
  free(trace->step);
  free(trace->class);
  *trace = (twocs_trace){.rank = -1, .world = -1};
}

/* SPDX-License-Identifier: MIT */
/* One reading of the text of a trace: from events to rows. */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(twocs_reader *r) {
  return twocs_json_refuse(&r->json, "there is not enough memory for the trace"), -1;
}

static int refuse(twocs_reader *r, const char *sentence) { return twocs_json_refuse(&r->json, sentence), -1; }

/* Adds the operator to the table while that is not full. */
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
  if (twocs_grow((void **)&r->table, &r->capacity, r->operators, sizeof *r->table)) return no_memory(r);
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

/* The class is found once for each name; further kernels of that name get the same class. */
static int name_take(twocs_reader *r, twocs_trace_kernel *kernel) {
  twocs_trace *t = r->trace;
  const twocs_event *e = &r->event;
  uint8_t *class;
  if (twocs_grow((void **)&t->class, &t->class_capacity, t->names.count, 2)) return no_memory(r);
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
    return refuse(r, "a GPU kernel as a pair of begin and end events: expected complete events (ph X)");
  if (e->phase != 'X') return 0;
  if (e->start == TWOCS_EVENT_NONE || e->duration == TWOCS_EVENT_NONE)
    return refuse(r, "a GPU kernel without its start or its duration");
  if (e->duration < 0) return refuse(r, "a GPU kernel that ends before it starts");
  if (e->duration > INT64_MAX / 4 - r->total) return refuse(r, "GPU kernels of more than 70 years");
  r->total += e->duration;
  if (e->name_cut) return refuse(r, "a kernel's name of more than 32767 bytes");
  if (t->kernels >= UINT32_MAX - 1) return refuse(r, "more than 4 billion kernels");
  if (twocs_grow((void **)&t->kernel, &t->kernel_capacity, t->kernels, sizeof *t->kernel))
    return no_memory(r);
  twocs_trace_kernel kernel = {.start = e->start,
                               .duration = e->duration,
                               .call = e->external,
                               .correlation = e->correlation,
                               .stream = stream_of(e)};
  const int device = device_find(t, e->device != TWOCS_EVENT_NONE ? e->device : e->process);
  if (device < 0) return refuse(r, "kernels on more than 256 devices");
  kernel.device = (uint16_t)device;
  const int64_t message = twocs_reader_message(r);
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
  if (twocs_grow((void **)&t->step, &t->step_capacity, t->steps, sizeof *t->step)) return no_memory(r);
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
  return refuse(r, "an event that is not an object");
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
static int devices_read(twocs_json *json, char *name, size_t capacity) {
  if (twocs_json_next(json) != TWOCS_JSON_ARRAY) return twocs_json_skip(json);
  const int depth = json->depth;
  while (json->depth >= depth && twocs_json_next(json)) {
    if (json->token != TWOCS_JSON_KEY || *name || !TWOCS_JSON_IS(json, "name")) continue;
    if (twocs_json_next(json) != TWOCS_JSON_STRING) continue;
    if (twocs_json_unescape(json)) return -1;
    snprintf(name, capacity, "%.*s", (int)(json->length < capacity ? json->length : capacity), json->text);
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
  return refuse(r, "\"traceEvents\" is not a list");
}

static int text_read(twocs_reader *r) {
  twocs_json *json = &r->json;
  const twocs_json_token first = twocs_json_next(json);
  if (first == TWOCS_JSON_ARRAY) return events_read(r);
  if (first != TWOCS_JSON_OBJECT)
    return refuse(r, "this is not a trace: expected an object or a list of events");
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

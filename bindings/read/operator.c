/* SPDX-License-Identifier: MIT */
/* What an event says about an operator and about a message; each is stored once and numbered. */
#include "reader.h"

#include <stdio.h>
#include <string.h>

int64_t twocs_reader_message(twocs_reader *r) {
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
  const int64_t message = twocs_reader_message(r);
  if (message < 0) return -1;
  const size_t name = e->name_length + 1, shapes = e->shapes_length + 1, type = strlen(e->type) + 1;
  memcpy(key, e->name, name);
  memcpy(key + name, e->shapes, shapes);
  memcpy(key + name + shapes, e->type, type);
  memcpy(key + name + shapes + type, &message, sizeof message);
  uint32_t number;
  if (twocs_grow((void **)&t->op, &t->op_capacity, t->operators.count, sizeof *t->op)) return -1;
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

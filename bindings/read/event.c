/* SPDX-License-Identifier: MIT */
/* Events. The one thing to know: their keys come in any order, so the kind of an event may be known only at
 * its end; until then everything is read. */
#include "event.h"

#include <stdio.h>
#include <string.h>

typedef struct word {
  const char *text;
  size_t length;
  int means;
} word;
#define WORD(text, means)                                                                                    \
  { text, sizeof(text) - 1, means }

static int word_find(const word words[], size_t n, const twocs_json *json, int otherwise) {
  for (size_t i = 0; i < n; i++)
    if (words[i].length == json->length && !memcmp(json->text, words[i].text, json->length))
      return words[i].means;
  return otherwise;
}
#define FIND(words, json, otherwise) word_find(words, sizeof words / sizeof *words, json, otherwise)

/* Kineto's categories, and those that PyTorch wrote before 1.12. */
static const word categories[] = {WORD("kernel", TWOCS_EVENT_KERNEL),
                                  WORD("cpu_op", TWOCS_EVENT_OPERATOR),
                                  WORD("cuda_runtime", TWOCS_EVENT_LAUNCH),
                                  WORD("cuda_driver", TWOCS_EVENT_LAUNCH),
                                  WORD("hip_runtime", TWOCS_EVENT_LAUNCH),
                                  WORD("gpu_memcpy", TWOCS_EVENT_COPY),
                                  WORD("gpu_memset", TWOCS_EVENT_MEMSET),
                                  WORD("user_annotation", TWOCS_EVENT_ANNOTATION),
                                  WORD("gpu_user_annotation", TWOCS_EVENT_DEVICE_ANNOTATION),
                                  WORD("Kernel", TWOCS_EVENT_KERNEL),
                                  WORD("Operator", TWOCS_EVENT_OPERATOR),
                                  WORD("operator", TWOCS_EVENT_OPERATOR),
                                  WORD("Runtime", TWOCS_EVENT_LAUNCH),
                                  WORD("Memcpy", TWOCS_EVENT_COPY),
                                  WORD("Memset", TWOCS_EVENT_MEMSET)};

/* PyTorch's names of number formats, ours, and bytes. */
static const struct type {
  const char *theirs, *ours;
  double bytes;
} types[] = {{"c10::BFloat16", "bf16", 2},
             {"BFloat16", "bf16", 2},
             {"c10::Half", "fp16", 2},
             {"Half", "fp16", 2},
             {"float", "fp32", 4},
             {"Float", "fp32", 4},
             {"double", "fp64", 8},
             {"Double", "fp64", 8},
             {"c10::Float8_e4m3fn", "fp8", 1},
             {"c10::Float8_e5m2", "fp8", 1},
             {"c10::Float8_e4m3fnuz", "fp8", 1},
             {"c10::Float8_e5m2fnuz", "fp8", 1},
             {"Float8_e4m3fn", "fp8", 1},
             {"Float8_e5m2", "fp8", 1},
             {"long int", "int64", 8},
             {"long", "int64", 8},
             {"Long", "int64", 8},
             {"int", "int32", 4},
             {"Int", "int32", 4},
             {"short int", "int16", 2},
             {"Short", "int16", 2},
             {"signed char", "int8", 1},
             {"Char", "int8", 1},
             {"unsigned char", "uint8", 1},
             {"Byte", "uint8", 1},
             {"bool", "bool", 1},
             {"Bool", "bool", 1}};

static const struct type *type_find(const twocs_json *json) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (twocs_json_is(json, types[i].theirs, strlen(types[i].theirs))) return &types[i];
  return NULL;
}

/* A whole number, or a text that holds one; anything else is skipped and changes nothing. */
static int id_read(twocs_json *json, int64_t *id) {
  const twocs_json_token token = twocs_json_next(json);
  int64_t value;
  if (token != TWOCS_JSON_NUMBER && token != TWOCS_JSON_STRING) return twocs_json_skip(json);
  if (!twocs_json_fixed(json, 0, &value)) *id = value;
  return 0;
}

/* Microseconds to ns. */
static int time_read(twocs_json *json, int64_t *ns) {
  const twocs_json_token token = twocs_json_next(json);
  if (token == TWOCS_JSON_BAD) return -1;
  if (token != TWOCS_JSON_NUMBER || twocs_json_fixed(json, 3, ns) || *ns > INT64_MAX / 4 ||
      *ns < -INT64_MAX / 4)
    return twocs_json_refuse(json, "a time of an event (ts or dur) is not a number of microseconds"), -1;
  return 0;
}

static int text_read(twocs_json *json, char *to, size_t capacity, size_t *length, int *cut) {
  if (twocs_json_next(json) != TWOCS_JSON_STRING) return twocs_json_skip(json);
  if (twocs_json_unescape(json)) return -1;
  *length = json->length < capacity ? json->length : capacity - 1;
  if (cut) *cut = json->cut || *length < json->length;
  memcpy(to, json->text, *length);
  to[*length] = 0;
  return 0;
}

/* ---- Shapes */

static void shapes_add(twocs_event *e, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    e->shapes_hash = (e->shapes_hash ^ (unsigned char)text[i]) * 1099511628211u;
  if (e->shapes_length + length + 24 > sizeof e->shapes) e->shapes_cut = 1;
  if (e->shapes_cut) return;
  memcpy(e->shapes + e->shapes_length, text, length);
  e->shapes_length += length;
}

static void size_keep(twocs_event *e, int input, int place, const twocs_json *json) {
  int64_t size;
  if (input >= TWOCS_EVENT_INPUTS) return;
  e->sizes[input] = place + 1;
  if (place >= TWOCS_EVENT_SIZES || twocs_json_fixed(json, 0, &size)) return;
  e->size[input][place] = (double)size;
}

/* Reads a shape, or a list of them, whose bracket was just read. */
static int shape_read(twocs_json *json, twocs_event *e, int input) {
  int numbers = 0, shapes = 0;
  for (twocs_json_token token; (token = twocs_json_next(json)) != TWOCS_JSON_ARRAY_END;) {
    if (token == TWOCS_JSON_NUMBER) {
      if (numbers) shapes_add(e, "x", 1);
      shapes_add(e, json->text, json->length < 20 ? json->length : 20);
      size_keep(e, input, numbers++, json);
    } else if (token == TWOCS_JSON_ARRAY) {
      shapes_add(e, shapes++ ? " " : "(", 1);
      if (shape_read(json, e, TWOCS_EVENT_INPUTS)) return -1;
    } else if (twocs_json_skip(json)) {
      return -1;
    }
  }
  if (shapes)
    shapes_add(e, ")", 1);
  else if (!numbers)
    shapes_add(e, "-", 1);
  return 0;
}

/* Drops the marks of inputs without a shape at the end; a hash distinguishes the shapes that did not fit. */
static void shapes_end(twocs_event *e) {
  if (e->shapes_cut)
    e->shapes_length += (size_t)snprintf(e->shapes + e->shapes_length, sizeof e->shapes - e->shapes_length,
                                         " ... #%08x", (unsigned)(e->shapes_hash >> 32));
  while (e->shapes_length && strchr(" -", e->shapes[e->shapes_length - 1])) e->shapes_length--;
  e->shapes[e->shapes_length] = 0;
}

static int shapes_read(twocs_json *json, twocs_event *e) {
  if (twocs_json_next(json) != TWOCS_JSON_ARRAY) return twocs_json_skip(json);
  e->shapes_length = 0;
  e->shapes_cut = e->inputs = 0;
  memset(e->sizes, 0, sizeof e->sizes);
  e->shapes_hash = 14695981039346656037u;
  for (twocs_json_token token; (token = twocs_json_next(json)) != TWOCS_JSON_ARRAY_END; e->inputs++) {
    if (e->inputs) shapes_add(e, " ", 1);
    if (token == TWOCS_JSON_ARRAY) {
      if (shape_read(json, e, e->inputs)) return -1;
    } else {
      if (twocs_json_skip(json)) return -1;
      shapes_add(e, "-", 1);
    }
  }
  shapes_end(e);
  return 0;
}

static int types_read(twocs_json *json, twocs_event *e) {
  if (twocs_json_next(json) != TWOCS_JSON_ARRAY) return twocs_json_skip(json);
  for (twocs_json_token token; (token = twocs_json_next(json)) != TWOCS_JSON_ARRAY_END;) {
    const struct type *type = token == TWOCS_JSON_STRING && !*e->type ? type_find(json) : NULL;
    if (type) e->type = type->ours;
    if (twocs_json_skip(json)) return -1;
  }
  return 0;
}

int twocs_event_product(const twocs_event *e, double size[4]) {
  static const struct {
    const char *name;
    int a; /* which input is the left factor; the right one follows */
  } products[] = {{"mm", 0},         {"addmm", 1},   {"bmm", 0},    {"baddbmm", 1},          {"matmul", 0},
                  {"_scaled_mm", 0}, {"_int_mm", 0}, {"linear", 0}, {"_addmm_activation", 1}};
  const char *colons = strstr(e->name, "::"), *name = colons ? colons + 2 : e->name;
  int a = -1;
  for (size_t i = 0; i < sizeof products / sizeof *products; i++)
    if (!strcmp(name, products[i].name)) a = products[i].a;
  if (a < 0) return -1;
  const int transposed = !strcmp(name, "linear"), ranks[2] = {e->sizes[a], e->sizes[a + 1]};
  if (ranks[0] < 2 || ranks[0] > TWOCS_EVENT_SIZES || ranks[1] < 2 || ranks[1] > TWOCS_EVENT_SIZES) return -1;
  const double *left = e->size[a], *right = e->size[a + 1];
  double batch = 1, k = left[ranks[0] - 1], inner = right[ranks[1] - 2], n = right[ranks[1] - 1];
  double m = left[ranks[0] - 2];
  for (int i = 0; i < ranks[0] - 2; i++) batch *= left[i];
  for (int i = 0; i < ranks[1] - 2; i++)
    if (ranks[0] != ranks[1] || left[i] != right[i]) return -1; /* broadcast: not known */
  if (ranks[1] == 2) m *= batch, batch = 1;
  if (transposed) inner = n, n = right[ranks[1] - 2];
  if (inner != k || !(m >= 1 && n >= 1 && k >= 1 && batch >= 1)) return -1;
  size[0] = m, size[1] = n, size[2] = k, size[3] = batch;
  return 0;
}

/* ---- Arguments */

static int element_read(twocs_json *json, twocs_event *e) {
  if (twocs_json_next(json) != TWOCS_JSON_STRING) return twocs_json_skip(json);
  const struct type *type = type_find(json);
  if (type) e->element = type->ours, e->element_bytes = type->bytes;
  return 0;
}

enum { EXTERNAL = 1, CORRELATION, DEVICE, STREAM, SHAPES, TYPES, IN, OUT, RANKS, ELEMENT, COLLECTIVE, BYTES };
static const word arguments[] = {
    WORD("External id", EXTERNAL), WORD("correlation", CORRELATION), WORD("device", DEVICE),
    WORD("stream", STREAM),        WORD("Input Dims", SHAPES),       WORD("Input type", TYPES),
    WORD("bytes", BYTES),          WORD("In msg nelems", IN),        WORD("Out msg nelems", OUT),
    WORD("Group size", RANKS),     WORD("dtype", ELEMENT),           WORD("Collective name", COLLECTIVE),
    WORD("external id", EXTERNAL), WORD("Input dims", SHAPES)};

static int argument_read(twocs_json *json, twocs_event *e) {
  switch (FIND(arguments, json, 0)) {
  case EXTERNAL:
    return id_read(json, &e->external);
  case CORRELATION:
    return id_read(json, &e->correlation);
  case DEVICE:
    return id_read(json, &e->device);
  case STREAM:
    return id_read(json, &e->stream);
  case SHAPES:
    return shapes_read(json, e);
  case TYPES:
    return types_read(json, e);
  case BYTES:
    return id_read(json, &e->bytes);
  case IN:
    return id_read(json, &e->in);
  case OUT:
    return id_read(json, &e->out);
  case RANKS:
    return id_read(json, &e->ranks);
  case ELEMENT:
    return element_read(json, e);
  case COLLECTIVE:
    return text_read(json, e->collective, sizeof e->collective, &e->collective_length, NULL);
  default:
    return twocs_json_skip(json);
  }
}

static int arguments_read(twocs_json *json, twocs_event *e, int wanted) {
  if (!(e->category & (wanted | TWOCS_EVENT_UNKNOWN))) return twocs_json_skip(json);
  if (twocs_json_next(json) != TWOCS_JSON_OBJECT) return twocs_json_skip(json);
  twocs_json_token token;
  while ((token = twocs_json_next(json)) == TWOCS_JSON_KEY)
    if (argument_read(json, e)) return -1;
  return token == TWOCS_JSON_OBJECT_END ? 0 : -1;
}

/* ---- The event */

static void event_init(twocs_event *e) {
  e->category = TWOCS_EVENT_UNKNOWN;
  e->phase = 0;
  e->start = e->duration = TWOCS_EVENT_NONE;
  e->process = e->thread = e->device = e->stream = e->external = e->correlation = TWOCS_EVENT_NONE;
  e->bytes = e->in = e->out = e->ranks = TWOCS_EVENT_NONE;
  e->name_length = e->collective_length = e->shapes_length = 0;
  e->name_cut = e->shapes_cut = e->inputs = 0;
  memset(e->sizes, 0, sizeof e->sizes);
  e->type = e->element = "";
  e->element_bytes = 0;
  e->collective[0] = e->shapes[0] = e->name[0] = 0;
}

static int phase_read(twocs_json *json, twocs_event *e) {
  if (twocs_json_next(json) != TWOCS_JSON_STRING) return twocs_json_skip(json);
  e->phase = json->length ? json->text[0] : ' ';
  return 0;
}

static int category_read(twocs_json *json, twocs_event *e) {
  if (twocs_json_next(json) != TWOCS_JSON_STRING) return twocs_json_skip(json);
  e->category = FIND(categories, json, TWOCS_EVENT_OTHER);
  return 0;
}

static int name_read(twocs_json *json, twocs_event *e, int wanted) {
  if (!(e->category & (wanted | TWOCS_EVENT_UNKNOWN))) return twocs_json_skip(json);
  return text_read(json, e->name, sizeof e->name, &e->name_length, &e->name_cut);
}

static int field_read(twocs_json *json, twocs_event *e, int wanted) {
  if (TWOCS_JSON_IS(json, "ph")) return phase_read(json, e);
  if (TWOCS_JSON_IS(json, "ts")) return time_read(json, &e->start);
  if (TWOCS_JSON_IS(json, "dur")) return time_read(json, &e->duration);
  if (TWOCS_JSON_IS(json, "cat")) return category_read(json, e);
  if (TWOCS_JSON_IS(json, "name")) return name_read(json, e, wanted);
  if (TWOCS_JSON_IS(json, "pid")) return id_read(json, &e->process);
  if (TWOCS_JSON_IS(json, "tid")) return id_read(json, &e->thread);
  if (TWOCS_JSON_IS(json, "args")) return arguments_read(json, e, wanted);
  return twocs_json_skip(json);
}

int twocs_event_read(twocs_json *json, twocs_event *e, int wanted) {
  event_init(e);
  twocs_json_token token;
  while ((token = twocs_json_next(json)) == TWOCS_JSON_KEY)
    if (field_read(json, e, wanted)) return -1;
  if (e->category == TWOCS_EVENT_UNKNOWN) e->category = TWOCS_EVENT_OTHER;
  return token == TWOCS_JSON_OBJECT_END ? 0 : -1;
}

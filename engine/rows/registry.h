/* SPDX-License-Identifier: MIT */
/* The registered devices and models, for programs without Lua. scripts/twocs/data
 * are the source, from which the build makes these tables; they stand in a library of their own,
 * twocs_registry.
 */
#ifndef TWOCS_REGISTRY_H
#define TWOCS_REGISTRY_H

#include "twocs.h"

TWOCS_BEGIN

typedef struct twocs_named_device {
  const char *name, *source;
  twocs_device device; /* NaN: follows its formula, as in a point */
} twocs_named_device;

typedef struct twocs_named_model {
  const char *name, *source;
  twocs_model model;
} twocs_named_model;

/* Both end in a row without a name. */
TWOCS_API extern const twocs_named_device twocs_devices[];
TWOCS_API extern const twocs_named_model twocs_models[];

/* The registered one of that name, or NULL. */
TWOCS_API const twocs_device *twocs_device_find(const char *name);
TWOCS_API const twocs_model *twocs_model_find(const char *name);

TWOCS_END

#endif

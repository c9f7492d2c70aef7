/* SPDX-License-Identifier: MIT */
/* Reading of the specification of a fill, key by key. */
#ifndef SUPPLY_FILL_FILL_INTERNAL_H
#define SUPPLY_FILL_FILL_INTERNAL_H

#include "supply/fill/fill_spec.h"

/* State while a specification is read. */
typedef struct {
  const Parallel  *par;
  Options         *options;
  const Templates *templates;
  FillSpec        *spec;
  bool             good;
} FillReading;

/* Distributions of sizes (SizeKind, sizes.h) and of attitudes (AttitudeKind, attitudes.h); then
   NULL. */
extern const Plugin *const size_heads[], *const attitude_heads[];
extern const Plugin *const inlet_attitude_heads[];

/* Keys of the object. */
bool        fill_has(const FillReading *r, const char *key);
double      fill_real(const FillReading *r, const char *key);
const char *fill_word(const FillReading *r, const char *key);
bool        fill_is_word(const FillReading *r, const char *key, const char *value);
bool        fill_is_set(const FillReading *r, const char *key); /* given, but perhaps wrong */

#define FILL_MISTAKE(r, key, ...) \
  do { \
    option_mistake((r)->options, (r)->spec->kind, (r)->spec->name, key, __VA_ARGS__); \
    (r)->good = false; \
  } while (0)

/* Require a key; a key that was given but is wrong was reported before. */
void fill_need(FillReading *r, const char *key, const char *by);
/* Require exactly one of two or three keys. */
void fill_need_one(FillReading *r, const char *by, const char *const keys[]);

/* The kth template of the specification. */
const Template *fill_template(const FillReading *r, int k);

/* Read parts of the specification, in this order. Collective. The distribution of sizes. */
PetscErrorCode fill_sizes_read(FillReading *r);
/* The size of each template at scale 1, and bounds on clumps and pebbles. */
PetscErrorCode fill_units_find(FillReading *r);
PetscErrorCode fill_attitudes_read(FillReading *r);

#endif

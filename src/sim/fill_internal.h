/* SPDX-License-Identifier: MIT */
/* How the plan of a fill is read, key by key. */
#ifndef SIM_FILL_INTERNAL_H
#define SIM_FILL_INTERNAL_H

#include "sim/fill_plan.h"

/* While a plan is read. */
typedef struct {
  const Parallel  *par;
  Options         *options;
  const Templates *templates;
  FillPlan        *plan;
  bool             good;
} FillReading;

/* Keys of the object. */
bool        fill_has(const FillReading *r, const char *key);
double      fill_real(const FillReading *r, const char *key);
const char *fill_word(const FillReading *r, const char *key);
bool        fill_is_word(const FillReading *r, const char *key, const char *value);
bool        fill_is_set(const FillReading *r, const char *key); /* given, but perhaps wrong */

#define FILL_MISTAKE(r, key, ...) \
  do { \
    option_mistake((r)->options, "clumps", (r)->plan->name, key, __VA_ARGS__); \
    (r)->good = false; \
  } while (0)

/* A key that must be there; given but wrong was noted before. */
void fill_need(FillReading *r, const char *key, const char *by);
/* Just one of the keys, of which there are two or three. */
void fill_need_one(FillReading *r, const char *by, const char *const keys[]);

/* The kth of the plan. */
const Template *fill_template(const FillReading *r, int k);

/* Parts of the plan, in this order; collective. Sizes of the spread: */
PetscErrorCode fill_sizes_read(FillReading *r);
/* what a size is of each template, and bounds on clumps and pebbles. */
PetscErrorCode fill_units_find(FillReading *r);
void           fill_turning_read(FillReading *r);

#endif

/* SPDX-License-Identifier: MIT */
/* By what pictures are coloured: a property of the pebble or its clump. One that is computed is a const
   struct and a line in the list; fields of clumps need none. Local. */
#ifndef OUTPUT_TINT_H
#define OUTPUT_TINT_H

#include "base/plugin.h"
#include "matter/clumps.h"
#include "matter/group.h"
#include "space/domain.h"

typedef struct {
  const Clumps    *clumps;
  const Templates *templates;
  const Materials *materials;
  const Groups    *groups;
  const Domain    *domain;
} TintScene;

/* How numbers become colours: by a map of their range; by a list, with names in the picture, or without. */
typedef enum { TINT_RANGE, TINT_NAMES, TINT_LIST } TintKind;

typedef struct {
  Plugin      head;
  const char *unit;
  TintKind    kind;
  /* Of a pebble of an owned row. */
  double (*value)(const TintScene *scene, PetscInt a, int member);
  /* Name of number k, from 0 on; NULL: there are no more. Of TINT_NAMES. */
  const char *(*name)(const TintScene *scene, int k);
} Tint;

extern const Plugin *const tint_table[];

/* A computed property, or a field of clumps; one of both is NULL. */
typedef struct {
  const Tint  *tint;
  const Field *field;
} Colouring;

/* Property of this name, of clumps with these fields. False: there is none. */
bool        colouring_find(const char *name, const Field *fields, Colouring *colouring);
double      colouring_value(const Colouring *c, const TintScene *scene, PetscInt a, int member);
TintKind    colouring_kind(const Colouring *c);
const char *colouring_unit(const Colouring *c);
/* Field k, from 0 on, of those by which pictures may be coloured; NULL: there are no more. */
const Field *colouring_field(const Field *fields, int k);

#endif

/* SPDX-License-Identifier: MIT */
/* Interactions read from text and applied to a batch, without a simulation. */
#ifndef TEST_INTERACTION_BATCHES_H
#define TEST_INTERACTION_BATCHES_H

#define _POSIX_C_SOURCE 200809L
#include "interaction/force.h"
#include "interaction/interactions.h"
#include "interaction/pairs/potential.h"
#include "options_test.h"

static const OptionKind *const interaction_kinds[] = {&interaction_kind, &force_kind,
                                                      &material_kind, NULL};

/* All interactions of this scenario text, of one material a. */
static inline Interactions *interactions_of(const Parallel *par, const char *objects,
                                            Options **options)
{
  Materials     materials = {0};
  Interactions *all;
  char          text[2000];

  snprintf(text, sizeof text, "material:\n  - a: {density: 1}\ninteraction:\n%s", objects);
  *options = options_of_text(par, interaction_kinds, text, "the test");
  materials_read(*options, &materials);
  CALL(interactions_create(par, *options, &materials, 3, &all));
  array_free(&materials.list);
  return all;
}

/* Force along the line of centres, > 0: repulsive, N, of an interaction at distance r. */
static inline double push_at(const Acting *item, PairBatch *b, double r)
{
  *b = (PairBatch){.n = 1, .dx = {0.6 * r}, .dz = {0.8 * r}, .d2 = {r * r}};
  item->kind->pair->pull(item->constants, b);
  return b->push[0] * r;
}

static inline double energy_at(const Acting *item, PairBatch *b, double r)
{
  double energy[INTERACTION_TILE] = {0};

  *b = (PairBatch){.n = 1, .dx = {0.6 * r}, .dz = {0.8 * r}, .d2 = {r * r}};
  potential_energy(item->kind, item->constants, b, energy);
  return energy[0];
}

#endif

/* SPDX-License-Identifier: MIT */
/* List files, and the search for close pebbles. */
#include "contact/link_wishes.h"
#include "base/bounds.h"
#include "base/csv.h"
#include "search/pairs.h"

static PetscErrorCode wish(Wishes *w, Wish one)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&w->list, sizeof *w->list, w->n + 1, &w->capacity));
  one.link        = link_canonical(one.link);
  w->list[w->n++] = one;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- list files ---- */

enum { ID_A, PEBBLE_A, ID_B, PEBBLE_B, GIVEN, LIST_COLUMNS };

/* Index of a pebble in its template; numbers that no template can have become one that none has. */
static int32_t member_at(const Csv *csv, int column, PetscInt i)
{
  const Id member = csv->has[column] ? csv_id(csv, column, i) : LINK_CENTRE;

  return member < LINK_CENTRE || member > PETSC_MPI_INT_MAX ? PETSC_MPI_INT_MAX : (int32_t)member;
}

PetscErrorCode wishes_read(const LinkScene *s, const LinkSet *set, int object, Wishes *wishes,
                           Findings *findings)
{
  const unsigned  pebbles                   = set->kind->pebbles ? CSV_REQUIRED : 0;
  const CsvColumn columns[LIST_COLUMNS + 1] = {
    [ID_A]     = {.name = "id_a", .type = CSV_ID, .flags = CSV_REQUIRED},
    [PEBBLE_A] = {.name = "pebble_a", .type = CSV_ID, .flags = pebbles, .group = 1},
    [ID_B]     = {.name = "id_b", .type = CSV_ID, .flags = CSV_REQUIRED},
    [PEBBLE_B] = {.name = "pebble_b", .type = CSV_ID, .flags = pebbles, .group = 1},
    [GIVEN]    = {.name = set->kind->given, .type = CSV_REAL, .unit = "m", .hi = LENGTH_MOST}};
  Csv csv;

  PetscFunctionBeginUser;
  PetscCall(csv_read(
    s->par, option_word(s->options, set->kind->options.name, set->objects[object].name, "file"),
    columns, &csv, findings));
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++)
    PetscCall(wish(wishes, (Wish){.link    = {.a        = csv_id(&csv, ID_A, i),
                                              .b        = csv_id(&csv, ID_B, i),
                                              .member_a = member_at(&csv, PEBBLE_A, i),
                                              .member_b = member_at(&csv, PEBBLE_B, i),
                                              .object   = object},
                                  .given   = csv.has[GIVEN] ? csv_real(&csv, GIVEN, i) : NAN,
                                  .line    = csv.line[i],
                                  .nearest = true}));
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- search ---- */

bool link_object_is_stored(const Options *options, const LinkSet *set, int object)
{
  return options_object_is_stored(options, set->kind->options.name, set->objects[object].name);
}

double link_object_distance(const Options *options, const LinkSet *set, int object)
{
  const char *kind = set->kind->options.name, *name = set->objects[object].name;

  return option_has_value(options, kind, name, "distance") &&
             !link_object_is_stored(options, set, object)
           ? option_real(options, kind, name, "distance")
           : -1;
}

double links_longest_distance(const Options *options, const Links *links)
{
  double most = -1;

  for (int s = 0; s < LINK_KINDS; s++)
    for (int k = 0; k < links->set[s].n_objects; k++)
      most = max_real(most, link_object_distance(options, &links->set[s], k));
  return most;
}

bool links_search(const Options *options, const Links *links)
{
  return links_longest_distance(options, links) >= 0;
}

PetscErrorCode surroundings_find(const LinkScene *s, double reach, Surroundings *around)
{
  PetscFunctionBeginUser;
  PetscCall(halo_create(s->par, s->halo_wide, &around->halo));
  PetscCall(halo_build(around->halo, s->domain, s->decomposition, s->templates, reach, s->clumps));
  PetscCall(halo_refresh_begin(around->halo, s->clumps));
  PetscCall(halo_refresh_end(around->halo, s->domain, s->clumps));
  PetscCall(pebbles_create(&around->pebbles));
  PetscCall(
    halo_select(s->decomposition, s->domain, s->templates, reach, s->clumps, around->pebbles));
  pebbles_place(around->pebbles, s->clumps, 0, around->pebbles->n, s->domain->magic);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode surroundings_free(Surroundings *around)
{
  PetscFunctionBeginUser;
  PetscCall(pebbles_destroy(&around->pebbles));
  PetscCall(halo_destroy(&around->halo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A link for a pair of pebble rows that are close enough. */
static PetscErrorCode wish_pair(const LinkScene *s, const Pebbles *p, int32_t i, int32_t j,
                                int object, double distance, Wishes *wishes)
{
  const Clumps *c = s->clumps;
  const int32_t a = p->clump[i], b = p->clump[j];
  const Vec3    way  = vec3_sub(pebble_centre(p, j), pebble_centre(p, i));
  const Link    link = {.a        = c->id[a],
                        .b        = c->id[b],
                        .member_a = p->member[i],
                        .member_b = p->member[j],
                        .object   = object,
                        .image    = image_sub(domain_boxes(s->domain, c->pose[b].x),
                                              domain_boxes(s->domain, c->pose[a].x))};

  PetscFunctionBeginUser;
  if (vec3_norm(way) - p->at[i].r - p->at[j].r <= distance)
    PetscCall(wish(wishes, (Wish){.link = link, .given = NAN}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wishes_search(const LinkScene *s, const LinkSet *set, int object,
                             const Surroundings *around, Wishes *wishes)
{
  const double       distance = link_object_distance(s->options, set, object);
  const int          n        = s->materials->n;
  const Walls        none     = {0};
  int                n_words, *law_of;
  const char *const *between = option_words(s->options, set->kind->options.name,
                                            set->objects[object].name, "between", &n_words);
  PairSearch         search  = {.domain        = s->domain,
                                .decomposition = s->decomposition,
                                .clumps        = s->clumps,
                                .pebbles       = around->pebbles,
                                .walls         = &none,
                                .method        = &search_list,
                                .skin          = wishes_reach(distance),
                                .near          = wishes_reach(distance),
                                .fixed         = true,
                                .n_materials   = n,
                                .n_laws        = 1};
  Pairs             *pairs;

  PetscFunctionBeginUser;
  if (n_words != 2) PetscFunctionReturn(PETSC_SUCCESS); /* reported */
  PetscCall(array_create(&law_of, sizeof *law_of, n * n));
  for (int k = 0; k < n * n; k++) {
    const char *one = s->materials->list[k / n].name, *other = s->materials->list[k % n].name;

    law_of[k] = (strcmp(one, between[0]) == 0 && strcmp(other, between[1]) == 0) ||
                    (strcmp(one, between[1]) == 0 && strcmp(other, between[0]) == 0)
                  ? 0
                  : -1;
  }
  search.law_of = law_of;
  PetscCall(pairs_create(1, &pairs));
  PetscCall(pairs_build(pairs, &search));
  for (PetscInt k = 0; k < pairs->pebbles.n; k++)
    PetscCall(wish_pair(s, around->pebbles, pairs->pebbles.a[k], pairs->pebbles.b[k], object,
                        distance, wishes));
  PetscCall(pairs_destroy(&pairs));
  array_free(&law_of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

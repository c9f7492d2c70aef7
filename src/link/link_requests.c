/* SPDX-License-Identifier: MIT */
/* List files, and the search for close pebbles. */
#include "link/link_requests.h"
#include "options/csv.h"
#include "search/pairs.h"

static void request_add(LinkRequests *w, LinkRequest one)
{
  array_reserve(&w->list, sizeof *w->list, w->n + 1, &w->capacity);
  if (link_is_reversed(&one.link)) {
    const Vec3 arm = one.arm[0];

    one.given.reversed = !one.given.reversed;
    one.arm[0]         = one.arm[1];
    one.arm[1]         = arm;
  }
  one.link        = link_canonical(one.link);
  w->list[w->n++] = one;
}

/* ---- list files ---- */

/* Columns of all list files: ids, and pebbles or arms. */
enum { ID_A, ID_B, PEBBLE_A, PEBBLE_B, PEBBLES_END };
enum { ARM_A = PEBBLE_A, ARM_B = ARM_A + 3, ARMS_END = ARM_B + 3 };

/* clang-format off */
#define ARM_COLUMN(name, needs) \
  {name, CSV_REAL, needs, .group = 1, .unit = "m", .lo = -LENGTH_MOST, .hi = LENGTH_MOST}
static const CsvColumn arm_columns[] = {
  CSV_ID_COLUMN("a"), CSV_ID_COLUMN("b"),
  ARM_COLUMN("ax", 0), ARM_COLUMN("ay", 0), ARM_COLUMN("az", CSV_ACROSS),
  ARM_COLUMN("bx", 0), ARM_COLUMN("by", 0), ARM_COLUMN("bz", CSV_ACROSS),
};
static const CsvColumn pebble_columns[] = {
  CSV_ID_COLUMN("id_a"), CSV_ID_COLUMN("id_b"),
  {"pebble_a", CSV_ID, .group = 1}, {"pebble_b", CSV_ID, .group = 1},
};
/* clang-format on */

/* Fill the table for a set; returns the index of the first column of the object's own. */
static int columns_of(const LinkSet *set, int object, CsvColumn columns[CSV_MOST_COLUMNS + 1])
{
  const LinkKind  *kind = set->kind;
  const CsvColumn *more = kind->columns ? kind->columns(set->objects[object].constants) : NULL;
  const int        own  = kind->arms ? ARMS_END : PEBBLES_END;
  int              n    = own;

  memcpy(columns, kind->arms ? arm_columns : pebble_columns, (size_t)own * sizeof *columns);
  for (int k = PEBBLE_A; kind->pebbles && k <= PEBBLE_B; k++) columns[k].flags = CSV_REQUIRED;
  for (; more && more->name; more++) columns[n++] = *more;
  columns[n] = (CsvColumn){.name = NULL};
  return own;
}

/* Index of a pebble in its template; numbers out of range become PETSC_MPI_INT_MAX, which no
   template has. */
static int32_t member_at(const LinkSet *set, const Csv *csv, int column, PetscInt i)
{
  const Id member = !set->kind->arms && csv->has[column] ? csv_id(csv, column, i) : LINK_CENTRE;

  return member < LINK_CENTRE || member > PETSC_MPI_INT_MAX ? PETSC_MPI_INT_MAX : (int32_t)member;
}

/* Row i of a list, with the columns from `own` on of the object. */
static LinkRequest request_of(const LinkScene *s, const LinkSet *set, const Csv *csv, int own,
                              int object, PetscInt i)
{
  LinkRequest w = {.link    = {.a        = csv_id(csv, ID_A, i),
                               .b        = csv_id(csv, ID_B, i),
                               .member_a = member_at(set, csv, PEBBLE_A, i),
                               .member_b = member_at(set, csv, PEBBLE_B, i),
                               .object   = object},
                   .given   = link_nothing_given(s->world->domain->dimension),
                   .line    = csv->line[i],
                   .nearest = true};

  for (int k = 0; k < LINK_GIVEN; k++)
    if (csv->has[own + k]) w.given.value[k] = csv_real(csv, own + k, i);
  for (int side = 0; set->kind->arms && side < 2; side++)
    w.arm[side] = csv_vec3(csv, side ? ARM_B : ARM_A, i);
  return w;
}

PetscErrorCode requests_read(const LinkScene *s, const LinkSet *set, int object,
                             LinkRequests *requests, Findings *findings)
{
  CsvColumn columns[CSV_MOST_COLUMNS + 1], plane[CSV_MOST_COLUMNS + 1];
  const int own = columns_of(set, object, columns);
  Csv       csv;

  PetscFunctionBeginUser;
  PetscCall(csv_read(
    s->world->par,
    option_word(s->world->options, set->kind->options.name, set->objects[object].name, "file"),
    csv_columns(columns, s->world->domain->dimension, plane), &csv, findings));
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++)
    request_add(requests, request_of(s, set, &csv, own, object, i));
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- search ---- */

bool link_object_is_stored(const Options *options, const LinkSet *set, int object)
{
  return options_object_is_stored(options, set->kind->options.name, set->objects[object].name);
}

bool link_object_is_due(const LinkScene *s, const LinkSet *set, int object)
{
  const double at = set->objects[object].at;

  return at > s->before && at <= s->now &&
         !(s->before < 0 && link_object_is_stored(s->world->options, set, object));
}

double link_object_distance(const Options *options, const LinkSet *set, int object)
{
  const char *kind = set->kind->options.name, *name = set->objects[object].name;

  return !set->kind->arms && option_has_value(options, kind, name, "distance")
           ? option_real(options, kind, name, "distance")
           : -1;
}

double links_longest_distance(const LinkScene *s)
{
  const Links *links = s->world->links;
  double       most  = -1;

  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < links->set[k].n_objects; i++)
      if (link_object_is_due(s, &links->set[k], i))
        most = max_real(most, link_object_distance(s->world->options, &links->set[k], i));
  return most;
}

void requests_free(LinkRequests **requests)
{
  if (*requests) array_free(&(*requests)->list);
  array_free(requests);
}

PetscErrorCode near_pebbles_find(const World *w, double reach, NearPebbles *around)
{
  PetscFunctionBeginUser;
  PetscCall(halo_create(w->par, w->halo_wide, &around->halo));
  PetscCall(halo_build(around->halo, w->domain, w->decomposition, w->templates, reach, w->clumps));
  PetscCall(halo_refresh(around->halo, w->domain, w->clumps));
  pebbles_create(&around->pebbles);
  halo_select(w->decomposition, w->domain, w->templates, reach, w->clumps, around->pebbles);
  pebbles_place(around->pebbles, w->clumps, 0, around->pebbles->n, w->domain->magic);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode near_pebbles_free(NearPebbles *around)
{
  PetscFunctionBeginUser;
  pebbles_destroy(&around->pebbles);
  PetscCall(halo_destroy(&around->halo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A link for a pair of pebble rows that are close enough. */
static void request_pair(const World *w, const Pebbles *p, int32_t i, int32_t j, int object,
                         double distance, LinkRequests *requests)
{
  const Vec3 way = vec3_sub(pebble_centre(p, j), pebble_centre(p, i));

  if (vec3_norm(way) - p->at[i].r - p->at[j].r <= distance)
    request_add(requests, (LinkRequest){.link = link_between(w->domain, w->clumps, p, i, j, object),
                                        .given = link_nothing_given(w->domain->dimension)});
}

PetscErrorCode requests_search(const World *w, const LinkSet *set, int object,
                               const NearPebbles *around, LinkRequests *requests)
{
  const double distance = link_object_distance(w->options, set, object);
  const int    n        = w->materials->n;
  const Walls  none     = {0};
  int         *law_of;
  PairSearch   search = {.domain        = w->domain,
                         .decomposition = w->decomposition,
                         .clumps        = w->clumps,
                         .pebbles       = around->pebbles,
                         .walls         = &none,
                         .method        = &search_list,
                         .skin          = requests_reach(distance),
                         .near          = requests_reach(distance),
                         .fixed         = true,
                         .n_materials   = n,
                         .n_laws        = 1};
  Pairs       *pairs;

  PetscFunctionBeginUser;
  array_create(&law_of, sizeof *law_of, n * n);
  for (int k = 0; k < n * n; k++)
    law_of[k] = link_object_joins(w->options, set, object, w->materials->list[k / n].name,
                                  w->materials->list[k % n].name)
                  ? 0
                  : -1;
  search.law_of = law_of;
  pairs_create(1, &pairs);
  PetscCall(pairs_build(pairs, &search));
  for (PetscInt k = 0; k < pairs->pebbles.n; k++)
    request_pair(w, around->pebbles, pairs->pebbles.a[k], pairs->pebbles.b[k], object, distance,
                 requests);
  pairs_destroy(&pairs);
  array_free(&law_of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* SPDX-License-Identifier: MIT */
/* Wide clumps: their records, summed over all ranks at a rebuild, and the sums of poses and loads
   in every step. */
#include "space/wide.h"

enum { POSE_NUMBERS = sizeof(Pose) / sizeof(int64_t) };

/* Numbers of a clump in a step: its pose and renewed fields; its loads and accumulators. */
static int pose_numbers(const Clumps *c)
{
  return POSE_NUMBERS + (int)(fields_size(c->fields, RENEWED) / sizeof(int64_t));
}

static int load_numbers(const Loads *loads)
{
  return LOAD_PARTS + loads->n_more;
}

void wide_free(Wide *w)
{
  array_free(&w->mine);
  array_free(&w->which);
  array_free(&w->numbers);
}

/* ---- rebuild ---- */

/* Head of the record of a wide clump; its HELD_ONCE columns follow. */
typedef struct {
  Vec3 x; /* wrapped */
  Quat q;
} Place;

/* Size of a record in int64. */
static int record_numbers(const Clumps *c)
{
  return (int)((sizeof(Place) + fields_size(c->fields, HELD_ONCE) + sizeof(int64_t) - 1) /
               sizeof(int64_t));
}

static void pack_record(const Clumps *c, PetscInt a, int64_t *record)
{
  const Place place = {.x = c->pose[a].x, .q = c->pose[a].q};

  memcpy(record, &place, sizeof place);
  fields_pack(c->fields, c, a, HELD_ONCE, (char *)record + sizeof place);
}

/* Append a held row. */
static void append(Wide *w, int which, Image shift, const int64_t *record, Clumps *c)
{
  const PetscInt b = c->n;

  clumps_reserve(c, b + 1);
  array_reserve(&w->which, sizeof *w->which, w->n_held + 1, &w->which_capacity);
  fields_unpack(c->fields, c, b, HELD_ONCE, (const char *)record + sizeof(Place));
  c->shift[b]           = shift;
  w->which[w->n_held++] = which;
  c->n                  = b + 1;
}

typedef struct {
  const HolderSearch *search;
  int                *pieces;
  Outline             outline;
} Looker;

static bool meets_here(Looker *l, Vec3 x, Image shift)
{
  const int n = outline_all(&l->outline, l->pieces);

  l->outline.x = domain_shifted(l->search->domain, x, shift);
  return outline_sift(&l->outline, &l->search->decomposition->mine, l->pieces, n, true,
                      l->pieces + l->outline.template->n) > 0;
}

/* Append the images of a wide clump that this rank needs and that do not reach its box. `mine`: of
   its own; `first`: the clump's first image in which[]. */
static void hold_wanted(Wide *w, const Needs *needs, int which, Id id, bool mine, PetscInt first,
                        const int64_t *record, Clumps *c)
{
  for (PetscInt k = needs_from(needs, id); k < needs->n_wanted && needs->wanted[k].id == id; k++) {
    const Need *need = &needs->wanted[k];
    bool        held = mine && image_sign(need->shift) == 0;

    for (PetscInt m = first; m < w->n_held && !held; m++)
      held = image_sign(image_sub(c->shift[w->held + m], need->shift)) == 0;
    if (!held) append(w, which, need->shift, record, c);
  }
}

/* Append the images of a wide clump that reach this rank's box; the clump itself is left out on its
   owner. */
static void hold_images(Wide *w, Looker *l, int which, const int64_t *record, Clumps *c)
{
  const HolderSearch *s    = l->search;
  const bool          mine = which >= w->first && which < w->first + w->n_mine;
  const Template     *t;
  Place               place;
  Image               from, to;
  const PetscInt      first = w->n_held;
  double              scale;
  Id                  id;

  memcpy(&place, record, sizeof place);
  /* shape and scale are among the columns: unpack to a scratch row */
  clumps_reserve(c, c->n + 1);
  fields_unpack(c->fields, c, c->n, HELD_ONCE, (const char *)record + sizeof place);
  t     = &s->templates->list[c->template[c->n]];
  scale = c->scale[c->n];
  id    = c->id[c->n];
  outline_place(&l->outline, s->domain, t, scale, place.x, place.q, s->reach);
  domain_images(s->domain, place.x, scale * t->bound + s->reach, &from, &to);
  if (t->carries && !mine) append(w, which, (Image){0, 0, 0}, record, c);
  for (int nx = from.x; nx <= to.x; nx++)
    for (int ny = from.y; ny <= to.y; ny++)
      for (int nz = from.z; nz <= to.z; nz++) {
        const Image shift = domain_true(s->domain, (Image){nx, ny, nz});

        if (mine && image_sign(shift) == 0) continue;
        if (t->carries && image_sign(shift) == 0) continue;
        if (meets_here(l, place.x, shift)) append(w, which, shift, record, c);
      }
  for (int list = 0; list < NEEDS_LISTS; list++)
    if (s->needs[list]) hold_wanted(w, s->needs[list], which, id, mine, first, record, c);
}

static void hold_all(Wide *w, const HolderSearch *search, const int64_t *records, Clumps *c)
{
  Looker l       = {.search = search};
  int    largest = 1;

  for (int t = 0; t < search->templates->n; t++)
    largest = (int)max_int(largest, search->templates->list[t].n);
  array_scratch(&l.pieces, sizeof *l.pieces, 2 * (size_t)largest);
  for (int k = 0; k < w->n; k++)
    hold_images(w, &l, k, records + (size_t)k * (size_t)record_numbers(c), c);
  array_free(&l.pieces);
}

PetscErrorCode wide_build(Wide *w, const Parallel *par, const HolderSearch *search,
                          const PetscInt *rows, PetscInt n, int total, Clumps *c)
{
  int64_t  first, *records;
  PetscInt size;

  PetscFunctionBeginUser;
  w->n      = total;
  w->n_mine = n;
  w->held   = c->n;
  w->n_held = 0;
  if (total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_offset(par, n, &first, NULL));
  w->first = (int)first;
  array_reserve(&w->mine, sizeof *w->mine, n, &w->mine_capacity);
  if (n > 0) memcpy(w->mine, rows, (size_t)n * sizeof *rows);
  size = total * record_numbers(c);
  array_create(&records, sizeof *records, size);
  for (PetscInt k = 0; k < n; k++)
    pack_record(c, rows[k], records + (size_t)(first + k) * (size_t)record_numbers(c));
  PetscCall(parallel_sum_int(par, records, size));
  hold_all(w, search, records, c);
  array_free(&records);
  array_reserve(&w->numbers, sizeof *w->numbers,
                total * (PetscInt)max_int(pose_numbers(c), LOAD_PARTS + ACCUMULATORS_MOST),
                &w->numbers_capacity);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- every step ---- */

/* The buffer, `width` numbers for each wide clump, zeroed. */
static int64_t *blank(const Wide *w, int width)
{
  memset(w->numbers, 0, (size_t)w->n * (size_t)width * sizeof *w->numbers);
  return w->numbers;
}

PetscErrorCode wide_refresh_begin(Wide *w, const Parallel *par, const Clumps *c)
{
  const int width = pose_numbers(c);

  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  blank(w, width);
  for (PetscInt k = 0; k < w->n_mine; k++) {
    int64_t *to = w->numbers + (size_t)(w->first + k) * (size_t)width;

    memcpy(to, &c->pose[w->mine[k]], sizeof(Pose));
    fields_pack(c->fields, c, w->mine[k], RENEWED, (char *)(to + POSE_NUMBERS));
  }
  PetscCall(parallel_sum_int_begin(par, w->numbers, w->n * width, &w->request));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wide_refresh_end(Wide *w, Clumps *c)
{
  const int width = pose_numbers(c);

  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_reduce_end(&w->request));
  for (PetscInt k = 0; k < w->n_held; k++) {
    const int64_t *from = w->numbers + (size_t)w->which[k] * (size_t)width;

    memcpy(&c->pose[w->held + k], from, sizeof(Pose));
    fields_unpack(c->fields, c, w->held + k, RENEWED, (const char *)(from + POSE_NUMBERS));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wide_reduce_begin(Wide *w, const Parallel *par, const Loads *loads)
{
  const int width = load_numbers(loads);

  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  blank(w, width);
  for (PetscInt k = 0; k < w->n_held; k++) {
    int64_t *to = w->numbers + (size_t)w->which[k] * (size_t)width;

    loads_add_row(to, loads->sum + (size_t)(w->held + k) * LOAD_PARTS);
    for (int m = 0; m < loads->n_more; m++)
      loads_add(&to[LOAD_PARTS + m], loads->more[m].sum[w->held + k]);
  }
  PetscCall(parallel_sum_int_begin(par, w->numbers, w->n * width, &w->request));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wide_reduce_end(Wide *w, Loads *loads)
{
  const int width = load_numbers(loads);

  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_reduce_end(&w->request));
  for (PetscInt k = 0; k < w->n_mine; k++) {
    const int64_t *from = w->numbers + (size_t)(w->first + k) * (size_t)width;

    loads_add_row(loads->sum + (size_t)w->mine[k] * LOAD_PARTS, from);
    for (int m = 0; m < loads->n_more; m++)
      loads_add(&loads->more[m].sum[w->mine[k]], from[LOAD_PARTS + m]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- in the middle of a step ---- */

/* The buffer, enlarged for `width` numbers for each wide clump, zeroed. */
static void blank_room(Wide *w, int width)
{
  array_reserve(&w->numbers, sizeof *w->numbers, w->n * width, &w->numbers_capacity);
  blank(w, width);
}

PetscErrorCode wide_renew(Wide *w, const Parallel *par, int n, double *const *columns,
                          PetscInt stride)
{
  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  blank_room(w, n);
  for (PetscInt i = 0; i < w->n_mine; i++)
    for (int k = 0; k < n; k++)
      memcpy(&w->numbers[(w->first + i) * n + k], &columns[k][w->mine[i] * stride], sizeof(double));
  PetscCall(parallel_sum_int(par, w->numbers, w->n * n));
  for (PetscInt i = 0; i < w->n_held; i++)
    for (int k = 0; k < n; k++)
      memcpy(&columns[k][(w->held + i) * stride], &w->numbers[w->which[i] * n + k], sizeof(double));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wide_sum(Wide *w, const Parallel *par, int n, int64_t *const *columns,
                        PetscInt stride)
{
  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  blank_room(w, n);
  for (PetscInt i = 0; i < w->n_held; i++)
    for (int k = 0; k < n; k++)
      loads_add(&w->numbers[w->which[i] * n + k], columns[k][(w->held + i) * stride]);
  PetscCall(parallel_sum_int(par, w->numbers, w->n * n));
  for (PetscInt i = 0; i < w->n_mine; i++)
    for (int k = 0; k < n; k++)
      loads_add(&columns[k][w->mine[i] * stride], w->numbers[(w->first + i) * n + k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- marks ---- */

PetscErrorCode wide_spread_int(Wide *w, const Parallel *par, int32_t *values)
{
  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  blank(w, 1);
  for (PetscInt k = 0; k < w->n_mine; k++) w->numbers[w->first + k] = values[w->mine[k]];
  PetscCall(parallel_sum_int(par, w->numbers, w->n));
  for (PetscInt k = 0; k < w->n_held; k++) values[w->held + k] = (int32_t)w->numbers[w->which[k]];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wide_max_int(Wide *w, const Parallel *par, int32_t *values)
{
  PetscFunctionBeginUser;
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < w->n; k++) w->numbers[k] = INT32_MIN;
  for (PetscInt k = 0; k < w->n_held; k++)
    w->numbers[w->which[k]] = max_int(w->numbers[w->which[k]], values[w->held + k]);
  PetscCall(parallel_max_int(par, w->numbers, w->n));
  for (PetscInt k = 0; k < w->n_mine; k++)
    values[w->mine[k]] = (int32_t)max_int(values[w->mine[k]], w->numbers[w->first + k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

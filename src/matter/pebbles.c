/* SPDX-License-Identifier: MIT */
/* Columns of pebbles and their positions. */
#include "matter/pebbles.h"
#include "base/kernel.h"
#include "base/rows.h"

void pebbles_create(Pebbles **pebbles)
{
  array_create(pebbles, sizeof **pebbles, 1);
}

void pebbles_destroy(Pebbles **pebbles)
{
  Pebbles *p = *pebbles;

  if (p) {
    array_free(&p->at);
    array_free(&p->form);
    array_free(&p->clump);
    array_free(&p->member);
    array_free(&p->material);
    array_free(&p->role);
    array_free(&p->centred);
    if (!p->borrows) array_free(&p->forms);
    if (!p->borrows) array_free(&p->column);
    array_free(&p->first);
    array_free(pebbles);
  }
}

void pebbles_reserve(Pebbles *p, PetscInt n)
{
  void *const  columns[] = {&p->at, &p->form, &p->clump, &p->member, &p->material, &p->role};
  const size_t sizes[]   = {sizeof(Ball), 4, 4, 4, 4, 1};
  PetscInt     room      = p->capacity;

  if (n <= p->capacity) return;
  for (int k = 0; k < 5 + p->capsules; k++) {
    room = p->capacity;
    array_reserve(columns[k], sizes[k], n, &room);
  }
  p->capacity = room;
}

static bool has_forms(const Templates *templates)
{
  return templates->n_formed > 0 && templates->n_formed == templates->n;
}

static void find_forms(Pebbles *p, const Templates *templates)
{
  bool capsules = false;

  array_reserve(&p->first, sizeof *p->first, templates->n, &p->first_capacity);
  p->n_forms = 0;
  for (int t = 0; t < templates->n; t++) {
    capsules    = capsules || templates->list[t].role;
    p->first[t] = p->n_forms;
    p->n_forms += templates->list[t].n;
  }
  if (!p->borrows) array_free(&p->forms);
  if (!p->borrows) array_free(&p->column);
  p->borrows = has_forms(templates);
  p->forms   = (Ball *)templates->forms;
  p->column  = templates->column;
  if (!p->borrows) {
    array_create(&p->forms, sizeof *p->forms, p->n_forms);
    array_create(&p->column, 4 * sizeof *p->column, p->n_forms);
    templates_form(templates, &p->forms->x, p->column);
  }
  p->form_list   = templates->list;
  p->n_templates = templates->n;
  if (capsules && !p->capsules && p->capacity > 0) {
    /* pebbles were added before templates with capsules came: all of them are balls */
    array_free(&p->role);
    array_create(&p->role, sizeof *p->role, p->capacity);
  }
  p->capsules = capsules;
}

void pebbles_add(Pebbles *p, const Clumps *clumps, const Templates *templates, PetscInt a, int from,
                 int to)
{
  const int template = clumps->template[a];
  const Template *t  = &templates->list[template];

  if (p->n_templates != templates->n || p->form_list != templates->list ||
      p->borrows != has_forms(templates))
    find_forms(p, templates);
  pebbles_reserve(p, p->n + to - from);
  for (int member = from; member < to; member++) {
    const PetscInt i = p->n++;

    p->form[i]     = (int32_t)(p->first[template] + member);
    p->clump[i]    = (int32_t)a;
    p->member[i]   = member;
    p->material[i] = t->material[member];
    if (p->capsules) p->role[i] = (uint8_t)template_role(t, member);
  }
}

void pebbles_mark(Pebbles *p)
{
  array_reserve(&p->centred, sizeof *p->centred, p->n / PEBBLES_TILE + 1, &p->tiles_capacity);
  memset(p->centred, 1, (size_t)(p->n / PEBBLES_TILE) + 1);
  p->all_centred = p->lone = true;
  for (PetscInt i = 0; i < p->n; i++) {
    const Ball *form = &p->forms[p->form[i]];

    p->lone = p->lone && p->clump[i] == i;
    if (form->x == 0 && form->y == 0 && form->z == 0) continue;
    p->centred[i / PEBBLES_TILE] = 0;
    p->all_centred = p->lone = false;
  }
}

enum { BALL_REALS = sizeof(Ball) / sizeof(double) };

/* Place four pebbles of clumps in c (x y z qw) and d (qx qy qz scale), with forms in o (x y z r),
   with one vector operation for each component. */
ALWAYS_INLINE void place_four(Ball *at, const Four c[4], const Four d[4], Four o[4], double magic)
{
  Four tx, ty, tz;

  for (int k = 0; k < 4; k++) o[k] = d[3] * o[k];
  /* pebble_arm: the same operations in the same order */
  tx   = 2.0 * (d[1] * o[2] - d[2] * o[1]);
  ty   = 2.0 * (d[2] * o[0] - d[0] * o[2]);
  tz   = 2.0 * (d[0] * o[1] - d[1] * o[0]);
  o[0] = c[0] + ((((o[0] + c[3] * tx) + (d[1] * tz - d[2] * ty)) + magic) - magic);
  o[1] = c[1] + ((((o[1] + c[3] * ty) + (d[2] * tx - d[0] * tz)) + magic) - magic);
  o[2] = c[2] + ((((o[2] + c[3] * tz) + (d[0] * ty - d[1] * tx)) + magic) - magic);
  four_turn(o);
  for (int k = 0; k < 4; k++)
    four_put(&at[k].x,
             o[k]); /* element stores and one wide load would stall until the stores are done */
}

/* True if four pebbles are consecutive ones of one clump, as clump rows ascend. */
ALWAYS_INLINE bool are_in_a_row(const int32_t *form, const int32_t *clump)
{
  return clump[0] == clump[3] && form[3] - form[0] == 3;
}

/* Place pebbles from .. by fours, and return the first that is left. The pose of a clump is read
   once for all fours within it, whose forms are read from columns. */
KERNEL static PetscInt place_fours(const Pebbles *p, const Pose *pose, PetscInt from, PetscInt to,
                                   double magic)
{
  Ball *restrict at            = p->at;
  const int32_t *restrict form = p->form, *restrict clump = p->clump;
  const double *restrict reals = &pose->x.x, *restrict column = p->column;
  const size_t rows = (size_t)p->n_forms;
  PetscInt     i    = from;

  while (i + 4 <= to) {
    const int32_t a      = clump[i];
    const bool    in_row = are_in_a_row(form + i, clump + i);
    Four          c[4] = {{0}}, d[4] = {{0}}, o[4];

    if (!in_row) {
      four_gather(reals + POSE_X, POSE_REALS, clump + i, c);
      four_gather(reals + POSE_QX, POSE_REALS, clump + i, d);
      four_gather(&p->forms->x, BALL_REALS, form + i, o);
      place_four(at + i, c, d, o, magic);
      i += 4;
      continue;
    }
    four_repeat(reals + (size_t)a * POSE_REALS + POSE_X, c);
    four_repeat(reals + (size_t)a * POSE_REALS + POSE_QX, d);
    do {
      for (size_t k = 0; k < 4; k++) four_get(&o[k], column + k * rows + form[i]);
      place_four(at + i, c, d, o, magic);
      i += 4;
    } while (i + 4 <= to && clump[i] == a && are_in_a_row(form + i, clump + i));
  }
  return i;
}

/* Place pebbles whose offsets are zero: the same result as place_any. */
KERNEL static void place_centred(Ball *restrict at, const Ball *restrict forms,
                                 const int32_t *restrict form, const int32_t *restrict clump,
                                 const Pose *restrict pose, PetscInt from, PetscInt to)
{
  for (PetscInt i = from; i < to; i++) {
    const Pose *p = &pose[clump[i]];
    Four        ball;

    four_get(&ball, &p->x.x);
    ball[3] = p->scale * forms[form[i]].r;
    four_put(&at[i].x, ball);
  }
}

static void place_any(Pebbles *p, const Clumps *clumps, PetscInt from, PetscInt to, double magic)
{
  for (PetscInt i = place_fours(p, clumps->pose, from, to, magic); i < to; i++) {
    const Pose *pose = &clumps->pose[p->clump[i]];
    const Ball  form = p->forms[p->form[i]];
    const Vec3  arm =
      pebble_arm(pose->q, vec3_scale(pose->scale, (Vec3){form.x, form.y, form.z}), magic);

    p->at[i] =
      (Ball){pose->x.x + arm.x, pose->x.y + arm.y, pose->x.z + arm.z, pose->scale * form.r};
  }
}

void pebbles_place(Pebbles *p, const Clumps *clumps, PetscInt from, PetscInt to, double magic)
{
  /* pairs of a shaft need its ends, which may be in the next block */
  while (p->capsules && to > from && to < p->n && p->role[to] == PEBBLE_END) to++;
  while (from < to) {
    const bool centred = p->centred[from / PEBBLES_TILE];
    PetscInt   end     = from;

    while (end < to && p->centred[end / PEBBLES_TILE] == centred)
      end = (end / PEBBLES_TILE + 1) * PEBBLES_TILE;
    end = (PetscInt)min_int(end, to);
    if (centred) place_centred(p->at, p->forms, p->form, p->clump, clumps->pose, from, end);
    else place_any(p, clumps, from, end, magic);
    from = end;
  }
}

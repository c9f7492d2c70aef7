/* SPDX-License-Identifier: MIT */
#include "measure/grid/grid_shares.h"
#include "geometry/ball_union.h"

/* ---- the state ---- */

static bool poses_equal(const Pose *a, const Pose *b)
{
  return vec3_equal(a->x, b->x) && a->q.w == b->q.w && a->q.x == b->q.x && a->q.y == b->q.y &&
         a->q.z == b->q.z && a->scale == b->scale;
}

bool grid_shares_are_present(const GridShares *s, const Clumps *c)
{
  if (!s->start || s->n_clumps != c->n_owned) return false;
  for (PetscInt a = 0; a < s->n_clumps; a++)
    if (s->of[a] != c->id[a] || !poses_equal(&s->pose[a], &c->pose[a])) return false;
  return true;
}

void grid_shares_free(GridShares *s)
{
  array_free(&s->start);
  array_free(&s->place);
  array_free(&s->id);
  array_free(&s->volume);
  array_free(&s->first);
  array_free(&s->whole);
  array_free(&s->of);
  array_free(&s->pose);
  *s = (GridShares){.n = 0};
}

static void clumps_reserve_for(GridShares *s, PetscInt n)
{
  const ArrayPart part[] = {ARRAY_PART(s->start), ARRAY_PART(s->whole), ARRAY_PART(s->of),
                            ARRAY_PART(s->pose)};

  arrays_reserve(n + 1, &s->clumps_room, 4, part);
}

/* ---- the parts of one clump ---- */

/* A part of a pebble in a cell. */
typedef struct {
  int64_t  cell; /* number in the whole grid */
  int64_t  i[3];
  PetscInt number; /* in which it was found */
  double   volume;
  Vec3     first;
} Piece;

/* The pebbles of a template, and the share of each, from its centre, at scale 1. */
typedef struct {
  bool      made;
  BallUnion balls;
  BallPart *share; /* volume 0: it is in others wholly */
  double    volume;
} Form;

typedef struct {
  FlowGrid   *grid;
  Form       *form;
  BallUnion  *of; /* those of the form */
  const Pose *pose;
  int         dimension, pebble;
  bool        chosen; /* the pebble, in `of` */
  double      radius; /* of the pebble, m */
  Vec3        offset; /* of the pebble from the clump's centre */
  Vec3        x;      /* of this image of the clump: exact, so that the images fit each other */
  PetscInt    n, room;
  Piece      *piece;
} Finder;

static int compare_pieces(const void *a, const void *b)
{
  const Piece *p = a, *q = b;

  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  return (p->number > q->number) - (p->number < q->number);
}

/* Rounding of places in units of cells, of which there are up to 1e9 along an axis. */
static const double rounding = 1e-6;

/* Cells *from .. *to - 1 that the pebble may reach along an axis. */
static void cells_along(const Finder *f, int axis, int64_t *from, int64_t *to)
{
  const FlowGrid *g = f->grid;
  const double side = flow_grid_side(g, axis), lo = vec3_axis(g->lo, axis), n = (double)g->n[axis],
               x = vec3_axis(f->x, axis) + vec3_axis(f->offset, axis), r = f->radius;

  *from = 0;
  *to   = 1;
  if (axis >= g->dimension) return;
  *from = (int64_t)max_real(0, min_real(n, floor((x - r - lo) / side - rounding)));
  *to   = (int64_t)max_real(0, min_real(n, floor((x + r - lo) / side + rounding) + 1));
}

static void piece_add(Finder *f, const int64_t i[3], BallPart part)
{
  const FlowGrid *g = f->grid;

  if (!(part.volume > 0)) return;
  array_reserve(&f->piece, sizeof *f->piece, f->n + 1, &f->room);
  f->piece[f->n] = (Piece){.cell   = i[0] + g->n[0] * (i[1] + g->n[1] * i[2]),
                           .i      = {i[0], i[1], i[2]},
                           .number = f->n,
                           .volume = part.volume,
                           .first  = vec3_axpy(part.first, part.volume, f->offset)};
  f->n++;
}

/* The part of the pebble in a cell. */
static BallPart part_in(Finder *f, const int64_t i[3])
{
  const FlowGrid *g  = f->grid;
  Vec3            lo = {0, 0, 0}, hi = lo;

  for (int k = 0; k < 3; k++) {
    vec3_set(&lo, k, flow_grid_face(g, k, i[k]));
    vec3_set(&hi, k, flow_grid_face(g, k, i[k] + 1));
  }
  f->of->at = f->x;
  return ball_union_part(f->of, lo, hi);
}

/* True if the pebble is in one cell wholly. */
static bool in_one_cell(const Finder *f, int64_t i[3])
{
  const FlowGrid *g = f->grid;

  i[2] = 0;
  for (int k = 0; k < g->dimension; k++) {
    const double x = vec3_axis(f->x, k) + vec3_axis(f->offset, k), n = (double)g->n[k],
                 at = floor((x - vec3_axis(g->lo, k)) / flow_grid_side(g, k));

    if (!(at >= 0) || !(at < n)) return false;
    i[k] = (int64_t)at;
    if (!(flow_grid_face(g, k, i[k]) <= x - f->radius) ||
        !(flow_grid_face(g, k, i[k] + 1) >= x + f->radius))
      return false;
  }
  return true;
}

/* The whole share of the pebble. */
static BallPart whole_share(const Finder *f)
{
  const BallPart *of = &f->form->share[f->pebble];
  const double    s = f->pose->scale, size = s * s * (f->dimension == 2 ? 1 : s);

  return (BallPart){size * of->volume, quat_turn(f->pose->q, vec3_scale(size * s, of->first))};
}

/* All cells of one image of a pebble. */
static void image_find(Finder *f)
{
  int64_t from[3], to[3], i[3];

  if (in_one_cell(f, i)) {
    piece_add(f, i, whole_share(f));
    return;
  }
  if (!f->chosen) ball_union_choose(f->of, f->pebble, f->pose->scale, f->pose->q);
  f->chosen = true;
  for (int k = 0; k < 3; k++) cells_along(f, k, &from[k], &to[k]);
  for (i[2] = from[2]; i[2] < to[2]; i[2]++)
    for (i[1] = from[1]; i[1] < to[1]; i[1]++)
      for (i[0] = from[0]; i[0] < to[0]; i[0]++) piece_add(f, i, part_in(f, i));
}

/* The images of a clump that may meet the box. */
typedef struct {
  Vec3  x; /* in the box */
  Image from, to;
} Images;

static void pebble_find(Finder *f, const Domain *d, const Images *images)
{
  Image n;

  for (n.z = images->from.z; n.z <= images->to.z; n.z++)
    for (n.y = images->from.y; n.y <= images->to.y; n.y++)
      for (n.x = images->from.x; n.x <= images->to.x; n.x++) {
        f->x = domain_shifted(d, images->x, domain_true(d, n));
        image_find(f);
      }
}

/* Add up the pieces in each cell to the shares of a clump. */
static void pieces_join(Finder *f, Id id, GridShares *s)
{
  const ArrayPart part[] = {ARRAY_PART(s->place), ARRAY_PART(s->id), ARRAY_PART(s->volume),
                            ARRAY_PART(s->first)};
  bool            sorted = true;

  for (PetscInt k = 1; k < f->n; k++) sorted = sorted && f->piece[k - 1].cell < f->piece[k].cell;
  if (!sorted) sort_items(f->piece, f->n, sizeof *f->piece, compare_pieces);
  arrays_reserve(s->n + f->n, &s->room, 4, part);
  for (PetscInt k = 0; k < f->n; k++) {
    const Piece *p = &f->piece[k];

    if (k == 0 || p->cell != p[-1].cell) {
      s->place[s->n]  = flow_grid_place(f->grid, p->i);
      s->id[s->n]     = id;
      s->volume[s->n] = 0;
      s->first[s->n]  = vec3(0, 0, 0);
      s->n++;
    }
    s->volume[s->n - 1] += p->volume;
    s->first[s->n - 1] = vec3_add(s->first[s->n - 1], p->first);
  }
  f->n = 0;
}

/* ---- all clumps ---- */

static void form_make(int dimension, const Template *of, Form *form)
{
  *form = (Form){.made = true, .share = memory_zero((size_t)of->n, sizeof *form->share)};
  ball_union_create(dimension, of->n, of->offset, of->radius, &form->balls);
  for (int i = 0; i < of->n; i++) {
    if (ball_union_choose(&form->balls, i, 1, quat_identity()))
      form->share[i] = ball_union_share(&form->balls);
    form->volume += form->share[i].volume;
  }
}

/* The form of a template, which is made when it is first asked for. */
static Form *form_of(Form *forms, const Templates *templates, int t)
{
  const Template *of = &templates->list[t];

  if (!forms[t].made) form_make(templates->dimension, of, &forms[t]);
  return &forms[t];
}

/* Find the pieces of a clump. */
static void clump_find(Finder *f, const Domain *d, const Template *t, Form *form, const Pose *p)
{
  Images images = {.x = domain_wrapped(d, p->x)};

  f->form = form;
  f->of   = &form->balls;
  f->pose = p;
  domain_images(d, images.x, t->bound * p->scale, &images.from, &images.to);
  for (int i = 0; i < t->n; i++) {
    if (!(form->share[i].volume > 0)) continue;
    f->pebble = i;
    f->chosen = false;
    f->radius = t->radius[i] * p->scale;
    f->offset = quat_turn(p->q, vec3_scale(p->scale, t->offset[i]));
    pebble_find(f, d, &images);
  }
}

void grid_shares_find(FlowGrid *grid, const Domain *domain, const Clumps *c,
                      const Templates *templates, GridShares *s)
{
  Form  *forms = memory_zero((size_t)templates->n, sizeof *forms);
  Finder f     = {.grid = grid, .dimension = grid->dimension};

  clumps_reserve_for(s, c->n_owned);
  s->n        = 0;
  s->n_clumps = c->n_owned;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &templates->list[c->template[a]];
    const Pose     *p = &c->pose[a];

    s->start[a] = s->n;
    s->whole[a] = 0;
    s->of[a]    = c->id[a];
    s->pose[a]  = *p;
    if (t->carries || clump_is_gone(c, a)) continue;
    clump_find(&f, domain, t, form_of(forms, templates, c->template[a]), p);
    s->whole[a] = forms[c->template[a]].volume * templates_volume_factor(templates, p->scale);
    pieces_join(&f, c->id[a], s);
  }
  s->start[c->n_owned] = s->n;
  for (int t = 0; t < templates->n; t++) {
    if (!forms[t].made) continue;
    ball_union_free(&forms[t].balls);
    free(forms[t].share);
  }
  free(forms);
  array_free(&f.piece);
}

/* ---- to cells, and to clumps ---- */

PetscErrorCode grid_shares_solids(const FlowGrid *grid, const GridShares *s, const Clumps *c,
                                  double *volume, double *momentum)
{
  double(*moved)[3] = NULL;

  PetscFunctionBeginUser;
  if (volume) PetscCall(flow_grid_add(grid, s->n, s->place, s->id, 1, s->volume, volume));
  if (!momentum) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&moved, sizeof *moved, (size_t)s->n);
  for (PetscInt a = 0; a < s->n_clumps; a++)
    for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++)
      vec3_put(moved[k],
               vec3_scale(c->mass[a] / s->whole[a], vec3_axpy(vec3_cross(c->w[a], s->first[k]),
                                                              s->volume[k], c->motion[a].v)));
  PetscCall(flow_grid_add(grid, s->n, s->place, s->id, 3, (const double *)moved, momentum));
  array_free(&moved);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_shares_velocity(const FlowGrid *grid, const GridShares *s, const Clumps *c,
                                    double *velocity)
{
  double(*moved)[4] = NULL; /* mass and momentum */
  double(*in)[4]    = memory_zero((size_t)grid->n_mine + 1, sizeof *in);

  PetscFunctionBeginUser;
  array_create(&moved, sizeof *moved, (size_t)s->n);
  for (PetscInt a = 0; a < s->n_clumps; a++)
    for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++) {
      const double density = c->mass[a] / s->whole[a];

      moved[k][0] = density * s->volume[k];
      vec3_put(moved[k] + 1, vec3_scale(density, vec3_axpy(vec3_cross(c->w[a], s->first[k]),
                                                           s->volume[k], c->motion[a].v)));
    }
  PetscCall(flow_grid_add(grid, s->n, s->place, s->id, 4, (const double *)moved, (double *)in));
  for (int64_t k = 0; k < grid->n_mine && velocity; k++)
    for (int i = 0; i < 3; i++) velocity[3 * k + i] = in[k][0] > 0 ? in[k][1 + i] / in[k][0] : 0;
  array_free(&moved);
  free(in);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_shares_push(const FlowGrid *grid, const GridShares *s, const double *density,
                                Vec3 *force, Vec3 *torque)
{
  double(*at)[3] = NULL;

  PetscFunctionBeginUser;
  array_create(&at, sizeof *at, (size_t)s->n);
  PetscCall(flow_grid_get(grid, s->n, s->place, 3, density, (double *)at));
  for (PetscInt a = 0; a < s->n_clumps; a++) {
    force[a] = torque[a] = vec3(0, 0, 0);
    for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++) {
      const Vec3 f = {at[k][0], at[k][1], at[k][2]};

      force[a]  = vec3_axpy(force[a], s->volume[k], f);
      torque[a] = vec3_add(torque[a], vec3_cross(s->first[k], f));
    }
  }
  array_free(&at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

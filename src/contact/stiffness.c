/* SPDX-License-Identifier: MIT */
/* Sums of stiffnesses and dashpots by clump (stiffness.h). */
#include "contact/stiffness.h"
#include "contact/backend.h"
#include "contact/solid/solids.h"

/* Resolution and bound of a number, in units; a sum of 2^14 numbers at the bound fits. */
#define STIFFNESS_SCALE 0x1p32
#define STIFFNESS_MOST  0x1p16

void stiffness_begin(StiffnessSums *s, double unit, PetscInt rows)
{
  s->unit = unit;
  s->rows = rows;
  if (rows > s->capacity) {
    array_free(&s->values);
    s->capacity = rows + rows / 4;
    array_create(&s->values, sizeof *s->values, STIFFNESS_SUMS * s->capacity);
  }
  for (int k = 0; k < STIFFNESS_SUMS; k++) {
    s->column[k] = s->values + (ptrdiff_t)k * s->capacity;
    memset(s->column[k], 0, (size_t)rows * sizeof *s->values);
  }
}

void stiffness_free(StiffnessSums *s)
{
  array_free(&s->values);
}

/* ---- one contact ---- */

/* Stiffnesses, N/m, or dashpots, kg/s, of a contact; `turn` of couples, N m/rad or N m s/rad. */
typedef struct {
  double along, across, turn;
} Moduli;

/* Springs and dashpots of contact k. */
static void find_moduli(const Law *law, const Clumps *c, bool wall, const Tile *t,
                        const ContactBatch *b, int k, Moduli *spring, Moduli *dashpot)
{
  const double ra = t->a.lever[k] - 0.5 * b->gap[k], rb = t->b.lever[k] - 0.5 * b->gap[k],
               radius  = wall ? ra : ra * rb / (ra + rb),
               overlap = max_real(-b->gap[k] / radius, LEAST_OVERLAP);
  const double whole   = t->a.inverse[k] + t->b.inverse[k],
               point = law->needs & NEEDS_POINT_MASS && b->point_mass[k] > 0 ? 1 / b->point_mass[k]
                                                                             : whole;
  double turn        = 0;

  for (int side = 0; side < 2; side++) {
    const int32_t row = side ? t->b.row[k] : t->a.row[k];
    const Vec3    i   = row >= 0 ? c->motion[row].inverse_inertia : vec3(0, 0, 0);

    turn += max_real(i.x, max_real(i.y, i.z));
  }
  *spring  = (Moduli){.along  = law_stiffness(law, SLOTS_ALONG, radius, overlap),
                      .across = law_stiffness(law, SLOTS_ACROSS, radius, overlap),
                      .turn   = law_stiffness(law, SLOTS_TURN, radius, overlap)};
  *dashpot = (Moduli){.along  = law_slowing(law, SLOTS_ALONG, radius, overlap, whole, point, 1),
                      .across = law_slowing(law, SLOTS_ACROSS, radius, overlap, whole, whole, 1),
                      .turn   = law_slowing(law, SLOTS_TURN, radius, overlap, turn, turn, 1)};
}

/* x in units as an integer; what is no number counts as the bound. */
static int64_t rounded(double x)
{
  return llrint(STIFFNESS_SCALE * (fabs(x) < STIFFNESS_MOST ? x : STIFFNESS_MOST));
}

/* The columns of G for the three axes of the lab, and for the normal. root: 1 / sqrt of mass, and of
   the principal moments. */
typedef struct {
  double axis[3][6], normal[6];
  double root[6];
} Ways;

static void find_ways(const Clumps *c, int32_t row, Vec3 arm, Vec3 n, double inverse, Ways *w)
{
  const Vec3   i     = c->motion[row].inverse_inertia;
  const double whole = sqrt(inverse), along[3] = {n.x, n.y, n.z};

  for (int k = 0; k < 3; k++) w->root[k] = whole;
  w->root[3] = sqrt(i.x);
  w->root[4] = sqrt(i.y);
  w->root[5] = sqrt(i.z);
  memset(w->normal, 0, sizeof w->normal);
  for (int d = 0; d < 3; d++) {
    const Vec3 turn = quat_turn_back(c->pose[row].q, vec3_cross(arm, vec3(d == 0, d == 1, d == 2)));

    for (int k = 0; k < 3; k++) w->axis[d][k] = k == d ? whole : 0;
    for (int k = 0; k < 3; k++) w->axis[d][3 + k] = w->root[3 + k] * vec3_axis(turn, k);
    for (int k = 0; k < 6; k++) w->normal[k] += along[d] * w->axis[d][k];
  }
}

/* Add a contact to the matrix of a row; first: index of its first column; unit: of the moduli. */
static void add_matrix(StiffnessSums *s, int first, int32_t row, const Ways *w, const Moduli *m,
                       double unit)
{
  const double across = unit * m->across, more = unit * (m->along - m->across);
  int          part = first;

  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++, part++) {
      double x = more * (w->normal[i] * w->normal[j]);

      for (int d = 0; d < 3; d++) x += across * (w->axis[d][i] * w->axis[d][j]);
      if (i == j && i >= 3) x += unit * m->turn * (w->root[i] * w->root[i]);
      s->column[part][row] += rounded(x);
    }
}

void stiffness_add(StiffnessSums *s, const Clumps *c, const Law *law, bool walls, const Tile *t,
                   const ContactBatch *b, const double *share)
{
  for (int k = 0; k < b->n; k++) {
    Moduli       spring, dashpot;
    const double part = share ? share[k] : 1;

    find_moduli(law, c, walls, t, b, k, &spring, &dashpot);
    for (int side = 0; side < 2; side++) {
      const TileBody *body = side ? &t->b : &t->a;
      const int32_t   row  = body->row[k];
      Ways            ways;

      if (row < 0) continue;
      find_ways(c, row, tile_arm(body, k), batch_normal(b, k), body->inverse[k], &ways);
      add_matrix(s, 0, row, &ways, &spring, part * s->unit * s->unit);
      add_matrix(s, STIFFNESS_PARTS, row, &ways, &dashpot, part * s->unit);
    }
  }
}

void contacts_stiffness(Contacts *c, const ContactScene *scene, StiffnessSums *sums)
{
  const ContactSink sink = {.kind = SINK_STIFFNESS, .stiffness = sums};

  c->backend->evaluate(c, scene, 0, c->pebbles[!c->now].n_runs, &sink);
  solids_evaluate(c, scene, &sink);
}

void stiffness_matrix(const StiffnessSums *s, PetscInt row, bool dashpots, double a[6][6])
{
  const double unit = dashpots ? s->unit : s->unit * s->unit;
  int          part = dashpots ? STIFFNESS_PARTS : 0;

  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++, part++)
      a[i][j] = a[j][i] = (double)s->column[part][row] / (STIFFNESS_SCALE * unit);
}

/* SPDX-License-Identifier: MIT */
/* Stress of a cell as exact sums over rows (cell_stress.h). */
#include "measure/cell_stress.h"
#include "motion/images.h"

/* ---- loads ---- */

static const int64_t *force_on(const Loads *loads, PetscInt row)
{
  return loads->sum + (size_t)row * LOAD_PARTS + LOAD_FORCE;
}

/* Add the force on image n. */
static void add_image(CellLoads *c, const Domain *d, Image n, const int64_t *force, int exponent)
{
  Image m;

  if (!(force[0] | force[1] | force[2])) return;
  m = domain_reduced(d, n);
  for (int i = 0; i < 3; i++) {
    const int32_t k[3] = {m.x, m.y, m.z};

    for (int j = 0; j < 3 && k[i] != 0; j++)
      sum_add_times(&c->load[i][j], k[i], force[j], exponent);
  }
}

void cell_loads_begin(CellLoads *c, const Domain *d, const Clumps *clumps, const Loads *loads)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum_clear(&c->load[i][j]);
  for (PetscInt b = clumps->n_owned; b < clumps->n; b++)
    add_image(c, d, clumps->shift[b], force_on(loads, b), loads->force.exponent);
}

static bool is_home(Image n)
{
  return n.x == 0 && n.y == 0 && n.z == 0;
}

/* Add the products of position and force of all clumps. Each is rounded, which does no harm, as
   both factors have the same bits on any number of ranks. */
static void add_places(CellLoads *c, const Domain *d, const Clumps *clumps, const Loads *loads)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum_clear(&c->place[i][j]);
  for (PetscInt a = 0; a < clumps->n_owned; a++) {
    const int64_t *f    = force_on(loads, a);
    const Vec3     x    = vec3_sub(cell_place(d, clumps, a), d->lo);
    const double   s[3] = {(double)f[0] * loads->force.quantum, (double)f[1] * loads->force.quantum,
                           (double)f[2] * loads->force.quantum};

    if (clump_is_gone(clumps, a)) continue;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) sum_add(&c->place[i][j], vec3_axis(x, i) * s[j]);
  }
}

enum { CLUMPS, CONTACTS }; /* CellLoads.n */

static void add_net(CellLoads *c, const Clumps *clumps, const Loads *loads)
{
  sum_clear(&c->net);
  c->n[CLUMPS] = 0;
  for (PetscInt a = 0; a < clumps->n_owned; a++) {
    const int64_t *f = force_on(loads, a);
    const Vec3     s = {(double)f[0] * loads->force.quantum, (double)f[1] * loads->force.quantum,
                        (double)f[2] * loads->force.quantum};

    if (clump_is_gone(clumps, a) || clumps->blocked[a] == BLOCK_ALL) continue;
    sum_add(&c->net, vec3_norm(s));
    c->n[CLUMPS]++;
  }
}

void cell_loads_end(CellLoads *c, const Domain *d, const Clumps *clumps, const Loads *loads)
{
  for (PetscInt from = 0; from < clumps->n_owned; from += CLUMPS_TILE) {
    const int n = (int)min_int(CLUMPS_TILE, clumps->n_owned - from);

    if (images_are_home(clumps, from, n)) continue;
    for (PetscInt a = from; a < from + n; a++)
      if (!is_home(clumps->lead[a]))
        add_image(c, d, clumps->lead[a], force_on(loads, a), loads->force.exponent);
  }
  if (c->places) add_places(c, d, clumps, loads);
  if (c->balance) add_net(c, clumps, loads);
}

/* ---- balance ---- */

static PetscErrorCode see(void *self, const ContactSeen *seen, int n)
{
  CellLoads *c = self;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    const double size = vec3_norm(seen[k].force);

    if (!(size > 0)) continue;
    sum_add(&c->contact, size);
    c->n[CONTACTS]++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cell_loads_see(CellLoads *c, Contacts *contacts, const Links *links,
                              const ContactScene *scene, const Templates *templates)
{
  const ContactVisitor to = {c, see};

  PetscFunctionBeginUser;
  sum_clear(&c->contact);
  c->n[CONTACTS] = 0;
  if (!c->balance) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(contacts_visit(contacts, scene, &to));
  PetscCall(links_visit(links, scene, templates, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cell_packing(const Parallel *par, const Domain *d, const Clumps *clumps,
                            const CellLoads *c, CellPacking *packing)
{
  enum { VOLUME, NET, CONTACT, ALL };
  int64_t n[2] = {c->n[CLUMPS], c->n[CONTACTS]};
  double  of[ALL];
  Sum    *sums;

  PetscFunctionBeginUser;
  PetscCall(array_create(&sums, sizeof *sums, ALL));
  for (PetscInt a = 0; a < clumps->n_owned; a++)
    if (!clump_is_gone(clumps, a)) sum_add(&sums[VOLUME], clump_volume(clumps, a));
  sums[NET]     = c->net;
  sums[CONTACT] = c->contact;
  PetscCall(sum_reduce(par, sums, ALL));
  PetscCall(parallel_sum_int(par, n, 2));
  for (int k = 0; k < ALL; k++) of[k] = sum_value(&sums[k]);
  array_free(&sums);
  packing->solid      = of[VOLUME] / cell_volume(d);
  packing->unbalanced = !c->balance || n[CLUMPS] == 0 || n[CONTACTS] == 0
                          ? NAN
                          : of[NET] / (double)n[CLUMPS] / (of[CONTACT] / (double)n[CONTACTS]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- stress ---- */

/* Sums over all clumps that may move, and the loads. */
enum {
  MASS,
  MOMENTUM,
  SQUARES = MOMENTUM + 3,
  PLACES  = SQUARES + 9,
  IMAGES  = PLACES + 9,
  SUMS    = IMAGES + 9
};

static void add_velocities(const Domain *d, const Clumps *c, Sum *sums)
{
  Gradient g;

  memcpy(g.g, d->cell.gradient, sizeof g.g);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = vec3_sub(cell_place(d, c, a), d->lo),
               u = vec3_sub(c->motion[a].v, gradient_times(&g, x)), mu = vec3_scale(c->mass[a], u);

    if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL) continue;
    sum_add(&sums[MASS], c->mass[a]);
    for (int i = 0; i < 3; i++) {
      sum_add(&sums[MOMENTUM + i], vec3_axis(mu, i));
      for (int j = 0; j < 3; j++)
        sum_add(&sums[SQUARES + 3 * i + j], vec3_axis(mu, i) * vec3_axis(u, j));
    }
  }
}

static double component(const double *of, const Vec3 period[3], int i, int j)
{
  const double mean = of[MASS] > 0 ? of[MOMENTUM + i] * of[MOMENTUM + j] / of[MASS] : 0;
  double       sum  = of[SQUARES + 3 * i + j] - mean + of[PLACES + 3 * i + j];

  for (int k = 0; k < 3; k++) sum += vec3_axis(period[k], i) * of[IMAGES + 3 * k + j];
  return -sum;
}

PetscErrorCode cell_stress(const Parallel *par, const Domain *d, const Clumps *clumps,
                           const CellLoads *c, double stress[3][3])
{
  const double volume = cell_volume(d);
  double       of[SUMS];
  Vec3         period[3];
  Sum         *sums;

  PetscFunctionBeginUser;
  PetscCall(array_create(&sums, sizeof *sums, SUMS));
  add_velocities(d, clumps, sums);
  memcpy(&sums[PLACES], c->place, sizeof c->place);
  memcpy(&sums[IMAGES], c->load, sizeof c->load);
  PetscCall(sum_reduce(par, sums, SUMS));
  for (int k = 0; k < SUMS; k++) of[k] = sum_value(&sums[k]);
  array_free(&sums);
  cell_periods(d, period);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      stress[i][j] = c->places ? component(of, period, i, j) / volume : NAN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

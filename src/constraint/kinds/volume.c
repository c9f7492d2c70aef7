/* SPDX-License-Identifier: MIT */
#include "constraint/kinds/volume.h"
#include "constraint/apply.h"
#include "options/rows.h"

/* ---- objects ---- */

/* clang-format off */
static const Option volume_options[] = {
  NAME(KEY("body"),                                         REQUIRED, "deformable",
      "the object whose bodies keep their content at rest; its other stiffnesses act as well"),
  REAL(KEY_IN("content_compliance", VolumeLaw, compliance), "m^3/Pa", "0",
      UP_TO(1 / STIFFNESS_LEAST),
      "change of the content over the pressure in it, in two dimensions m^3/N; 0: it is rigid"),
  {0},
};
/* clang-format on */

const Plugin constraint_volume = {
  .name    = "volume",
  .text    = "The volume, in two dimensions the area, of each body of a deformable object.",
  .source  = "Macklin et al. 2016, Proc. Motion in Games, 49",
  .options = {volume_options},
};

static void read_law(Options *o, const char *name, const Deforms *deforms, Volumes *v)
{
  const char *body = option_word(o, "constraint", name, "body");
  VolumeLaw  *law  = &v->laws[v->n];

  options_read_into(o, "constraint", name, volume_options, law);
  law->sweeps = constraint_sweeps(o, name, 1);
  if (option_has_value(o, "constraint", name, "file"))
    option_mistake(o, "constraint", name, "file",
                   "type: volume takes the skin of its body: leave it out");
  constraint_refuse(o, name, &constraint_volume);
  if (option_real(o, "constraint", name, "compliance") > 0)
    option_mistake(o, "constraint", name, "compliance",
                   "not for type: volume: leave it at 0, and give content_compliance (m^3/Pa)");
  for (int k = 0; k < deforms->n; k++) {
    if (strcmp(deforms->list[k].name, body) != 0) continue;
    if (v->of[k] >= 0)
      option_mistake(o, "constraint", name, "body",
                     "another constraint keeps the content of %s: give one", body);
    v->of[k] = v->n;
  }
  v->sweeps = (int)max_int(v->sweeps, law->sweeps);
  v->n++;
}

void volumes_read(Options *o, Deforms *deforms, Volumes *v)
{
  const char *const *names;
  int                n;

  n = options_objects(o, "constraint", &names);
  array_create(&v->laws, sizeof *v->laws, n);
  array_create(&v->of, sizeof *v->of, deforms->n);
  for (int k = 0; k < deforms->n; k++) v->of[k] = -1;
  for (int k = 0; k < n; k++)
    if (constraint_is(o, names[k], &constraint_volume)) read_law(o, names[k], deforms, v);
  deforms->encloses = deforms->encloses || v->n > 0; /* log.csv has the content */
}

void volumes_free(Volumes *v)
{
  array_free(&v->laws);
  array_free(&v->of);
  anchor_sums_free(&v->sums);
  array_free(&v->lambda);
  *v = (Volumes){0};
}

/* ---- an element ---- */

/* Piece k of this rank; false: it has no part in any content that is kept. */
typedef struct {
  const VolumeLaw *law;
  const Deform    *object;
  const Piece     *piece;
  const int32_t   *row;
  Vec3             slope[PIECE_NODES]; /* of the content by its nodes */
  double           part;               /* of the content over that at rest */
  double           rest, unit;         /* content at rest; unit of D */
} Element;

/* A power of two near the D of a body: its surface over the number of nodes, squared, over a
   mass. */
static double unit_of(const Deforms *d, const Deform *o, double rest, double mass)
{
  int content, of_mass;

  (void)frexp(rest, &content);
  (void)frexp(mass, &of_mass);
  return ldexp(1, 2 * (d->dimension - 1) * content / d->dimension - of_mass -
                    2 * ilogb(max_int(o->n_nodes / max_int(o->n_bodies, 1), 1)));
}

static bool element_at(const Volumes *v, const Deforms *d, const Clumps *c, PetscInt k, Element *e)
{
  const int  law = v->of[d->here[k].object];
  PieceState p;

  e->object = &d->list[d->here[k].object];
  e->piece  = &e->object->piece[d->here[k].piece];
  e->row    = d->row[k];
  if (law < 0 || e->piece->kind == PIECE_EDGE) return false;
  e->law = &v->laws[law];
  p      = (PieceState){.kind = e->piece->kind, .rest = d->here[k].rest};
  for (int m = 0; m < PIECE_NODES; m++) p.x[m] = c->pose[e->row[m]].x;
  e->rest = ((const double *)e->object->content.list)[e->piece->body];
  e->part = piece_content(&p, c->pose[e->row[PIECE_ANCHOR]].x) / e->rest;
  e->unit = unit_of(d, e->object, e->rest, c->mass[e->row[PIECE_ANCHOR]]);
  piece_content_slope(&p, e->slope);
  return true;
}

/* Part of an element in D. */
static double response(const Deforms *d, const Clumps *c, const Element *e)
{
  double sum = 0;

  for (int m = 0; m < piece_nodes(e->piece->kind); m++) {
    const int32_t row = e->row[m], *start = e->object->beside_start + e->piece->node[m];
    const Vec3    to       = clump_free_way(c, row, c->pose[row].q, e->slope[m]);
    const double  elements = d->dimension == 2 ? 2 : start[1] - start[0]; /* at this node */

    sum += elements / c->mass[row] * vec3_dot(e->slope[m], to);
  }
  return sum;
}

/* ---- sums at anchors ---- */

/* Find V / V_0 and D over its unit, in the columns of all copies of anchors. */
static PetscErrorCode find_contents(Volumes *v, const ConstraintScene *s)
{
  const Deforms *d = s->deforms;
  const Clumps  *c = s->clumps;
  Element        e;

  PetscFunctionBeginUser;
  anchor_sums_clear(&v->sums, c->n);
  for (PetscInt k = 0; k < d->n_here; k++) {
    const int32_t anchor = d->row[k][PIECE_ANCHOR];

    if (!element_at(v, d, c, k, &e)) continue;
    anchor_sums_add(&v->sums, 0, anchor, e.part);
    anchor_sums_add(&v->sums, 2, anchor, response(d, c, &e) / e.unit);
  }
  PetscCall(halo_sum(s->halo, c, ANCHOR_SUMS, v->sums.sum));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    v->sums.column[0][a] = anchor_sums_value(&v->sums, 0, a);
    v->sums.column[1][a] = anchor_sums_value(&v->sums, 2, a);
  }
  PetscCall(halo_renew(s->halo, c, ANCHOR_COLUMNS, v->sums.column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a sweep ---- */

void volumes_begin(Volumes *v, const Deforms *d)
{
  array_reserve(&v->lambda, sizeof *v->lambda, d->n_here, &v->lambda_capacity);
  for (PetscInt k = 0; k < d->n_here; k++) v->lambda[k] = 0;
}

PetscErrorCode volumes_sweep(Constraints *c, const ConstraintScene *s, int count)
{
  Volumes       *v = &c->volumes;
  const Deforms *d = s->deforms;
  Element        e;

  PetscFunctionBeginUser;
  if (!d->placed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_contents(v, s));
  for (PetscInt k = 0; k < d->n_here; k++) {
    const int32_t anchor = d->row[k][PIECE_ANCHOR];
    double        soft, change;

    if (!element_at(v, d, s->clumps, k, &e) || count >= e.law->sweeps) continue;
    soft   = e.law->compliance / (s->dt * s->dt);
    change = (e.rest * (1 - v->sums.column[0][anchor]) - soft * v->lambda[k]) /
             (e.unit * v->sums.column[1][anchor] + soft);
    if (!isfinite(change)) continue; /* no node can move */
    v->lambda[k] += change;
    /* corrections, or the part of them that is not beyond the largest; of nodes that cannot move
       only if somebody asks, as nothing clears the sums of fixed clumps otherwise */
    for (int m = 0; m < piece_nodes(e.piece->kind); m++) {
      const Vec3   move = vec3_scale(change, e.slope[m]), none = {0, 0, 0};
      const double largest = vec3_largest(move),
                   part    = largest > c->move.largest ? c->move.largest / largest : 1;

      if ((s->clumps->blocked[e.row[m]] & BLOCK_ALL) == BLOCK_ALL && !reactions_are_asked(s))
        continue;
      correction_add(c, s, e.row[m], vec3_scale(part, move), none);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

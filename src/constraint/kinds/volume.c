/* SPDX-License-Identifier: MIT */
#include "constraint/kinds/volume.h"
#include "base/bounds.h"
#include "constraint/correct.h"
#include "constraint/kinds/constraint_link.h"
#include "constraint/reaction.h"
#include "options/rows.h"

/* ---- objects ---- */

/* clang-format off */
static const Option volume_options[] = {
  NAME(KEY("body"),                                         REQUIRED, "deformable",
      "the object whose bodies keep their content at rest; its other stiffnesses act as well"),
  REAL(KEY_IN("content_compliance", VolumeLaw, compliance), "m^3/Pa", "0",
      UP_TO(1 / STIFFNESS_LEAST),
      "change of the content over the pressure in it, in two dimensions m^3/N; 0: it is rigid"),
  {NULL},
};
/* clang-format on */

const Plugin constraint_volume = {
  .name    = "volume",
  .text    = "The volume, in two dimensions the area, of each body of a deformable object.",
  .source  = "Macklin et al. 2016, Proc. Motion in Games, 49",
  .options = {volume_options},
};

static bool is_volume(const Options *o, const char *name)
{
  return strcmp(option_word(o, "constraint", name, "type"), constraint_volume.name) == 0;
}

/* Refuse keys of links. */
static void check_keys(Options *o, const char *name)
{
  static const char *const others[] = {"break_force", "break_torque"},
                           *zeros[] = {"damping", "turn_compliance", "turn_damping"};

  for (int k = 0; k < 2; k++)
    if (option_has_value(o, "constraint", name, others[k]))
      option_mistake(o, "constraint", name, others[k], "not for type: volume: leave it out");
  for (int k = 0; k < 3; k++)
    if (option_real(o, "constraint", name, zeros[k]) > 0)
      option_mistake(o, "constraint", name, zeros[k], "not for type: volume: leave it at 0");
  if (option_real(o, "constraint", name, "compliance") > 0)
    option_mistake(o, "constraint", name, "compliance",
                   "not for type: volume: leave it at 0, and give content_compliance (m^3/Pa)");
}

static void read_law(Options *o, const char *name, const Deforms *deforms, Volumes *v)
{
  const char *body = option_word(o, "constraint", name, "body");
  VolumeLaw  *law  = &v->laws[v->n];

  options_read_into(o, "constraint", name, volume_options, law);
  law->sweeps = constraint_sweeps(o, name, 1);
  if (option_has_value(o, "constraint", name, "file"))
    option_mistake(o, "constraint", name, "file",
                   "type: volume takes the skin of its body: leave it out");
  check_keys(o, name);
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

PetscErrorCode volumes_read(Options *o, Deforms *deforms, Volumes *v)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(o, "constraint", &n, &names));
  PetscCall(array_create(&v->laws, sizeof *v->laws, n));
  PetscCall(array_create(&v->of, sizeof *v->of, deforms->n));
  for (int k = 0; k < deforms->n; k++) v->of[k] = -1;
  for (int k = 0; k < n; k++)
    if (is_volume(o, names[k])) read_law(o, names[k], deforms, v);
  deforms->encloses = deforms->encloses || v->n > 0; /* log.csv has the content */
  PetscFunctionReturn(PETSC_SUCCESS);
}

void volumes_free(Volumes *v)
{
  array_free(&v->laws);
  array_free(&v->of);
  for (int m = 0; m < VOLUME_SUMS; m++) array_free(&v->sum[m]);
  for (int m = 0; m < VOLUME_COLUMNS; m++) array_free(&v->column[m]);
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

/* Number of elements at node m. */
static double elements_at(const Deforms *d, const Element *e, int m)
{
  const int32_t node = e->piece->node[m];

  return d->dimension == 2 ? 2 : e->object->beside_start[node + 1] - e->object->beside_start[node];
}

/* Part of an element in D. */
static double response(const Deforms *d, const Clumps *c, const Element *e)
{
  double sum = 0;

  for (int m = 0; m < piece_nodes(e->piece->kind); m++) {
    const int32_t row = e->row[m];
    const Vec3    to  = clump_free_way(c, row, c->pose[row].q, e->slope[m]);

    sum += elements_at(d, e, m) / c->mass[row] * vec3_dot(e->slope[m], to);
  }
  return sum;
}

/* ---- sums at anchors ---- */

static PetscErrorCode clear_sums(Volumes *v, PetscInt n)
{
  PetscInt room = v->sum_capacity;

  PetscFunctionBeginUser;
  for (int m = 0; m < VOLUME_SUMS; m++) {
    room = v->sum_capacity;
    PetscCall(array_reserve(&v->sum[m], sizeof(int64_t), n, &room));
    memset(v->sum[m], 0, (size_t)n * sizeof(int64_t));
  }
  for (int m = 0; m < VOLUME_COLUMNS; m++) {
    room = v->sum_capacity;
    PetscCall(array_reserve(&v->column[m], sizeof(double), n, &room));
  }
  v->sum_capacity = room;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add a number below SUM_LARGEST, larger ones as if they were that, to a sum and to that of its low
   digits: 2^-84 in all. */
static void add_digits(double value, int64_t *sum, int64_t *digits)
{
  const double  unit  = ldexp(1, -SUM_EXPONENT);
  const double  part  = min_real(max_real(value, -SUM_LARGEST), SUM_LARGEST);
  const int64_t whole = quanta(part, unit);

  loads_add(sum, whole);
  loads_add(digits, quanta(part * unit - (double)whole, unit));
}

static double value_of(const Volumes *v, int k, PetscInt row)
{
  const double unit = ldexp(1, SUM_EXPONENT);

  return (double)v->sum[k][row] * unit + (double)v->sum[k + 1][row] * unit * unit;
}

/* Find V / V_0 and D over its unit, in the columns of all copies of anchors. */
static PetscErrorCode find_contents(Volumes *v, const ConstraintScene *s)
{
  const Deforms *d = s->deforms;
  const Clumps  *c = s->clumps;
  Element        e;

  PetscFunctionBeginUser;
  PetscCall(clear_sums(v, c->n));
  for (PetscInt k = 0; k < d->n_here; k++) {
    const int32_t anchor = d->row[k][PIECE_ANCHOR];

    if (!element_at(v, d, c, k, &e)) continue;
    add_digits(e.part, &v->sum[0][anchor], &v->sum[1][anchor]);
    add_digits(response(d, c, &e) / e.unit, &v->sum[2][anchor], &v->sum[3][anchor]);
  }
  PetscCall(halo_sum(s->halo, c, VOLUME_SUMS, v->sum));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    v->column[0][a] = value_of(v, 0, a);
    v->column[1][a] = value_of(v, 2, a);
  }
  PetscCall(halo_renew(s->halo, c, VOLUME_COLUMNS, v->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a sweep ---- */

PetscErrorCode volumes_begin(Volumes *v, const Deforms *d)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&v->lambda, sizeof *v->lambda, d->n_here, &v->lambda_capacity));
  for (PetscInt k = 0; k < d->n_here; k++) v->lambda[k] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the corrections of an element, or the part of them that is not beyond the largest; to nodes
   that cannot move only if somebody asks, as nothing clears the sums of fixed clumps otherwise. */
static void add_element(const Constraints *c, const ConstraintScene *s, const Element *e,
                        double change)
{
  for (int m = 0; m < piece_nodes(e->piece->kind); m++) {
    const Vec3   move = vec3_scale(change, e->slope[m]), none = {0, 0, 0};
    const double largest = correction_largest(move),
                 part    = largest > c->move.largest ? c->move.largest / largest : 1;

    if ((s->clumps->blocked[e->row[m]] & BLOCK_ALL) == BLOCK_ALL && !reactions_are_asked(s))
      continue;
    correction_add(s->loads->sum + (size_t)e->row[m] * LOAD_PARTS, vec3_scale(part, move), none, c);
  }
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
    change = (e.rest * (1 - v->column[0][anchor]) - soft * v->lambda[k]) /
             (e.unit * v->column[1][anchor] + soft);
    if (!isfinite(change)) continue; /* no node can move */
    v->lambda[k] += change;
    add_element(c, s, &e, change);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

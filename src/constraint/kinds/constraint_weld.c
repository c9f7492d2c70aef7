/* SPDX-License-Identifier: MIT */
/* Welds: two clumps that keep their relative attitude, and two points that coincide, or the way
   between two centres; and welds of the same clumps that contradict each other. */
#include "base/mail.h"
#include "constraint/attitude.h"
#include "constraint/project.h"
#include "options/report.h"

/* Numbers of a pair, in the axes of clump a. */
enum { WELD_WAY, WELD_ATTITUDE = 3 };

static void weld_start(const void *self, const ConstraintBatch *b, int k, const LinkGiven *given,
                       double *numbers)
{
  const Quat q   = attitude_relative(b->a[k].q, b->b[k].q);
  const Vec3 way = quat_turn_back(b->a[k].q, b->way[k]);

  (void)self;
  (void)given;
  memcpy(numbers + WELD_ATTITUDE, &q, sizeof q);
  if (vec3_is_zero(b->a[k].arm) && vec3_is_zero(b->b[k].arm))
    memcpy(numbers + WELD_WAY, &way, sizeof way);
}

/* Vector from the centre of clump a to the place where the weld holds the centre of b, in the axes
   of a, m. memory: that of the pair (constraint_link.h). */
static Vec3 weld_way(const double *memory)
{
  const double *a = memory + CONSTRAINT_ARMS, *b = a + 3, *at = memory + CONSTRAINT_KEPT + WELD_WAY,
               *q = memory + CONSTRAINT_KEPT + WELD_ATTITUDE;
  const Vec3 arms = vec3_sub((Vec3){a[0], a[1], a[2]},
                             quat_turn((Quat){q[0], q[1], q[2], q[3]}, (Vec3){b[0], b[1], b[2]}));

  return vec3_add(arms, (Vec3){at[0], at[1], at[2]});
}

static void weld_evaluate(const void *self, ConstraintBatch *b)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double *at = b->numbers[k] + WELD_WAY, *q = b->numbers[k] + WELD_ATTITUDE;
    const Quat    r    = attitude_since(b->a[k].q, b->b[k].q, (Quat){q[0], q[1], q[2], q[3]});
    const Vec3    turn = attitude_vector(r);

    for (int e = 0; e < 3; e++) {
      const Vec3 axis = quat_turn(b->a[k].q, constraint_axes[e]);

      constraint_along(b, e, k, vec3_dot(b->way[k], axis) - at[e], axis, false);
      constraint_of_attitude(b, 3 + e, k, vec3_axis(turn, e),
                             attitude_gradient(r, turn, constraint_axes[e]));
    }
  }
}

const Constraint constraint_weld = {
  .head      = {.name   = "weld",
                .text   = "Welds: two points that coincide, or two centres, and the relative attitude "
                               "of their clumps, as the run starts.",
                .source = "Mueller et al. 2020, Comput. Graph. Forum 39, 101"},
  .equations = 6,
  .acts      = CONSTRAINT_AT_B,
  .angles    = 7 << 3,
  .start     = weld_start,
  .evaluate  = weld_evaluate,
};

/* ---- welds of the same two clumps ---- */

/* Two places are the same if they differ by no more than this part of the lengths from which they
   follow, plus a quantum of positions: arms are given with few digits. */
#define SAME 1e-6

/* A weld, sent to the rank that compares the welds of its first clump (rank_of_id). */
typedef struct {
  Id      a, b;
  Image   image;
  int32_t object;
  Vec3    way;  /* from the centre of a to where it wants that of b, axes of a, m */
  double  size; /* length of that and of both arms, m */
} Weld;

static int compare_pairs(const Weld *p, const Weld *q)
{
  const int64_t x[] = {p->a, p->b, p->image.x, p->image.y, p->image.z},
                y[] = {q->a, q->b, q->image.x, q->image.y, q->image.z};

  return keys_compare(x, y, 5);
}

static int compare_welds(const void *a, const void *b)
{
  const Weld *p = a, *q = b;
  const int   pair = compare_pairs(p, q);

  return pair != 0 ? pair : (p->object > q->object) - (p->object < q->object);
}

static PetscErrorCode collect(const Parallel *par, const LinkSet *set, Weld **list, PetscInt *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (PetscInt k = 0; k < set->n; k++) {
    const Link             *l   = &set->list[k];
    const ConstraintObject *o   = set->objects[l->object].constants;
    const double           *arm = link_memory(set, k) + CONSTRAINT_ARMS;
    Weld                    w   = {.a = l->a, .b = l->b, .image = l->image, .object = l->object};

    if (o->kind != &constraint_weld || o->compliance[0] > 0) continue;
    w.way  = weld_way(link_memory(set, k));
    w.size = vec3_norm(w.way) + (vec3_norm((Vec3){arm[0], arm[1], arm[2]}) +
                                 vec3_norm((Vec3){arm[3], arm[4], arm[5]}));
    mail_post(mail, rank_of_id(par, w.a), &w, sizeof w);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof **list, list, n);
  mail_destroy(&mail);
  sort_items(*list, *n, sizeof **list, compare_welds);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode constraints_compare(const LinkScene *s, const Links *links)
{
  const LinkSet *set = constraint_set_of(links);
  Findings      *findings;
  Weld          *list;
  PetscInt       n = 0;

  PetscFunctionBeginUser;
  if (set->n_objects < 2) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&findings, sizeof *findings, set->n_objects);
  PetscCall(collect(s->world->par, set, &list, &n));
  for (PetscInt k = 1; k < n; k++) {
    const Weld  *p = &list[k - 1], *q = &list[k];
    const double off = vec3_norm(vec3_sub(q->way, p->way));

    if (compare_pairs(p, q) == 0 &&
        off > SAME * max_real(p->size, q->size) + s->world->domain->quantum)
      finding_add(&findings[q->object], 0,
                  "clumps %" PRId64 " and %" PRId64
                  " are welded by %s, too, %g m from where this holds them: leave out one, or give "
                  "both the same place",
                  q->a, q->b, set->objects[p->object].name, off);
  }
  for (int k = 0; k < set->n_objects; k++) {
    PetscCall(findings_gather(s->world->par, &findings[k]));
    findings_report(&findings[k], s->world->options, set->kind->options.name, set->objects[k].name,
                    "file");
  }
  array_free(&list);
  array_free(&findings);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* SPDX-License-Identifier: MIT */
#include "constraint/contradict.h"
#include "base/mail.h"
#include "constraint/kinds/constraint_weld.h"
#include "options/report.h"

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

  for (size_t k = 0; k < sizeof x / sizeof *x; k++)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return 0;
}

static int compare_welds(const void *a, const void *b)
{
  const Weld *p = a, *q = b;
  const int   pair = compare_pairs(p, q);

  return pair != 0 ? pair : (p->object > q->object) - (p->object < q->object);
}

/* Lengths of both arms, m. */
static double arms_of(const double *memory)
{
  const double *a = memory + CONSTRAINT_ARMS, *b = a + 3;

  return vec3_norm((Vec3){a[0], a[1], a[2]}) + vec3_norm((Vec3){b[0], b[1], b[2]});
}

static PetscErrorCode collect(const Parallel *par, const LinkSet *set, Weld **list, PetscInt *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < set->n; k++) {
    const Link             *l = &set->list[k];
    const ConstraintObject *o = set->objects[l->object].constants;
    Weld                    w = {.a = l->a, .b = l->b, .image = l->image, .object = l->object};

    if (o->kind != &constraint_weld || o->compliance[0] > 0) continue;
    w.way  = weld_way(link_memory(set, k));
    w.size = vec3_norm(w.way) + arms_of(link_memory(set, k));
    PetscCall(mail_post(mail, rank_of_id(par, w.a), &w, sizeof w));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(mail_collect(mail, sizeof **list, list, n));
  PetscCall(mail_destroy(&mail));
  sort_items(*list, *n, sizeof **list, compare_welds);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode constraints_compare(const LinkScene *s, const Links *links)
{
  const LinkSet *set = constraint_set_of(links);
  Findings      *findings;
  Weld          *list;
  PetscInt       n;

  PetscFunctionBeginUser;
  if (set->n_objects < 2) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&findings, sizeof *findings, set->n_objects));
  PetscCall(collect(s->par, set, &list, &n));
  for (PetscInt k = 1; k < n; k++) {
    const Weld  *p = &list[k - 1], *q = &list[k];
    const double off = vec3_norm(vec3_sub(q->way, p->way));

    if (compare_pairs(p, q) == 0 && off > SAME * max_real(p->size, q->size) + s->domain->quantum)
      finding_add(&findings[q->object], 0,
                  "clumps %" PRId64 " and %" PRId64
                  " are welded by %s, too, %g m from where this holds them: leave out one, or give "
                  "both the same place",
                  q->a, q->b, set->objects[p->object].name, off);
  }
  for (int k = 0; k < set->n_objects; k++) {
    PetscCall(findings_gather(s->par, &findings[k]));
    findings_report(&findings[k], s->options, set->kind->options.name, set->objects[k].name,
                    "file");
  }
  array_free(&list);
  array_free(&findings);
  PetscFunctionReturn(PETSC_SUCCESS);
}

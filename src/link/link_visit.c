/* SPDX-License-Identifier: MIT */
/* Visits of links. */
#include "link/links.h"

static void name_link(const LinkSet *set, PetscInt k, ContactSeen *seen)
{
  const Link *l = &set->list[k];

  seen->name     = set->objects[l->object].name;
  seen->b        = l->b;
  seen->member_a = l->member_a;
  seen->member_b = l->member_b;
}

static ContactSeen seen_of_link(const LinkSet *set, const ContactScene *s, const LinkTile *t, int i)
{
  const LinkBatch *b      = &t->batch;
  const int32_t   *row    = set->row[t->link[i]];
  const double     length = vec3_norm(b->way[i]);
  ContactSeen      seen   = {.kind     = SEEN_LINK,
                             .arm_a    = vec3_add(b->a[i].arm, b->at_a[i]),
                             .arm_b    = vec3_add(b->b[i].arm, b->at_b[i]),
                             .radius_a = b->a[i].radius,
                             .radius_b = b->b[i].radius,
                             .force    = b->force[i],
                             .couple   = b->couple[i],
                             .gap      = NAN,
                             .age      = NAN};

  if (length > 0) seen.normal = vec3_scale(1 / length, b->way[i]);
  seen_of_rows(s->domain, s->clumps, row[0], row[1], &seen);
  name_link(set, t->link[i], &seen);
  return seen;
}

static PetscErrorCode visit_set(const LinkSet *set, const ContactScene *s,
                                const Templates *templates, LinkTile *t, const ContactVisitor *to)
{
  LinkCursor at = {0};

  PetscFunctionBeginUser;
  while (links_apply_tile(set, s, templates, &at, t))
    for (int i = 0; i < t->batch.n; i++) {
      const ContactSeen seen = seen_of_link(set, s, t, i);

      PetscCall(to->see(to->self, &seen, 1));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_visit(const Links *links, const ContactScene *s, const Templates *templates,
                           const ContactVisitor *to)
{
  LinkTile *t;

  PetscFunctionBeginUser;
  if (links->total == 0 || !links->placed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&t, sizeof *t, 1));
  for (int k = 0; k < LINK_KINDS; k++)
    if (!links->set[k].kind->passive) PetscCall(visit_set(&links->set[k], s, templates, t, to));
  array_free(&t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

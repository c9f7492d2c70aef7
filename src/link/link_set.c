/* SPDX-License-Identifier: MIT */
/* Rows of links. */
#include "link/link_set.h"
#include "link/link_requests.h"

const LinkKind *const link_kinds[LINK_KINDS] = {LINK_LIST(PLUGIN_ITSELF)};

int link_columns(const LinkKind *kind)
{
  int n = 0;

  for (const MemoryField *f = kind->memory; f && f->name; f++) n += f->components;
  return n;
}

PetscErrorCode link_look_up(const World *w, PetscInt n, const Link *first, size_t stride,
                            ClumpState **states)
{
  Id *ids;

  PetscFunctionBeginUser;
  array_create(&ids, sizeof *ids, 2 * n);
  array_create(states, sizeof **states, 2 * n);
  for (PetscInt k = 0; k < n; k++) {
    const Link *l = (const Link *)((const char *)first + stride * (size_t)k);

    ids[2 * k]     = l->a;
    ids[2 * k + 1] = l->b;
  }
  PetscCall(clumps_look_up(w, 2 * n, ids, *states));
  array_free(&ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t link_bytes(const LinkSet *set)
{
  return (size_t)link_columns(set->kind) * sizeof(double);
}

void link_set_free(LinkSet *set)
{
  for (int k = 0; k < set->n_objects; k++) {
    array_free(&set->objects[k].constants);
    requests_free(&set->objects[k].kept);
  }
  array_free(&set->objects);
  array_free(&set->list);
  array_free(&set->memory);
  array_free(&set->ends);
  *set = (LinkSet){.kind = set->kind};
}

void link_set_reserve(LinkSet *set, PetscInt n)
{
  PetscInt room = set->capacity;

  if (link_bytes(set) > 0) array_reserve(&set->memory, link_bytes(set), n, &room);
  array_reserve(&set->list, sizeof *set->list, n, &set->capacity);
}

bool link_is_reversed(const Link *link)
{
  return link->a != link->b ? link->a > link->b : image_sign(link->image) < 0;
}

Link link_canonical(Link link)
{
  return link_is_reversed(&link) ? (Link){.a        = link.b,
                                          .b        = link.a,
                                          .member_a = link.member_b,
                                          .member_b = link.member_a,
                                          .object   = link.object,
                                          .image    = image_sub((Image){0}, link.image),
                                          .xa       = link.xb,
                                          .xb       = link.xa,
                                          .fresh    = link.fresh}
                                 : link;
}

void link_place(const Domain *domain, Vec3 xa, Vec3 xb, Link *link)
{
  link->image = image_sub(domain_boxes(domain, xb), domain_boxes(domain, xa));
  link->xa    = domain_wrapped(domain, xa);
  link->xb    = domain_wrapped(domain, xb);
}

Link link_between(const Domain *domain, const Clumps *c, const Pebbles *p, int32_t i, int32_t j,
                  int object)
{
  const int32_t a = p->clump[i], b = p->clump[j];
  Link          link = {.a        = c->id[a],
                        .b        = c->id[b],
                        .member_a = p->member[i],
                        .member_b = p->member[j],
                        .object   = object};

  link_place(domain, c->pose[a].x, c->pose[b].x, &link);
  return link;
}

int link_compare(const Link *p, const Link *q)
{
  const int64_t x[] = {p->a,       p->b,       p->member_a, p->member_b,
                       p->image.x, p->image.y, p->image.z,  p->object},
                y[] = {q->a,       q->b,       q->member_a, q->member_b,
                       q->image.x, q->image.y, q->image.z,  q->object};

  return keys_compare(x, y, 8);
}

void link_set_add(LinkSet *set, Link link, const double *memory)
{
  const size_t bytes = link_bytes(set);

  link_set_reserve(set, set->n + 1);
  set->list[set->n] = link_canonical(link);
  if (bytes > 0 && memory) memcpy(link_memory(set, set->n), memory, bytes);
  else if (bytes > 0) memset(link_memory(set, set->n), 0, bytes);
  set->n++;
}

void link_set_move(LinkSet *set, PetscInt from, PetscInt to)
{
  if (from == to) return;
  set->list[to] = set->list[from];
  if (link_bytes(set) > 0) memcpy(link_memory(set, to), link_memory(set, from), link_bytes(set));
}

bool link_object_joins(const Options *o, const LinkSet *set, int object, const char *a,
                       const char *b)
{
  int                n;
  const char *const *between =
    option_words(o, set->kind->options.name, set->objects[object].name, "between", &n);

  return n == 2 && ((strcmp(a, between[0]) == 0 && strcmp(b, between[1]) == 0) ||
                    (strcmp(a, between[1]) == 0 && strcmp(b, between[0]) == 0));
}

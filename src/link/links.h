/* SPDX-License-Identifier: MIT */
/* Links: pairs of points of two bodies that belong together whatever their distance, such as bonds,
   springs and constraints. Its kind (link_kind.h) and the constants of its object in the scenario
   define its forces.

   A link is counted by one rank, as a contact is: the one whose box holds its reference point, half
   way between the two centres at the last rebuild, seen from the canonical first body. It moves
   with that point, with its memory. The rank asks for copies of both ends (Needs, space/holders.h),
   so that it holds them at every step.

   A rebuild moves links as it moves contacts: links_pack with the old lists; then, when clumps have
   migrated, links_route; halo_build; links_find. In a step links_apply adds their loads, and
   links_commit makes ruptures part of the state. Without links these functions do nothing. */
#ifndef LINK_LINKS_H
#define LINK_LINKS_H

#include "base/state.h"
#include "contact/contacts.h"
#include "contact/visit.h"
#include "link/link_set.h"
#include "space/halo.h"

/* A link that broke. */
typedef struct {
  int64_t step;
  double  time;       /* s */
  int32_t kind, mode; /* index in link_kinds; in its ruptures */
  Link    link;
  Vec3    place; /* where its force acted, wrapped, m */
} Break;

/* Starts with links_create. */
typedef struct Links {
  int64_t  total;   /* links on all ranks, when last counted; 0: most functions below do nothing */
  int64_t  most;    /* bound of the number of links of a clump, counted when links are made */
  bool     placed;  /* rows are set, by links_find */
  bool     watches; /* links_watch() */
  double   reached, next; /* times up to which links of objects are made, and of the next ones, s */
  int64_t  version;       /* number of changes of rows and numbers, for data derived from them */
  LinkSet  set[LINK_KINDS];
  Needs    needs;
  uint8_t *rupture; /* [links of all sets] ruptures found by the last evaluation */
  PetscInt rupture_capacity;
  bool     some_broke;             /* in the last evaluation, on this rank */
  Sum      lost;                   /* energy of the links that broke in that evaluation, J */
  Sum      damped;                 /* work of dashpots in half a step at its rates, J */
  int64_t  broken[LINK_KINDS];     /* since the run began, this rank's part */
  int64_t  broken_all[LINK_KINDS]; /* of all ranks, when last counted for a checkpoint */
  /* [count_capacity] links of each clump, of kinds that give forces, while they are counted */
  int64_t *count[LINK_KINDS];
  PetscInt count_capacity[LINK_KINDS];
  Break   *breaks; /* of this rank, not yet written */
  PetscInt n_breaks, breaks_capacity;
} Links;

extern const StateItem links_state[]; /* of Links */

/* Make empty sets of every kind. */
void links_create(Links *links);
void links_free(Links *links);
/* True if the scenario has objects of any kind: the same on all ranks. */
static inline bool links_are_used(const Links *links)
{
  bool used = false;

  for (int k = 0; k < LINK_KINDS; k++) used = used || links->set[k].n_objects > 0;
  return used;
}

/* True if the scenario has objects of a kind that gives forces: the same on all ranks. */
static inline bool links_act(const Links *links)
{
  bool act = false;

  for (int k = 0; k < LINK_KINDS; k++)
    act = act || (links->set[k].n_objects > 0 && !links->set[k].kind->passive);
  return act;
}

/* True if the scenario has objects that make links in a run: the same on all ranks. */
static inline bool links_are_later(const Links *links)
{
  bool later = false;

  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < links->set[k].n_objects; i++)
      later = later || links->set[k].objects[i].touching || links->set[k].objects[i].at > 0;
  return later;
}

/* Number of links of this rank, broken ones since the last rebuild included. */
static inline PetscInt links_of_rank(const Links *links)
{
  PetscInt n = 0;

  for (int k = 0; k < LINK_KINDS; k++) n += links->set[k].n;
  return n;
}

/* Reference point of a link at the last rebuild, wrapped, m. link_shifts also finds the images of
   the centres of both ends that are beside this point. */
Vec3 link_shifts(const Domain *domain, const Link *link, Image shift[2]);
Vec3 link_point(const Domain *domain, const Link *link);
/* Count the links of all ranks that are not broken. Collective; does nothing if there were none. */
PetscErrorCode links_count(Links *links, const Parallel *par);
/* Look up the centres of all links by the ids of their ends, among owned rows, at the start or
   after a restart. *missing: number of links on all ranks with an end that is no clump; they are
   removed. Collective. */
PetscErrorCode links_locate(World *world, int64_t *missing);
/* Note centres and images as if every centre were wrapped now; links that are broken, or with an
   end that has left, are removed. Poses of copies must be up to date. Local. */
void links_pack(Links *links, const Domain *domain, const Clumps *clumps);
/* Send every link to the rank that counts it now, and its needs to the owners of its ends. Clumps
   must have been migrated, by the same positions as in links_pack. Collective. */
PetscErrorCode links_route(Links *links, const Parallel *par, const Domain *domain,
                           const Decomposition *decomposition, const Clumps *clumps);
/* Find the rows of all ends. Local. */
PetscErrorCode links_find(Links *links, const Clumps *clumps);

/* ---- link_touch.c ---- */

/* True if contacts that begin make links. */
bool links_watch(const Links *links);

/* ---- link_loads.c ---- */

/* Set the memory of link k, which is made now; its rows are known. */
void link_begin(LinkSet *set, const ContactScene *scene, const Templates *templates, PetscInt k);

/* A tile of links of one object, and their rows in the set. */
typedef struct {
  LinkBatch batch;
  PetscInt  link[LINK_TILE];
} LinkTile;

/* Place in a set: links of one object after the other. Starts as {0}. */
typedef struct {
  int         object; /* of the last tile */
  PetscInt    next;
  const bool *only; /* [links of the set] those to visit; NULL: all */
} LinkCursor;

/* Fill the input of the tile with the next links that act, of one object; false: there are none
   left. Poses of copies must be up to date. Local. */
bool links_next_tile(const LinkSet *set, const ContactScene *scene, const Templates *templates,
                     LinkCursor *at, LinkTile *tile);

/* As links_next_tile, and the kind sets the output of the tile. */
bool links_apply_tile(const LinkSet *set, const ContactScene *scene, const Templates *templates,
                      LinkCursor *at, LinkTile *tile);

/* Add the loads of all links to those of their clumps, in quanta, and the work that they take from
   the bodies in half a step, J, to `work`, as contacts_apply does. Poses of copies must be up to
   date. Commits nothing. Local. */
void links_apply(Links *links, const ContactScene *scene, const Templates *templates, Loads *loads,
                 Sum *work, ContactReport *report);
/* Forces of one set whose kind has `evaluate`, as links_apply; rupture: of its links, 0 before. */
void links_apply_lanes(LinkSet *set, const ContactScene *scene, const Templates *templates,
                       uint8_t *rupture, Links *links, Loads *loads, Sum *work,
                       ContactReport *report);
/* Note the link as the first wild one; size: of its force, N. */
void report_wild_link(const Link *link, double size, ContactReport *report);
/* Make the ruptures of the evaluation part of the state; the energy that they lost is added to
   *lost, J. Local. */
void links_commit(Links *links, const ContactScene *scene, const Templates *templates, int64_t step,
                  double time, Sum *lost);
/* True if link k of the set acts: it is not broken, and both ends are there: neither was dropped
   (clump_drop) since lists were made. Poses of copies must be up to date. */
ALWAYS_INLINE bool link_acts(const LinkSet *set, const Clumps *c, PetscInt k)
{
  const int32_t *row = set->ends[k].row;

  return row[0] >= 0 && !isnan(c->pose[row[0]].x.x) && !isnan(c->pose[row[1]].x.x);
}

/* Number of links of this rank that act. Local. */
PetscInt links_here(const Links *links, const ContactScene *scene);
/* Add the energy stored in this rank's links to sum, J. Local. */
void links_energy(const Links *links, const ContactScene *scene, const Templates *templates,
                  Sum *sum);
/* Link i of a tile as visitors see it, but for its kind and loads; arms are those of its ends. */
ContactSeen link_seen(const LinkSet *set, const ContactScene *scene, const LinkTile *tile, int i);
/* Visit the links that act, before links_commit: those that break in this step have no force.
   Passive kinds are left out (constraint/hard/hard.h has them). Local. */
void links_visit(const Links *links, const ContactScene *scene, const Templates *templates,
                 const ContactVisitor *visitor);

#endif

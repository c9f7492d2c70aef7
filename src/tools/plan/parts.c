/* SPDX-License-Identifier: MIT */
/* Counts of the parts of a decomposition. The holders of each clump are found in the tree of cuts
   as in a rebuild (holders.h); pairs belong to the part of their reference point (pairs.h), and so
   do links, whose part needs copies of both ends (link/links.h). */
#include "tools/plan/parts.h"
#include "base/mail.h"
#include "constraint/hard/hard.h"
#include "constraint/project.h"
#include "interaction/sph/passes.h"
#include "run/module_states.h"
#include "run/step/step.h"
#include "search/wall_pairs.h"
#include "space/holders.h"

static void add_wanted(const Sim *sim, const Decomposition *d, const LinkSet *set, Needs *needs)
{
  PetscInt n = needs->n_wanted;

  array_reserve(&needs->wanted, sizeof *needs->wanted, n + 2 * set->n, &needs->wanted_capacity);
  for (PetscInt k = 0; k < set->n; k++) {
    const Link *l = &set->list[k];
    Image       shift[2];
    const int   part = decomposition_rank(d, link_shifts(&sim->space.domain, l, shift));

    for (int e = 0; e < 2; e++)
      needs->wanted[n++] =
        (Need){.id    = e == 0 ? l->a : l->b,
               .shift = shift[e],
               .part  = decomposition_rank(&sim->space.decomposition, e == 0 ? l->xa : l->xb),
               .asks  = part};
  }
  needs->n_wanted = n;
}

static void count_link(const Sim *sim, int kind, PetscInt k, Part *part)
{
  const LinkSet *set  = &sim->links.set[kind];
  const bool     held = set == constraint_set_of(&sim->links);

  part->links++;
  *(held ? &part->held_work : &part->pull_work) += work_of_link(set, set->list[k].object);
  part->held_bytes +=
    (int64_t)(sizeof(Link) + link_bytes(set) + sizeof(LinkEnds) + sizeof *sim->links.rupture +
              4 * sizeof(Need) + 2 * sizeof(PetscInt));
  if (held) part->held_bytes += (int64_t)constraints_link_bytes(&sim->constraints);
}

static void share_complete(const Sim *sim, Part *part)
{
  const PassTraffic t = passes_traffic(sim->interactions);
  int               sums, columns;

  deforms_traffic(&sim->deforms, &sums, &columns);
  part->share_out        = t.renewals + (columns > 0);
  part->share_back       = t.sums + (sums > 0);
  part->share_out_bytes  = (int64_t)(t.renewal_bytes + (size_t)columns * sizeof(double));
  part->share_back_bytes = (int64_t)(t.sum_bytes + (size_t)sums * sizeof(int64_t));
}

static void look_complete(const Sim *sim, Part *part)
{
  const AutoDt *auto_dt = sim_auto_dt(sim);
  int           sums, messages;

  auto_dt_traffic(auto_dt, &sums, &messages);
  part->look_out        = auto_dt->on && step_pairs_alone(sim);
  part->look_back       = messages;
  part->look_out_bytes  = part->look_out * (int64_t)halo_pose_bytes(sim->matter.clumps->fields);
  part->look_back_bytes = sums * (int64_t)sizeof(int64_t);
}

/* When counts are those of all ranks: set the members that follow from them. */
static void held_complete(const Sim *sim, Part *part)
{
  const Constraints *c      = &sim->constraints;
  const size_t       pose   = halo_pose_bytes(sim->matter.clumps->fields),
               load         = halo_load_bytes(sim->matter.clumps->fields);
  const ConstraintTraffic t = constraints_traffic(c, &sim->links, pose, load);

  share_complete(sim, part);
  look_complete(sim, part);
  part->sweep_out        = t.out;
  part->sweep_back       = t.back;
  part->sweep_out_bytes  = (int64_t)t.out_bytes;
  part->sweep_back_bytes = (int64_t)t.back_bytes;
  part->renew_out        = c->hard != NULL;
  part->more_bytes       = part->pebbles * (int64_t)interactions_pebble_bytes(sim->interactions) +
                     part->pulled * (int64_t)interactions_pair_bytes(sim->interactions) +
                     (part->clumps + part->copies) * (int64_t)auto_dt_clump_bytes(sim_auto_dt(sim));
  if (!c->hard) return;
  part->held_work += part->hard * work_of_hard(sim);
  part->held_bytes +=
    part->hard * (int64_t)hard_pair_bytes() + part->clumps * (int64_t)hard_clump_bytes();
}

void held_here(const Sim *sim, Part *part)
{
  const Hard *h = sim->constraints.hard;

  for (int s = 0; s < LINK_KINDS; s++)
    for (PetscInt k = 0; k < sim->links.set[s].n; k++) count_link(sim, s, k, part);
  if (h) {
    part->hard = h->pairs->pebbles.n + h->pairs->walls.n;
    part->listed += h->pairs->listed_pebbles.n + h->pairs->listed_walls.n;
  }
  held_complete(sim, part);
}

/* Set of pairs of an owner and a holder: keys, sorted and made unique each time their number has
   doubled. */
typedef struct {
  uint64_t *key; /* owner << 32 | holder */
  PetscInt  n, capacity, unique;
} Routes;

static void routes_compact(Routes *l)
{
  PetscInt n = 0;

  sort_items(l->key, l->n, sizeof *l->key, compare_ids); /* below 2^63 */
  for (PetscInt k = 0; k < l->n; k++)
    if (n == 0 || l->key[n - 1] != l->key[k]) l->key[n++] = l->key[k];
  l->n = l->unique = n;
}

static void routes_add(Routes *l, int owner, int holder)
{
  enum { FEW = 4096 };

  if (l->n > 2 * l->unique + FEW) routes_compact(l);
  array_reserve(&l->key, sizeof *l->key, l->n + 1, &l->capacity);
  l->key[l->n++] = (uint64_t)(uint32_t)owner << 32 | (uint32_t)holder;
}

static bool is_zero(Image n)
{
  return n.x == 0 && n.y == 0 && n.z == 0;
}

static bool is_itself(const Holder *holder, int owner)
{
  return holder->part == owner && is_zero(holder->shift);
}

/* Number of copies of a clump that its position requires. A holder without a pebble has the copy
   for a link alone. */
static int64_t count_copies(int owner, PetscInt n, const Holder *holders)
{
  int64_t copies = n;

  for (PetscInt k = 0; k < n; k++) copies -= is_itself(&holders[k], owner) || holders[k].n == 0;
  return copies;
}

/* Find the wide clumps by the rule of halo_build. *most: number of copies above which a clump is
   wide; *wide: number of wide clumps. */
static PetscErrorCode find_wide(const Sim *sim, const Decomposition *d, HolderWalk *walk,
                                int64_t *most, int64_t *wide)
{
  const Clumps *c = sim->matter.clumps;
  int64_t      *copies;

  PetscFunctionBeginUser;
  array_create(&copies, sizeof *copies, c->n_owned);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int     owner = decomposition_rank(d, c->pose[a].x);
    const Holder *list;
    PetscInt      n;

    holders_of(walk, a, owner, &n, &list);
    copies[a] = count_copies(owner, n, list);
  }
  for (*most = sim->settings.halo_wide;; *most = halo_wide_next(*most)) {
    *wide = 0;
    for (PetscInt a = 0; a < c->n_owned; a++) *wide += copies[a] > *most;
    PetscCall(parallel_sum_int(&sim->par, wide, 1));
    if (*wide <= HALO_WIDE_MOST) break;
  }
  array_free(&copies);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void count_holders(int owner, PetscInt n, const Holder *holders, bool wide, Part *parts,
                          Routes *routes)
{
  for (PetscInt k = 0; k < n; k++) {
    const bool remote = holders[k].part != owner;
    Part      *holder = &parts[holders[k].part];

    holder->pebbles += holders[k].n;
    if (is_itself(&holders[k], owner)) {
      holder->inside += holders[k].n;
      continue;
    }
    holder->copies++;
    if (wide) continue;
    holder->remote += remote;
    parts[owner].given++;
    parts[owner].given_remote += remote;
    if (remote) routes_add(routes, owner, holders[k].part);
  }
}

static PetscErrorCode count_clumps(const Sim *sim, const Decomposition *d, Part *parts,
                                   Routes *routes, int64_t *wide)
{
  const Clumps *c      = sim->matter.clumps;
  HolderSearch  search = {.domain        = &sim->space.domain,
                          .decomposition = d,
                          .templates     = &sim->matter.templates,
                          .clumps        = c,
                          .reach =
                            holders_reach(&sim->space.domain, sim_reach(sim, sim->lists.skin))};
  Needs         needs  = {0}; /* the copies that parts need for links and skins */
  HolderWalk   *walk;
  int64_t       most = 0;

  PetscFunctionBeginUser;
  holders_begin(&search, &walk);
  PetscCall(find_wide(sim, d, walk, &most, wide));
  for (int s = 0; s < LINK_KINDS; s++) add_wanted(sim, d, &sim->links.set[s], &needs);
  deforms_want(&sim->deforms, &sim->space.decomposition, d, &needs);
  if (sim->links.total > 0 || sim->deforms.n > 0) PetscCall(needs_post(&sim->par, c, &needs));
  search.needs[NEEDS_OF_LINKS] = &needs;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int     owner = decomposition_rank(d, c->pose[a].x);
    const Holder *list;
    PetscInt      n;

    parts[owner].clumps++;
    parts[owner].free += !clump_is_fixed(c, a);
    parts[owner].body += sim->matter.templates.list[c->template[a]].n;
    holders_of(walk, a, owner, &n, &list);
    count_holders(owner, n, list, count_copies(owner, n, list) > most, parts, routes);
  }
  holders_end(&walk);
  needs_free(&needs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Owner of a clump row: the part that owns the clump, and the periodic image in which the row
   lies. */
typedef struct {
  int   part;
  Image image;
} Home;

/* Pairs of one kind. */
typedef struct {
  const Pebbles  *pebbles;
  bool            walls, hard; /* pairs with walls; pairs of hard contacts */
  const PairList *near, *listed;
  const Touching *touching; /* of the near pairs; NULL: none is known */
} PairKind;

static PairKind kind_of(const Pebbles *pebbles, const Pairs *pairs, bool walls, bool hard)
{
  return (PairKind){.pebbles = pebbles,
                    .walls   = walls,
                    .hard    = hard,
                    .near    = walls ? &pairs->walls : &pairs->pebbles,
                    .listed  = walls ? &pairs->listed_walls : &pairs->listed_pebbles};
}

/* The part that counts a pair of these pebbles, or of one with itself for a wall; *inside: it owns both
   clumps, or the clump at a wall. */
static int part_of_rows(const Sim *sim, const Decomposition *d, const Home *homes, const Pebbles *p,
                        const int32_t i[2], bool *inside)
{
  const Vec3 a = pebble_centre(p, i[0]), b = pebble_centre(p, i[1]);
  const Vec3 x =
    i[0] == i[1] ? a : pair_reference(&sim->space.domain, a, b, p->at[i[0]].r, p->at[i[1]].r);
  const Image image = domain_boxes(&sim->space.domain, x);
  const int   part  = decomposition_rank(d, domain_wrapped(&sim->space.domain, x));

  *inside = true;
  for (int e = 0; e < 2; e++) {
    const Home *home = &homes[p->clump[i[e]]];

    *inside = *inside && home->part == part && is_zero(image_sub(home->image, image));
  }
  return part;
}

/* part_of_rows of pair k of a list. */
static int part_of_pair(const Sim *sim, const Decomposition *d, const Home *homes,
                        const PairKind *kind, const PairList *list, PetscInt k, bool *inside)
{
  const int32_t i[2] = {list->a[k], kind->walls ? list->a[k] : list->b[k]};

  return part_of_rows(sim, d, homes, kind->pebbles, i, inside);
}

/* Count the pairs of interactions; near: those of the near list. */
static void count_rows(const Sim *sim, const Decomposition *d, const Home *homes, bool near,
                       Part *parts)
{
  const Pebbles *p = &sim->interactions->points;
  const RowList *list =
    near ? &sim->interactions->pairs->rows : &sim->interactions->pairs->listed_rows;
  const int32_t *other = list->other;

  for (const RowRun *run = list->run; run < list->run + list->n_runs; run++)
    for (int k = 0; k < run->n; k++, other++) {
      const int32_t row = row_of_other(*other), first = *other < 0 ? row : run->row;
      const int32_t i[2] = {first, first == row ? run->row : row};
      bool          inside;
      Part         *part = &parts[part_of_rows(sim, d, homes, p, i, &inside)];

      part->pairs += near;
      part->pulled += near;
      part->pairs_inside += near && inside;
      part->listed += !near;
      part->pulled_listed += !near;
    }
}

static void count_kind(const Sim *sim, const Decomposition *d, const Home *homes,
                       const PairKind *kind, Part *parts)
{
  bool inside;

  for (PetscInt k = 0; k < kind->near->n; k++) {
    Part *part = &parts[part_of_pair(sim, d, homes, kind, kind->near, k, &inside)];

    *(kind->hard ? &part->hard : &part->pairs) += 1;
    part->pairs_inside += inside && !kind->hard;
  }
  for (PetscInt k = 0; k < kind->listed->n; k++)
    parts[part_of_pair(sim, d, homes, kind, kind->listed, k, &inside)].listed++;
  for (PetscInt k = 0; kind->touching && k < kind->touching->n; k++)
    parts[part_of_pair(sim, d, homes, kind, kind->near, kind->touching->pair[k], &inside)]
      .contacts++;
}

static void count_pairs(const Sim *sim, const Decomposition *d, Part *parts)
{
  const Contacts *c       = sim->contacts;
  const Hard     *hard    = sim->constraints.hard;
  const Pebbles  *pebbles = sim->matter.pebbles;
  PairKind        kinds[4];
  int             n = 0;
  Home           *homes;

  for (int walls = 0; walls < 2; walls++) {
    kinds[n]            = kind_of(pebbles, sim->pairs, walls, false);
    kinds[n++].touching = walls ? &c->walls[c->now] : &c->pebbles[c->now];
    if (hard) kinds[n++] = kind_of(pebbles, hard->pairs, walls, true);
  }
  array_create(&homes, sizeof *homes, sim->matter.clumps->n);
  for (PetscInt a = 0; a < sim->matter.clumps->n; a++) {
    const Vec3 x = sim->matter.clumps->pose[a].x;

    homes[a] = (Home){.part  = decomposition_rank(d, domain_wrapped(&sim->space.domain, x)),
                      .image = domain_boxes(&sim->space.domain, x)};
  }
  for (int k = 0; k < n; k++) count_kind(sim, d, homes, &kinds[k], parts);
  for (int near = 0; near < 2 && sim->interactions->n_sets > 0; near++)
    count_rows(sim, d, homes, near, parts);
  array_free(&homes);
}

/* Several ranks may have found the same route: send it to one of them, which counts it. */
static PetscErrorCode count_routes(const Parallel *par, Routes *routes, Part *parts)
{
  Routes all = {0};
  Mail  *mail;

  PetscFunctionBeginUser;
  routes_compact(routes);
  mail_create(par, &mail);
  for (PetscInt k = 0; k < routes->n; k++)
    mail_post(mail, (int)(routes->key[k] >> 32) % par->size, &routes->key[k],
              sizeof routes->key[k]);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *all.key, &all.key, &all.n);
  mail_destroy(&mail);
  routes_compact(&all);
  for (PetscInt k = 0; k < all.n; k++) {
    parts[all.key[k] >> 32].receivers++;
    parts[all.key[k] & UINT32_MAX].senders++;
  }
  array_free(&all.key);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parts_count(const Sim *sim, const Decomposition *decomposition, int n, Part *parts)
{
  Routes  routes = {0};
  int64_t wide;

  PetscFunctionBeginUser;
  memset(parts, 0, (size_t)n * sizeof *parts);
  PetscCall(count_clumps(sim, decomposition, parts, &routes, &wide));
  count_pairs(sim, decomposition, parts);
  for (int s = 0; s < LINK_KINDS; s++) /* a link counts for the part that evaluates it */
    for (PetscInt k = 0; k < sim->links.set[s].n; k++) {
      const Vec3 x = link_point(&sim->space.domain, &sim->links.set[s].list[k]);

      count_link(sim, s, k, &parts[decomposition_rank(decomposition, x)]);
    }
  PetscCall(count_routes(&sim->par, &routes, parts));
  PetscCall(parallel_sum_int(&sim->par, (int64_t *)parts, n * PART_COUNTS));
  for (int k = 0; k < n; k++) {
    parts[k].wide = wide;
    held_complete(sim, &parts[k]);
  }
  array_free(&routes.key);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int64_t count_overlaps(const Sim *sim)
{
  const Ball     *at    = sim->matter.pebbles->at;
  const PairList *pairs = &sim->pairs->pebbles, *walls = &sim->pairs->walls;
  const WallPairs all = {&sim->space.domain, sim->matter.pebbles, &sim->walls, walls};
  int32_t         hits[NEAREST_MOST];
  int64_t         n = 0;

  for (PetscInt k = 0; k < pairs->n; k++) {
    const Ball   a = at[pairs->a[k]], b = at[pairs->b[k]];
    const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, reach = a.r + b.r;

    n += dx * dx + dy * dy + dz * dz < reach * reach;
  }
  for (int c = 0; c < sim->pairs->n_blocks * sim->pairs->n_laws; c++)
    for (PetscInt k = walls->start[c], end = walls->start[c + 1];
         k < end && !pairs_of_capsules(sim->pairs, c); k += NEAREST_MOST)
      n += wall_pairs_pick(&all, false, 0, k, (PetscInt)min_int(k + NEAREST_MOST, end), hits, NULL);
  return n;
}

Part parts_here(const Sim *sim)
{
  const Clumps     *c       = sim->matter.clumps;
  const PairList   *lists[] = {&sim->pairs->pebbles, &sim->pairs->walls};
  const HaloTraffic t       = halo_traffic(sim->space.halo);
  Part              part    = {.clumps       = c->n_owned,
                               .free         = clumps_count_free(c),
                               .copies       = c->n - c->n_owned,
                               .remote       = t.remote,
                               .given        = t.given,
                               .given_remote = t.given_remote,
                               .pebbles      = sim->matter.pebbles->n,
                               .inside       = sim->pairs->owned,
                               .pairs        = sim->pairs->pebbles.n + sim->pairs->walls.n,
                               .listed    = sim->pairs->listed_pebbles.n + sim->pairs->listed_walls.n,
                               .contacts  = contacts_count(sim->contacts),
                               .receivers = t.receivers,
                               .senders   = t.senders,
                               .wide      = halo_wide(sim->space.halo)};

  for (PetscInt a = 0; a < c->n_owned; a++)
    part.body += sim->matter.templates.list[c->template[a]].n;
  for (int k = 0; k < 2; k++) part.pairs_inside += pairs_inside(sim->pairs, lists[k]->start);
  if (part.contacts == 0) part.contacts = count_overlaps(sim);
  part.pulled        = interactions_near(sim->interactions);
  part.pulled_listed = interactions_listed(sim->interactions);
  part.pairs += part.pulled;
  part.listed += part.pulled_listed;
  if (sim->interactions->n_sets > 0)
    part.pairs_inside +=
      pairs_inside(sim->interactions->pairs, sim->interactions->pairs->rows.start);
  held_here(sim, &part);
  return part;
}

int64_t part_bytes(const Part *p, const Field *fields)
{
  return p->given_remote *
           ((int64_t)halo_pose_bytes(fields) + p->sweep_out_bytes + p->share_out_bytes) +
         p->remote * ((int64_t)halo_load_bytes(fields) + p->sweep_back_bytes + p->share_back_bytes);
}

int64_t part_work(const Part *p)
{
  return work_of(p->free, p->pebbles, p->pairs, p->contacts) + p->pull_work + p->held_work;
}

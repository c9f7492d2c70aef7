/* SPDX-License-Identifier: MIT */
/* Counts of the parts of a decomposition. The holders of each clump are found in the tree of cuts
   as in a rebuild (holders.h); pairs belong to the part of their reference point (pairs.h). */
#include "tools/plan/parts.h"
#include "base/mail.h"
#include "constraint/hard/hard.h"
#include "search/wall_pairs.h"
#include "space/holders.h"
#include "tools/plan/held.h"

/* Set of pairs of an owner and a holder: keys, sorted and made unique each time their number has
   doubled. */
typedef struct {
  uint64_t *key; /* owner << 32 | holder */
  PetscInt  n, capacity, unique;
} Routes;

static int compare_keys(const void *a, const void *b)
{
  const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

  return p < q ? -1 : p > q;
}

static void routes_compact(Routes *l)
{
  PetscInt n = 0;

  sort_items(l->key, l->n, sizeof *l->key, compare_keys);
  for (PetscInt k = 0; k < l->n; k++)
    if (n == 0 || l->key[n - 1] != l->key[k]) l->key[n++] = l->key[k];
  l->n = l->unique = n;
}

static PetscErrorCode routes_add(Routes *l, int owner, int holder)
{
  enum { FEW = 4096 };

  PetscFunctionBeginUser;
  if (l->n > 2 * l->unique + FEW) routes_compact(l);
  PetscCall(array_reserve(&l->key, sizeof *l->key, l->n + 1, &l->capacity));
  l->key[l->n++] = (uint64_t)(uint32_t)owner << 32 | (uint32_t)holder;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- clumps ---- */

static bool is_zero(Image n)
{
  return n.x == 0 && n.y == 0 && n.z == 0;
}

static bool is_itself(const Holder *holder, int owner)
{
  return holder->part == owner && is_zero(holder->shift);
}

/* True if no pebble is near, but a link needs the copy. */
static bool is_far(const Holder *holder)
{
  return holder->n == 0;
}

/* Number of copies of a clump that its positions require. */
static int64_t count_copies(int owner, PetscInt n, const Holder *holders)
{
  int64_t copies = n;

  for (PetscInt k = 0; k < n; k++) copies -= is_itself(&holders[k], owner) || is_far(&holders[k]);
  return copies;
}

/* Find the wide clumps by the rule of halo_build. *most: number of copies above which a clump is
   wide; *wide: number of wide clumps. */
static PetscErrorCode find_wide(const Sim *sim, const Decomposition *d, HolderWalk *walk,
                                int64_t *most, int64_t *wide)
{
  const Clumps *c = sim->clumps;
  int64_t      *copies;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(c->n_owned, &copies));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int     owner = decomposition_rank(d, c->pose[a].x);
    const Holder *list;
    PetscInt      n;

    PetscCall(holders_of(walk, a, owner, &n, &list));
    copies[a] = count_copies(owner, n, list);
  }
  for (*most = sim->settings.halo_wide;; *most = halo_wide_next(*most)) {
    *wide = 0;
    for (PetscInt a = 0; a < c->n_owned; a++) *wide += copies[a] > *most;
    PetscCall(parallel_sum_int(&sim->par, wide, 1));
    if (*wide <= HALO_WIDE_MOST) break;
  }
  PetscCall(PetscFree(copies));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode count_holders(int owner, PetscInt n, const Holder *holders, bool wide,
                                    Part *parts, Routes *routes)
{
  PetscFunctionBeginUser;
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
    if (remote) PetscCall(routes_add(routes, owner, holders[k].part));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode count_clumps(const Sim *sim, const Decomposition *d, Part *parts,
                                   Routes *routes, int64_t *wide)
{
  const Clumps *c      = sim->clumps;
  HolderSearch  search = {.domain        = &sim->domain,
                          .decomposition = d,
                          .templates     = &sim->templates,
                          .clumps        = c,
                          .reach = holders_reach(&sim->domain, sim_reach(sim, sim->lists.skin))};
  Needs         needs  = {0};
  HolderWalk   *walk;
  int64_t       most = 0;

  PetscFunctionBeginUser;
  PetscCall(holders_begin(&search, &walk));
  PetscCall(find_wide(sim, d, walk, &most, wide));
  PetscCall(held_needs(sim, d, &needs));
  search.needs[NEEDS_OF_LINKS] = &needs;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int     owner = decomposition_rank(d, c->pose[a].x);
    const Holder *list;
    PetscInt      n;

    parts[owner].clumps++;
    parts[owner].free += !clump_is_fixed(c, a);
    parts[owner].body += sim->templates.list[c->template[a]].n;
    PetscCall(holders_of(walk, a, owner, &n, &list));
    PetscCall(count_holders(owner, n, list, count_copies(owner, n, list) > most, parts, routes));
  }
  PetscCall(holders_end(&walk));
  needs_free(&needs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pairs ---- */

/* Owner of a clump row: the part that owns the clump, and the periodic image in which the row
   lies. */
typedef struct {
  int   part;
  Image image;
} Home;

static PetscErrorCode find_homes(const Sim *sim, const Decomposition *d, Home **homes)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(homes, sizeof **homes, sim->clumps->n));
  for (PetscInt a = 0; a < sim->clumps->n; a++) {
    const Vec3 x = sim->clumps->pose[a].x;

    (*homes)[a] = (Home){.part  = decomposition_rank(d, domain_wrapped(&sim->domain, x)),
                         .image = domain_boxes(&sim->domain, x)};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if the part that counts the pair, in this image, has the row as an owned one. */
static bool is_owned(const Home *home, int part, Image image)
{
  return home->part == part && is_zero(image_sub(home->image, image));
}

/* The part that counts a pair of pebbles, in this view of them; *inside: it owns both clumps. */
static int part_of_two(const Sim *sim, const Pebbles *p, const Decomposition *d, const Home *homes,
                       const PairList *list, PetscInt k, bool *inside)
{
  const int32_t i = list->a[k], j = list->b[k];
  const Vec3    x =
    pair_reference(&sim->domain, pebble_centre(p, i), pebble_centre(p, j), p->at[i].r, p->at[j].r);
  const Image image = domain_boxes(&sim->domain, x);
  const int   part  = decomposition_rank(d, domain_wrapped(&sim->domain, x));

  *inside =
    is_owned(&homes[p->clump[i]], part, image) && is_owned(&homes[p->clump[j]], part, image);
  return part;
}

static int pair_part(const Sim *sim, const Decomposition *d, const Home *homes,
                     const PairList *list, PetscInt k, bool *inside)
{
  return part_of_two(sim, sim->pebbles, d, homes, list, k, inside);
}

/* The same for a pair of points, as interactions list them. */
static int point_part(const Sim *sim, const Decomposition *d, const Home *homes,
                      const PairList *list, PetscInt k, bool *inside)
{
  return part_of_two(sim, &sim->interactions->points, d, homes, list, k, inside);
}

static int wall_part(const Sim *sim, const Decomposition *d, const Home *homes,
                     const PairList *list, PetscInt k, bool *inside)
{
  const int32_t i    = list->a[k];
  const Vec3    x    = pebble_centre(sim->pebbles, i);
  const int     part = decomposition_rank(d, domain_wrapped(&sim->domain, x));

  *inside = is_owned(&homes[sim->pebbles->clump[i]], part, domain_boxes(&sim->domain, x));
  return part;
}

typedef int (*PartOf)(const Sim *sim, const Decomposition *d, const Home *homes,
                      const PairList *list, PetscInt k, bool *inside);

static void count_list(const Sim *sim, const Decomposition *d, const Home *homes, PartOf part_of,
                       const PairList *list, const PairList *wide, const Touching *touching,
                       Part *parts)
{
  bool inside;

  for (PetscInt k = 0; k < list->n; k++) {
    Part *part = &parts[part_of(sim, d, homes, list, k, &inside)];

    part->pairs++;
    part->pairs_inside += inside;
  }
  for (PetscInt k = 0; k < wide->n; k++) parts[part_of(sim, d, homes, wide, k, &inside)].listed++;
  for (PetscInt k = 0; k < touching->n; k++)
    parts[part_of(sim, d, homes, list, touching->pair[k], &inside)].contacts++;
}

/* Pairs of hard contacts. */
static void count_hard(const Sim *sim, const Decomposition *d, const Home *homes, Part *parts)
{
  const Pairs *pairs = sim->constraints.hard->pairs;
  bool         inside;

  for (PetscInt k = 0; k < pairs->pebbles.n; k++)
    parts[pair_part(sim, d, homes, &pairs->pebbles, k, &inside)].hard++;
  for (PetscInt k = 0; k < pairs->walls.n; k++)
    parts[wall_part(sim, d, homes, &pairs->walls, k, &inside)].hard++;
  for (PetscInt k = 0; k < pairs->listed_pebbles.n; k++)
    parts[pair_part(sim, d, homes, &pairs->listed_pebbles, k, &inside)].listed++;
  for (PetscInt k = 0; k < pairs->listed_walls.n; k++)
    parts[wall_part(sim, d, homes, &pairs->listed_walls, k, &inside)].listed++;
}

static PetscErrorCode count_pairs(const Sim *sim, const Decomposition *d, Part *parts)
{
  const Contacts *c    = sim->contacts;
  const Touching  none = {0};
  Home           *homes;

  PetscFunctionBeginUser;
  PetscCall(find_homes(sim, d, &homes));
  count_list(sim, d, homes, pair_part, &sim->pairs->pebbles, &sim->pairs->listed_pebbles,
             &c->pebbles[c->now], parts);
  count_list(sim, d, homes, wall_part, &sim->pairs->walls, &sim->pairs->listed_walls,
             &c->walls[c->now], parts);
  if (sim->interactions->n_sets > 0)
    count_list(sim, d, homes, point_part, &sim->interactions->pairs->pebbles,
               &sim->interactions->pairs->listed_pebbles, &none, parts);
  if (sim->constraints.hard) count_hard(sim, d, homes, parts);
  array_free(&homes);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- messages ---- */

/* Several ranks may have found the same route: send it to one of them, which counts it. */
static PetscErrorCode count_routes(const Parallel *par, Routes *routes, Part *parts)
{
  Routes all = {0};
  Mail  *mail;

  PetscFunctionBeginUser;
  routes_compact(routes);
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < routes->n; k++)
    PetscCall(mail_post(mail, (int)(routes->key[k] >> 32) % par->size, &routes->key[k],
                        sizeof routes->key[k]));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t         size;
    const char    *message = mail_message(mail, m, NULL, &size);
    const PetscInt n       = (PetscInt)(size / sizeof *all.key);

    PetscCall(array_reserve(&all.key, sizeof *all.key, all.n + n, &all.capacity));
    memcpy(all.key + all.n, message, size);
    all.n += n;
  }
  PetscCall(mail_destroy(&mail));
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
  PetscCall(count_pairs(sim, decomposition, parts));
  held_count(sim, decomposition, parts);
  PetscCall(count_routes(&sim->par, &routes, parts));
  PetscCall(parallel_sum_int(&sim->par, (int64_t *)parts, n * PART_COUNTS));
  for (int k = 0; k < n; k++) {
    parts[k].wide = wide;
    held_complete(sim, &parts[k]);
  }
  array_free(&routes.key);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a run's own ---- */

static int64_t count_overlaps(const Sim *sim)
{
  const Ball     *at    = sim->pebbles->at;
  const PairList *pairs = &sim->pairs->pebbles, *walls = &sim->pairs->walls;
  int32_t         hits[NEAREST_MOST];
  int64_t         n = 0;

  for (PetscInt k = 0; k < pairs->n; k++) {
    const Ball   a = at[pairs->a[k]], b = at[pairs->b[k]];
    const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, reach = a.r + b.r;

    n += dx * dx + dy * dy + dz * dz < reach * reach;
  }
  for (PetscInt k = 0; k < walls->n; k += NEAREST_MOST)
    n += wall_pairs_pick(&sim->domain, sim->pebbles, &sim->walls, walls, false, 0, k,
                         (PetscInt)min_int(k + NEAREST_MOST, walls->n), hits, NULL);
  return n;
}

Part parts_here(const Sim *sim)
{
  const Clumps     *c       = sim->clumps;
  const PairList   *lists[] = {&sim->pairs->pebbles, &sim->pairs->walls};
  const HaloTraffic t       = halo_traffic(sim->halo);
  Part              part    = {.clumps       = c->n_owned,
                               .free         = clumps_count_free(c),
                               .copies       = c->n - c->n_owned,
                               .remote       = t.remote,
                               .given        = t.given,
                               .given_remote = t.given_remote,
                               .pebbles      = sim->pebbles->n,
                               .inside       = sim->pairs->owned,
                               .pairs        = sim->pairs->pebbles.n + sim->pairs->walls.n,
                               .listed    = sim->pairs->listed_pebbles.n + sim->pairs->listed_walls.n,
                               .contacts  = contacts_count(sim->contacts),
                               .receivers = t.receivers,
                               .senders   = t.senders,
                               .wide      = halo_wide(sim->halo)};

  for (PetscInt a = 0; a < c->n_owned; a++) part.body += sim->templates.list[c->template[a]].n;
  for (int k = 0; k < 2; k++) part.pairs_inside += pairs_inside(sim->pairs, lists[k]);
  if (part.contacts == 0) part.contacts = count_overlaps(sim);
  part.pairs += interactions_near(sim->interactions);
  part.listed += interactions_listed(sim->interactions);
  if (sim->interactions->n_sets > 0)
    part.pairs_inside += pairs_inside(sim->interactions->pairs, &sim->interactions->pairs->pebbles);
  held_here(sim, &part);
  return part;
}

int64_t part_bytes(const Part *p, const Field *fields)
{
  return p->given_remote * ((int64_t)halo_pose_bytes(fields) + p->sweep_out_bytes) +
         p->remote * ((int64_t)halo_load_bytes(fields) + p->sweep_back_bytes);
}

int64_t part_work(const Part *p)
{
  return work_of(p->free, p->pebbles, p->pairs, p->contacts) + p->pull_work + p->held_work;
}

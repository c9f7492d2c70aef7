/* SPDX-License-Identifier: MIT */
/* Links: each is on exactly one rank, with both ends, through rebuilds, balances and restarts,
   however far its ends are apart; and links without force change no bit of the motion. */
#include "sim_test.h"

enum { N = 60, LINKS = 300 };

/* 60 grains that fly through a box, periodic along two axes, and a long pole that is held by many
   ranks. Grains at rest would never change hands. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, seed: 3, overlap_limit: 9}\n"
  "domain: {lo: [-1, 0, 0], hi: [3, 9, 5], boundary: [periodic, open, periodic]}\n"
  "material:\n  - a: {density: 1}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 3e2, restitution: .9,\n"
  "           tangential: hooke, friction: .4}\n"
  "template:\n  - grain: {material: a, pebbles: [0,0,0,.15, .12,0,0,.1]}\n"
  "  - pole: {material: a, pebbles: [0,0,0,.1, 0,.9,0,.1, 0,1.8,0,.1, 0,2.7,0,.1, 0,3.6,0,.1], "
  "mass_properties: sum}\n"
  "clumps:\n"
  "  - grains: {template: [grain], count: 60, lo: [-1, 1, 0], hi: [3, 8, 5], velocity: [3, 2.5, "
  "2]}\n"
  "  - still: {template: [pole], count: 2, lo: [-1, 1, 0], hi: [3, 8, 5]}\n"
  "spring:\n  - loose: {between: [a, a], distance: 0, stiffness: 1}\n";

static Id end_of(int k, int side)
{
  return side ? (7 * k + 1 + k / N) % (N + 2) : k % (N + 2);
}

/* Link k: of two pebbles, of a body with its own next image for every 50th, of neighbouring images
   for every 7th. */
static Link link_of(int k)
{
  Link l = {.a = end_of(k, 0), .b = end_of(k, 1), .member_a = k % 2, .member_b = LINK_CENTRE};

  if (k % 50 == 0) l.b = l.a;
  if (k % 7 == 0 || l.a == l.b) l.image = (Image){k % 2 ? 1 : -1, 0, k % 3 - 1};
  return l;
}

/* The set of springs. They are told from each other by their rest lengths, and pull at nothing, as
   the constants of their object are set to zero. */
static LinkSet *springs_of(Sim *sim)
{
  LinkSet *set = &sim->links.set[0];

  CHECK_TEXT(set->kind->options.name, "spring");
  memset(set->objects[0].constants, 0, set->kind->size);
  return set;
}

static int which(const LinkSet *set, PetscInt k)
{
  return (int)link_memory(set, k)[0];
}

/* All links, dealt to the ranks in some order that is not theirs. */
static void add_links(Sim *sim)
{
  LinkSet *set = springs_of(sim);
  int64_t  missing;

  for (int k = 0; k < LINKS; k++) {
    const double memory = k;

    if ((k / 3) % sim->par.size == sim->par.rank) link_set_add(set, link_of(k), &memory);
  }
  CALL(links_locate(sim_world(sim), &missing));
  CHECK_INT(missing, 0);
  CHECK_INT(sim->links.total, LINKS);
}

/* Positions of all clumps, free of wrapping, summed over ranks; NaN: it has left. */
static Vec3 *find_places(const Sim *sim)
{
  Vec3 *x = calloc(N + 2, sizeof *x);

  for (Id id = 0; id < N + 2; id++) {
    const PetscInt a        = test_row(sim, id);
    double         place[4] = {0};

    if (a >= 0) {
      const Clumps *c = sim->matter.clumps;

      place[0] = c->pose[a].x.x + c->image[a].x * sim->space.domain.length.x;
      place[1] = c->pose[a].x.y;
      place[2] = c->pose[a].x.z + c->image[a].z * sim->space.domain.length.z;
      place[3] = 1;
    }
    (void)MPI_Allreduce(MPI_IN_PLACE, place, 4, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
    x[id] = place[3] > 0 ? vec3(place[0], place[1], place[2]) : vec3(NAN, 0, 0);
  }
  return x;
}

/* Places when the links were added: unwrapped, and wrapped as links see them. */
typedef struct {
  Vec3 *x, *wrapped;
} Start;

static Start start_of(const Sim *sim)
{
  const Start s = {find_places(sim), find_places(sim)};

  for (Id id = 0; id < N + 2; id++)
    if (!isnan(s.x[id].x)) s.wrapped[id] = domain_wrapped(&sim->space.domain, s.x[id]);
  return s;
}

static void start_free(Start *s)
{
  free(s->x);
  free(s->wrapped);
}

/* The vector from the canonical first end of link k to the second: the one at the start, and what
   both have moved since. x: places now. */
static Vec3 vector_of(const Sim *sim, int k, const Start *s, const Vec3 *x)
{
  const Link l      = link_of(k);
  const bool turned = l.a > l.b || (l.a == l.b && image_sign(l.image) < 0);
  const Vec3 first =
    domain_shifted(&sim->space.domain, vec3_sub(s->wrapped[l.b], s->wrapped[l.a]), l.image);
  const Vec3 moved_a = vec3_sub(x[l.a], s->x[l.a]), moved_b = vec3_sub(x[l.b], s->x[l.b]);

  return vec3_scale(turned ? -1 : 1, vec3_add(first, vec3_sub(moved_b, moved_a)));
}

/* True if this rank's box holds the middle between the ends at the last rebuild. */
static bool is_counted_here(const Sim *sim, const Link *l)
{
  const Domain *d    = &sim->space.domain;
  const Vec3    half = vec3_scale(0.5, vec3_sub(domain_shifted(d, l->xb, l->image), l->xa));

  return box_holds(&sim->space.decomposition.mine,
                   domain_wrapped(d, vec3_add(l->xa, grid_round3(d, half))));
}

/* Check link k of this rank: its memory, its ends, and their positions. */
static void check_link(const Sim *sim, PetscInt k, const Start *s, const Vec3 *x)
{
  const LinkSet *l = &sim->links.set[0];
  const PetscInt a = l->ends[k].row[0], b = l->ends[k].row[1];
  const Pose    *pose = sim->matter.clumps->pose;
  const Link     made = link_canonical(link_of(which(l, k)));

  CHECK(l->list[k].a == made.a && l->list[k].b == made.b);
  CHECK(l->list[k].member_a == made.member_a && l->list[k].member_b == made.member_b);
  CHECK(is_counted_here(sim, &l->list[k]));
  CHECK_INT(sim->matter.clumps->id[a], l->list[k].a);
  CHECK_INT(sim->matter.clumps->id[b], l->list[k].b);
  if (isnan(x[l->list[k].a].x) || isnan(x[l->list[k].b].x)) return; /* left since the rebuild */
  CHECK_NEAR(vec3_norm(vec3_sub(vec3_sub(pose[b].x, pose[a].x), vector_of(sim, which(l, k), s, x))),
             0, 1e-12); /* places are on the grid: sums of few roundings */
}

/* Each link is on one rank, unless an end has left. Returns the number of those. */
static int check_links(const Sim *sim, const Start *s)
{
  Vec3 *x    = find_places(sim);
  int   left = 0, seen[LINKS] = {0};

  for (PetscInt k = 0; k < sim->links.set[0].n; k++) {
    seen[which(&sim->links.set[0], k)]++;
    check_link(sim, k, s, x);
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, seen, LINKS, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  for (int k = 0; k < LINKS; k++) {
    const Link l    = link_of(k);
    const bool gone = isnan(x[l.a].x) || isnan(x[l.b].x);

    left += gone;
    CHECK(gone ? seen[k] <= 1 : seen[k] == 1);
  }
  free(x);
  return left;
}

static int64_t count_far(const Sim *sim)
{
  const LinkSet *l   = &sim->links.set[0];
  int64_t        far = 0;

  for (PetscInt k = 0; k < l->n; k++)
    far +=
      vec3_norm(vec3_sub(sim->matter.clumps->pose[l->ends[k].row[0]].x,
                         sim->matter.clumps->pose[l->ends[k].row[1]].x)) > 1 + 2 * sim->lists.skin;
  return test_total(far);
}

/* The digest of all but the links: they are not listed in a checkpoint if their number is 0. */
static uint64_t digest_without_links(Sim *sim)
{
  const int64_t links = sim->links.total, here = sim->links.set[0].total;
  uint64_t      digest;

  sim->links.total = sim->links.set[0].total = 0;
  digest                                     = test_digest(sim);
  sim->links.total                           = links;
  sim->links.set[0].total                    = here;
  return digest;
}

/* Both make the same steps; returns the number of links that have lost an end. */
static int go_on(Sim *sim, Sim *bare, const Start *s)
{
  int left = 0;

  for (int k = 0; k < 3; k++) {
    test_steps(sim, 60);
    test_steps(bare, 60);
    left = check_links(sim, s);
  }
  CHECK(digest_without_links(sim) == test_digest(bare));
  return left;
}

static void through_rebuilds(const char *options)
{
  Sim     *sim, *bare;
  uint64_t digest;
  int      left;
  Start    s;

  sim  = test_sim(PETSC_COMM_WORLD, scenario, options);
  bare = test_sim(PETSC_COMM_WORLD, scenario, options);
  add_links(sim);
  s = start_of(sim);
  CALL(sim_rebuild(sim, 0, false));
  CALL(sim_rebuild(bare, 0, false));
  CHECK_INT(check_links(sim, &s), 0);
  CHECK(count_far(sim) > LINKS / 2); /* most are out of reach of any contact */
  go_on(sim, bare, &s);
  digest = test_digest(sim);
  sim    = test_restarted(sim, options);
  CHECK(test_digest(sim) == digest);
  (void)springs_of(sim);
  left = go_on(sim, bare, &s);
  CHECK(left > 0 && left < LINKS / 2);
  start_free(&s);
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&bare));
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  if (test_way_here(0, 2)) {
    through_rebuilds("-rebuild_every 5 -balance_every 20");
    test_end("links stay with their ends through rebuilds and balances, and change no bit");
  }
  if (test_way_here(1, 2)) {
    through_rebuilds("-decomp_random 3 -rebuild_every 7 -halo_wide 1");
    test_end("links stay with their ends in boxes of any size, and of clumps held by all ranks");
  }
  test_folder_remove();
}

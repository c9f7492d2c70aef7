/* SPDX-License-Identifier: MIT */
/* Objects of links, list files, the search for close pebbles, and the checks of all that is made. */
#include "contact/link_make.h"
#include "base/bounds.h"
#include "base/csv.h"
#include "contact/link_ends.h"
#include "search/pairs.h"
#include "space/halo.h"

const Option link_options[] = {
  {.key      = "file",
   .type     = OPTION_FILE,
   .fallback = "",
   .help = "list of the pairs, CSV with the columns id_a,pebble_a,id_b,pebble_b: ids of clumps, "
           "and which of their pebbles, counted from 0"},
  {.key      = "between",
   .type     = OPTION_NAMES,
   .choices  = "material",
   .fallback = "",
   .count    = 2,
   .help     = "with distance: materials of the two pebbles"},
  {.key      = "distance",
   .type     = OPTION_REAL,
   .unit     = "m",
   .fallback = "",
   .lo       = 0,
   .hi       = LENGTH_MOST,
   .help     = "in place of a file: link all pebbles of different clumps whose surfaces are no "
               "farther apart than this when the run starts"},
  {NULL},
};

/* ---- objects ---- */

static void check_object(Options *o, const char *kind, const char *name)
{
  const bool file = option_has_value(o, kind, name, "file"),
             near = option_has_value(o, kind, name, "distance"),
             wrong =
               option_is_wrong(o, kind, name, "file") || option_is_wrong(o, kind, name, "distance");
  int n;

  (void)option_words(o, kind, name, "between", &n);
  if (file && near)
    option_mistake(o, kind, name, "distance", "given together with file: give one of them");
  if (!file && !near && !wrong)
    option_mistake(o, kind, name, NULL,
                   "which pebbles? Give file, a list of pairs, or distance, m, and between");
  if (near && n != 2 && !option_is_wrong(o, kind, name, "between"))
    option_mistake(o, kind, name, "between", "missing: distance needs the two materials");
}

static PetscErrorCode read_set(Options *options, LinkSet *set)
{
  const char        *kind = set->kind->options.name;
  const char *const *names;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, kind, &set->n_objects, &names));
  PetscCall(array_create(&set->objects, sizeof *set->objects, set->n_objects));
  for (int k = 0; k < set->n_objects; k++) {
    const LinkSource source = {.options = options, .kind = kind, .name = names[k]};
    LinkObject      *object = &set->objects[k];

    PetscCall(PetscStrncpy(object->name, names[k], NAME_LENGTH));
    PetscCall(array_create(&object->constants, 1, (PetscInt)set->kind->size));
    set->kind->read(object->constants, &source);
    check_object(options, kind, names[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_read(Options *options, Links *links)
{
  PetscFunctionBeginUser;
  for (int s = 0; s < LINK_KINDS; s++) PetscCall(read_set(options, &links->set[s]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- wishes ---- */

/* A link that is asked for. */
typedef struct {
  Link    link;
  double  given;   /* length of the list file, m; NAN: none */
  int64_t line;    /* of that file; 0: found by the search */
  bool    nearest; /* image is yet to be chosen: that of the shortest link */
} Wish;

typedef struct {
  PetscInt n, capacity;
  Wish    *list;
} Wishes;

static PetscErrorCode wish(Wishes *w, Wish one)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&w->list, sizeof *w->list, w->n + 1, &w->capacity));
  one.link        = link_canonical(one.link);
  w->list[w->n++] = one;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- list files ---- */

enum { ID_A, PEBBLE_A, ID_B, PEBBLE_B, GIVEN, LIST_COLUMNS };

/* Index of a pebble in its template; numbers that no template can have become one that none has. */
static int32_t member_at(const Csv *csv, int column, PetscInt i)
{
  const Id member = csv->has[column] ? csv_id(csv, column, i) : LINK_CENTRE;

  return member < LINK_CENTRE || member > PETSC_MPI_INT_MAX ? PETSC_MPI_INT_MAX : (int32_t)member;
}

static PetscErrorCode read_file(const LinkScene *s, const LinkSet *set, int object, Wishes *wishes,
                                Findings *findings)
{
  const unsigned  pebbles                   = set->kind->pebbles ? CSV_REQUIRED : 0;
  const CsvColumn columns[LIST_COLUMNS + 1] = {
    [ID_A]     = {.name = "id_a", .type = CSV_ID, .flags = CSV_REQUIRED},
    [PEBBLE_A] = {.name = "pebble_a", .type = CSV_ID, .flags = pebbles, .group = 1},
    [ID_B]     = {.name = "id_b", .type = CSV_ID, .flags = CSV_REQUIRED},
    [PEBBLE_B] = {.name = "pebble_b", .type = CSV_ID, .flags = pebbles, .group = 1},
    [GIVEN]    = {.name = set->kind->given, .type = CSV_REAL, .unit = "m", .hi = LENGTH_MOST}};
  Csv csv;

  PetscFunctionBeginUser;
  PetscCall(csv_read(
    s->par, option_word(s->options, set->kind->options.name, set->objects[object].name, "file"),
    columns, &csv, findings));
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++)
    PetscCall(wish(wishes, (Wish){.link    = {.a        = csv_id(&csv, ID_A, i),
                                              .b        = csv_id(&csv, ID_B, i),
                                              .member_a = member_at(&csv, PEBBLE_A, i),
                                              .member_b = member_at(&csv, PEBBLE_B, i),
                                              .object   = object},
                                  .given   = csv.has[GIVEN] ? csv_real(&csv, GIVEN, i) : NAN,
                                  .line    = csv.line[i],
                                  .nearest = true}));
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- search ---- */

/* True if the object's links are in the checkpoint that the run goes on from. */
static bool is_stored(const Options *options, const LinkSet *set, int object)
{
  return options_object_is_stored(options, set->kind->options.name, set->objects[object].name);
}

/* Distance of an object whose links are to be searched for now, m; < 0: it is none. */
static double distance_of(const Options *options, const LinkSet *set, int object)
{
  const char *kind = set->kind->options.name, *name = set->objects[object].name;

  return option_has_value(options, kind, name, "distance") && !is_stored(options, set, object)
           ? option_real(options, kind, name, "distance")
           : -1;
}

static double longest_distance(const Options *options, const Links *links)
{
  double most = -1;

  for (int s = 0; s < LINK_KINDS; s++)
    for (int k = 0; k < links->set[s].n_objects; k++)
      most = max_real(most, distance_of(options, &links->set[s], k));
  return most;
}

bool links_search(const Options *options, const Links *links)
{
  return longest_distance(options, links) >= 0;
}

/* Pebbles of this rank and of copies within reach of its box. */
typedef struct {
  Halo    *halo;
  Pebbles *pebbles;
  double   smallest; /* radius here, m */
} Surroundings;

static PetscErrorCode look_around(const LinkScene *s, double reach, Surroundings *around)
{
  PetscFunctionBeginUser;
  PetscCall(halo_create(s->par, s->halo_wide, &around->halo));
  PetscCall(halo_build(around->halo, s->domain, s->decomposition, s->templates, reach, s->clumps));
  PetscCall(halo_refresh_begin(around->halo, s->clumps));
  PetscCall(halo_refresh_end(around->halo, s->domain, s->clumps));
  PetscCall(pebbles_create(&around->pebbles));
  PetscCall(
    halo_select(s->decomposition, s->domain, s->templates, reach, s->clumps, around->pebbles));
  pebbles_place(around->pebbles, s->clumps, 0, around->pebbles->n, s->domain->magic);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode surroundings_free(Surroundings *around)
{
  PetscFunctionBeginUser;
  PetscCall(pebbles_destroy(&around->pebbles));
  PetscCall(halo_destroy(&around->halo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The search takes pairs that are closer than its skin: a little more than the distance. */
static double skin_of(double distance)
{
  return max_real(1.0001 * distance, LENGTH_LEAST);
}

/* A link for a pair of pebble rows that are close enough. */
static PetscErrorCode wish_pair(const LinkScene *s, const Pebbles *p, int32_t i, int32_t j,
                                int object, double distance, Wishes *wishes)
{
  const Clumps *c = s->clumps;
  const int32_t a = p->clump[i], b = p->clump[j];
  const Vec3    way  = vec3_sub(pebble_centre(p, j), pebble_centre(p, i));
  const Link    link = {.a        = c->id[a],
                        .b        = c->id[b],
                        .member_a = p->member[i],
                        .member_b = p->member[j],
                        .object   = object,
                        .image    = image_sub(domain_boxes(s->domain, c->pose[b].x),
                                              domain_boxes(s->domain, c->pose[a].x))};

  PetscFunctionBeginUser;
  if (vec3_norm(way) - p->at[i].r - p->at[j].r <= distance)
    PetscCall(wish(wishes, (Wish){.link = link, .given = NAN}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode search_pairs(const LinkScene *s, const LinkSet *set, int object,
                                   const Surroundings *around, Wishes *wishes)
{
  const double       distance = distance_of(s->options, set, object);
  const int          n        = s->materials->n;
  const Walls        none     = {0};
  int                n_words, *law_of;
  const char *const *between = option_words(s->options, set->kind->options.name,
                                            set->objects[object].name, "between", &n_words);
  PairSearch         search  = {.domain        = s->domain,
                                .decomposition = s->decomposition,
                                .clumps        = s->clumps,
                                .pebbles       = around->pebbles,
                                .walls         = &none,
                                .method        = SEARCH_LIST,
                                .skin          = skin_of(distance),
                                .near          = skin_of(distance),
                                .fixed         = true,
                                .n_materials   = n,
                                .n_laws        = 1};
  Pairs             *pairs;

  PetscFunctionBeginUser;
  if (n_words != 2) PetscFunctionReturn(PETSC_SUCCESS); /* reported */
  PetscCall(array_create(&law_of, sizeof *law_of, n * n));
  for (int k = 0; k < n * n; k++) {
    const char *one = s->materials->list[k / n].name, *other = s->materials->list[k % n].name;

    law_of[k] = (strcmp(one, between[0]) == 0 && strcmp(other, between[1]) == 0) ||
                    (strcmp(one, between[1]) == 0 && strcmp(other, between[0]) == 0)
                  ? 0
                  : -1;
  }
  search.law_of = law_of;
  PetscCall(pairs_create(1, &pairs));
  PetscCall(pairs_build(pairs, &search));
  for (PetscInt k = 0; k < pairs->pebbles.n; k++)
    PetscCall(wish_pair(s, around->pebbles, pairs->pebbles.a[k], pairs->pebbles.b[k], object,
                        distance, wishes));
  PetscCall(pairs_destroy(&pairs));
  array_free(&law_of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checks ---- */

static void check_member(const LinkScene *s, const LinkSet *set, const Wish *w, Id id,
                         int32_t member, const ClumpState *state, Findings *findings)
{
  const int n = s->templates->list[state->template].n;

  if (member >= n)
    finding_add(findings, w->line, "clump %" PRId64 " has the pebbles 0 to %d%s", id, n - 1,
                set->kind->pebbles ? "" : ", and -1 is its centre");
  else if (member == LINK_CENTRE && set->kind->pebbles)
    finding_add(findings, w->line,
                "clump %" PRId64 ": %s join pebbles, and -1 is the centre of the clump", id,
                set->kind->head.name);
}

static void check_wish(const LinkScene *s, const LinkSet *set, const Wish *w,
                       const ClumpState state[2], Findings *findings)
{
  const Id ids[2] = {w->link.a, w->link.b};

  if (w->nearest && w->link.a == w->link.b) {
    finding_add(findings, w->line, "clump %" PRId64 " is linked to itself", w->link.a);
    return;
  }
  for (int side = 0; side < 2; side++)
    if (!state[side].known)
      finding_add(findings, w->line,
                  "there is no clump %" PRId64 " (those that enter later cannot be linked)",
                  ids[side]);
  if (state[0].known) check_member(s, set, w, ids[0], w->link.member_a, &state[0], findings);
  if (state[1].known) check_member(s, set, w, ids[1], w->link.member_b, &state[1], findings);
}

/* A link by its pair, at the desk of its first clump. */
typedef struct {
  Link    link;
  int64_t line;
} Given;

static int compare_given(const void *a, const void *b)
{
  const Given  *p = a, *q = b;
  const int64_t x[] = {p->link.a,       p->link.b,       p->link.member_a, p->link.member_b,
                       p->link.image.x, p->link.image.y, p->link.image.z,  p->line},
                y[] = {q->link.a,       q->link.b,       q->link.member_a, q->link.member_b,
                       q->link.image.x, q->link.image.y, q->link.image.z,  q->line};

  for (size_t k = 0; k < sizeof x / sizeof *x; k++)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return 0;
}

/* Find pairs that an object has twice. */
static PetscErrorCode check_twice(const LinkScene *s, const Wishes *wishes, Findings *findings)
{
  Mail    *mail;
  Given   *given;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(mail_create(s->par, &mail));
  for (PetscInt k = 0; k < wishes->n; k++) {
    Given one = {.line = wishes->list[k].line};

    one.link = wishes->list[k].link;
    PetscCall(mail_post(mail, desk_of(s->par, one.link.a), &one, sizeof one));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(mail_collect(mail, sizeof *given, &given, &n));
  PetscCall(mail_destroy(&mail));
  sort_items(given, n, sizeof *given, compare_given);
  for (PetscInt k = 1; k < n; k++) {
    const int64_t line = given[k].line;

    given[k].line = given[k - 1].line; /* compare the pairs alone */
    if (compare_given(&given[k - 1], &given[k]) == 0)
      finding_add(findings, line, "this pair is in line %" PRId64 ", too", given[k - 1].line);
    given[k].line = line;
  }
  array_free(&given);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- making ---- */

static LinkEnd end_of(const LinkScene *s, const ClumpState *state, int32_t member)
{
  LinkEnd end = {.q = state->q};

  if (member != LINK_CENTRE) {
    const Template *t = &s->templates->list[state->template];

    end.arm = pebble_arm(state->q, vec3_scale(state->scale, t->offset[member]), s->domain->magic);
    end.radius = state->scale * t->radius[member];
  }
  return end;
}

/* Image of b for which a vector is shortest, along periodic axes. */
static Image nearest_image(const Domain *d, Vec3 way)
{
  int32_t n[3] = {0, 0, 0};

  for (int k = 0; k < 3; k++)
    if (d->boundary[k] == BOUNDARY_PERIODIC)
      n[k] = -(int32_t)floor(vec3_axis(way, k) / vec3_axis(d->length, k) + 0.5);
  return (Image){n[0], n[1], n[2]};
}

/* Put a link as the only one of the batch; way: without image. */
static void put_one(const LinkScene *s, const Link *l, const ClumpState state[2], LinkBatch *b)
{
  b->n         = 1;
  b->dimension = s->domain->dimension;
  b->a[0]      = end_of(s, &state[0], l->member_a);
  b->b[0]      = end_of(s, &state[1], l->member_b);
  b->way[0]    = vec3_add(vec3_sub(state[1].x, state[0].x), vec3_sub(b->b[0].arm, b->a[0].arm));
}

static PetscErrorCode look_up(const LinkScene *s, PetscInt n, const Link *first, size_t stride,
                              ClumpState **states)
{
  Id *ids;

  PetscFunctionBeginUser;
  PetscCall(array_create(&ids, sizeof *ids, 2 * n));
  PetscCall(array_create(states, sizeof **states, 2 * n));
  for (PetscInt k = 0; k < n; k++) {
    const Link *l = (const Link *)((const char *)first + stride * (size_t)k);

    ids[2 * k]     = l->a;
    ids[2 * k + 1] = l->b;
  }
  PetscCall(clumps_look_up(s->par, s->domain, s->clumps, 2 * n, ids, *states));
  array_free(&ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Choose the images of links from files. */
static void choose_images(const LinkScene *s, Wishes *wishes, const ClumpState *states,
                          LinkBatch *one)
{
  for (PetscInt k = 0; k < wishes->n; k++) {
    Wish *w = &wishes->list[k];

    if (!w->nearest) continue;
    put_one(s, &w->link, states + 2 * k, one);
    w->link.image = nearest_image(s->domain, one->way[0]);
  }
}

static PetscErrorCode add_wishes(const LinkScene *s, LinkSet *set, const Wishes *wishes,
                                 const ClumpState *states, LinkBatch *one)
{
  double *memory;

  PetscFunctionBeginUser;
  PetscCall(array_create(&memory, sizeof *memory, link_columns(set->kind)));
  for (PetscInt k = 0; k < wishes->n; k++) {
    const Wish *w = &wishes->list[k];

    put_one(s, &w->link, states + 2 * k, one);
    one->way[0] = domain_shifted(s->domain, one->way[0], w->link.image);
    set->kind->start(set->objects[w->link.object].constants, one, 0, w->given, memory);
    PetscCall(link_set_add(set, w->link, memory));
  }
  array_free(&memory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the wishes of an object; those without fault become links. */
static PetscErrorCode grant(const LinkScene *s, LinkSet *set, int object, Wishes *wishes,
                            Findings *findings)
{
  ClumpState *states;
  LinkBatch  *one;
  int64_t     faults;

  PetscFunctionBeginUser;
  PetscCall(
    look_up(s, wishes->n, wishes->list ? &wishes->list->link : NULL, sizeof(Wish), &states));
  PetscCall(array_create(&one, sizeof *one, 1));
  for (PetscInt k = 0; k < wishes->n; k++)
    check_wish(s, set, &wishes->list[k], states + 2 * k, findings);
  faults = findings->n;
  PetscCall(parallel_sum_int(s->par, &faults, 1));
  if (faults == 0) {
    choose_images(s, wishes, states, one);
    PetscCall(check_twice(s, wishes, findings));
  }
  PetscCall(findings_gather(s->par, findings));
  findings_report(findings, s->options, set->kind->options.name, set->objects[object].name, "file");
  if (findings->n == 0) PetscCall(add_wishes(s, set, wishes, states, one));
  array_free(&one);
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode make_object(const LinkScene *s, LinkSet *set, int object,
                                  const Surroundings *around)
{
  const char *kind = set->kind->options.name, *name = set->objects[object].name;
  Wishes      wishes   = {0};
  Findings    findings = {0};

  PetscFunctionBeginUser;
  if (option_has_value(s->options, kind, name, "file"))
    PetscCall(read_file(s, set, object, &wishes, &findings));
  else if (distance_of(s->options, set, object) >= 0)
    PetscCall(search_pairs(s, set, object, around, &wishes));
  PetscCall(grant(s, set, object, &wishes, &findings));
  array_free(&wishes.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_make(const LinkScene *s, Links *links)
{
  const double reach  = longest_distance(s->options, links);
  Surroundings around = {0};

  PetscFunctionBeginUser;
  if (reach >= 0) PetscCall(look_around(s, skin_of(reach), &around));
  for (int k = 0; k < LINK_KINDS; k++)
    for (int object = 0; object < links->set[k].n_objects; object++)
      if (!is_stored(s->options, &links->set[k], object))
        PetscCall(make_object(s, &links->set[k], object, &around));
  if (reach >= 0) PetscCall(surroundings_free(&around));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- links of a checkpoint ---- */

static bool is_member(const LinkScene *s, const LinkSet *set, const ClumpState *state,
                      int32_t member)
{
  return state->known && member < s->templates->list[state->template].n &&
         member >= (set->kind->pebbles ? 0 : LINK_CENTRE);
}

PetscErrorCode links_check(const LinkScene *s, const Links *links, int64_t *wrong)
{
  ClumpState *states;

  PetscFunctionBeginUser;
  *wrong = 0;
  for (int k = 0; k < LINK_KINDS; k++) {
    const LinkSet *set = &links->set[k];

    PetscCall(look_up(s, set->n, set->list, sizeof(Link), &states));
    for (PetscInt i = 0; i < set->n; i++) {
      const Link *l = &set->list[i];

      *wrong += l->object < 0 || l->object >= set->n_objects ||
                !is_member(s, set, &states[2 * i], l->member_a) ||
                !is_member(s, set, &states[2 * i + 1], l->member_b);
    }
    array_free(&states);
  }
  PetscCall(parallel_sum_int(s->par, wrong, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- limits of the time step ---- */

/* Stiffness and dashpot of a link over the mass of one end, 1/s^2, 1/s, with the rotation that its
   force causes: 1/m + arm^2 / (smallest moment). */
typedef struct {
  Id      clump;
  int32_t object;
  double  square, rate;
} Share;

static Share share_of(const LinkScene *s, const Link *l, Id id, const ClumpState *state,
                      const LinkEnd *end, const LinkStiffness *k)
{
  const Vec3   i        = state->inertia;
  const double smallest = s->domain->dimension == 2 ? i.z : min_real(i.x, min_real(i.y, i.z));
  const bool   still    = (state->blocked & BLOCK_TURN) == BLOCK_TURN,
             fixed      = (state->blocked & BLOCK_MOVE) == BLOCK_MOVE;
  const double turn = still ? 0 : 1 / smallest, arm = vec3_norm(end->arm) + k->lever,
               easy = (fixed ? 0 : 1 / state->mass) + arm * arm * turn;

  return (Share){.clump  = id,
                 .object = l->object,
                 .square = k->force * easy + k->turn * turn,
                 .rate   = k->damping * easy + k->turn_damping * turn};
}

static int compare_shares(const void *a, const void *b)
{
  const Share *p = a, *q = b;

  return p->clump < q->clump ? -1 : p->clump > q->clump;
}

/* Bounds from the shares of one clump, list[0 .. n - 1]; they count for the object of each. */
static void limit_clump(const Share *list, PetscInt n, LinkLimits *limits)
{
  double square = 0, rate = 0;

  for (PetscInt k = 0; k < n; k++) {
    square = max_real(square, list[k].square);
    rate   = max_real(rate, list[k].rate);
  }
  for (PetscInt k = 0; k < n; k++) {
    LinkLimits *l = &limits[list[k].object];

    l->all      = max_real(l->all, 2 * (double)n * square);
    l->all_rate = max_real(l->all_rate, 2 * (double)n * rate);
  }
}

/* The shares of each clump together, at its desk. */
static PetscErrorCode limit_clumps(const Mail *mail, LinkLimits *limits, int64_t *most)
{
  Share   *list;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(mail_collect(mail, sizeof *list, &list, &n));
  sort_items(list, n, sizeof *list, compare_shares);
  for (PetscInt from = 0, to; from < n; from = to) {
    for (to = from; to < n && list[to].clump == list[from].clump;) to++;
    limit_clump(list + from, to - from, limits);
    *most = max_int(*most, to - from);
  }
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_set_limits(const LinkScene *s, const LinkSet *set, LinkLimits *limits,
                               int64_t *most)
{
  ClumpState *states;
  LinkBatch  *one;
  Mail       *mail;

  PetscFunctionBeginUser;
  for (int k = 0; k < set->n_objects; k++) limits[k] = (LinkLimits){0};
  PetscCall(look_up(s, set->n, set->list, sizeof(Link), &states));
  PetscCall(array_create(&one, sizeof *one, 1));
  PetscCall(mail_create(s->par, &mail));
  for (PetscInt k = 0; k < set->n; k++) {
    const Link   *l     = &set->list[k];
    LinkLimits   *limit = &limits[l->object];
    LinkStiffness stiffness;
    Share         a, b;

    put_one(s, l, states + 2 * k, one);
    one->way[0]      = domain_shifted(s->domain, one->way[0], l->image);
    one->memory[0]   = link_memory(set, k);
    stiffness        = set->kind->stiffness(set->objects[l->object].constants, one, 0);
    a                = share_of(s, l, l->a, &states[2 * k], &one->a[0], &stiffness);
    b                = share_of(s, l, l->b, &states[2 * k + 1], &one->b[0], &stiffness);
    limit->pair      = max_real(limit->pair, a.square + b.square);
    limit->pair_rate = max_real(limit->pair_rate, a.rate + b.rate);
    PetscCall(mail_post(mail, desk_of(s->par, l->a), &a, sizeof a));
    PetscCall(mail_post(mail, desk_of(s->par, l->b), &b, sizeof b));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(limit_clumps(mail, limits, most));
  PetscCall(mail_destroy(&mail));
  PetscCall(parallel_max(s->par, (double *)limits, 4 * set->n_objects));
  PetscCall(parallel_max_int(s->par, most, 1));
  array_free(&one);
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}

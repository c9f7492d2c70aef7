/* SPDX-License-Identifier: MIT */
/* Objects of links; checks of the links that are asked for; making them. */
#include "link/link_make.h"
#include "base/mail.h"
#include "link/link_requests.h"
#include "options/rows.h"

/* clang-format off */
static const Option link_options[] = {
  INPUT_FILE(KEY("file"),        OPTIONAL,
      "list of the pairs, CSV with the columns id_a,pebble_a,id_b,pebble_b: ids of clumps, and "
      "which of their pebbles, counted from 0"),
  NAMES(KEY("between"),          OPTIONAL, "material",
      "with distance: materials of the two pebbles", .count = 2),
  REAL(KEY("distance"),          "m", OPTIONAL, UP_TO(LENGTH_MOST),
      "in place of a file: link all pebbles of different clumps whose surfaces are no farther "
      "apart than this when links are made"),
  REAL(IN(LinkObject, at),       "s", "0",      UP_TO(TIME_MOST),
      "time at which links are made: 0: before the first step; else the end of the first step "
      "that ends then or later"),
  BOOL(IN(LinkObject, touching), "false",
      "from that time on, also link two pebbles of different clumps when their contact begins; "
      "needs between"),
  {0},
};
/* clang-format on */

const Option *const link_tables[] = {link_options, NULL};

/* ---- objects ---- */

static void check_object(Options *o, const char *kind, const char *name)
{
  const bool file  = option_has_value(o, kind, name, "file"),
             near  = option_has_value(o, kind, name, "distance"),
             touch = option_bool(o, kind, name, "touching"),
             wrong = option_is_wrong(o, kind, name, "file") ||
                     option_is_wrong(o, kind, name, "distance") ||
                     option_is_wrong(o, kind, name, "touching");
  int n;

  (void)option_words(o, kind, name, "between", &n);
  if (file && (near || touch))
    option_mistake(o, kind, name, near ? "distance" : "touching",
                   "given together with file: give one of them");
  if (!file && !near && !touch && !wrong)
    option_mistake(
      o, kind, name, NULL,
      "which pebbles? Give file, a list of pairs, or distance, m, or touching, and between");
  if ((near || touch) && n != 2 && !option_is_wrong(o, kind, name, "between"))
    option_mistake(o, kind, name, "between", "missing: %s needs the two materials",
                   near ? "distance" : "touching");
}

void links_read(Options *options, Links *links)
{
  for (int s = 0; s < LINK_KINDS; s++) {
    LinkSet           *set  = &links->set[s];
    const char        *kind = set->kind->options.name;
    const char *const *names;
    const int          n = options_objects(options, kind, &names);

    array_create(&set->objects, sizeof *set->objects, n);
    for (int k = 0; k < n; k++) {
      const LinkSource source = {.options = options, .kind = kind, .name = names[k]};
      LinkObject      *object = &set->objects[set->n_objects];

      if (set->kind->takes && !set->kind->takes(options, names[k])) continue;
      set->n_objects++;
      snprintf(object->name, NAME_LENGTH, "%s", names[k]);
      array_create(&object->constants, 1, set->kind->size);
      options_read_into(options, kind, names[k], set->kind->options.options, object->constants);
      if (set->kind->read) set->kind->read(object->constants, &source);
      if (set->kind->arms) continue;
      check_object(options, kind, names[k]);
      options_read_into(options, kind, names[k], link_options, object);
    }
  }
}

/* Contacts of these two materials begin by a contact law alone. */
static void check_touching(Options *o, const Materials *materials, const Laws *laws,
                           const LinkSet *set, int object)
{
  const char *kind = set->kind->options.name, *name = set->objects[object].name;
  const int   n = materials->n;

  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++) {
      const char *of_a = materials->list[a].name, *of_b = materials->list[b].name;

      if (laws->of[a * n + b] < 0 && link_object_joins(o, set, object, of_a, of_b))
        option_mistake(o, kind, name, "touching",
                       "needs a contact law between %s and %s (constraints of type contact are "
                       "none): add it, or give distance or file",
                       of_a, of_b);
    }
}

void links_check_touching(Options *options, const Materials *materials, const Laws *laws,
                          const Links *links)
{
  if (!options_are_sound(options, "contact")) return; /* laws are missing */
  for (int k = 0; k < LINK_KINDS; k++)
    for (int object = 0; object < links->set[k].n_objects; object++)
      if (links->set[k].objects[object].touching)
        check_touching(options, materials, laws, &links->set[k], object);
}

/* ---- checks ---- */

static void check_member(const LinkScene *s, const LinkSet *set, const LinkRequest *w, Id id,
                         int32_t member, const ClumpState *state, Findings *findings)
{
  const int n = s->world->templates->list[state->template].n;

  if (member >= n)
    finding_add(findings, w->line, "clump %" PRId64 " has the pebbles 0 to %d%s", id, n - 1,
                set->kind->pebbles ? "" : ", and -1 is its centre");
  else if (member == LINK_CENTRE && set->kind->pebbles)
    finding_add(findings, w->line,
                "clump %" PRId64 ": %s join pebbles, and -1 is the centre of the clump", id,
                set->kind->head.name);
}

static void check_request(const LinkScene *s, const LinkSet *set, const LinkRequest *w,
                          const ClumpState state[2], Findings *findings)
{
  const Id ids[2] = {w->link.a, w->link.b};

  if (w->nearest && w->link.a == w->link.b) {
    finding_add(findings, w->line, "clump %" PRId64 " is linked to itself", w->link.a);
    return;
  }
  for (int side = 0; side < 2; side++)
    if (!state[side].known && !s->more)
      finding_add(findings, w->line,
                  "there is no clump %" PRId64 " (those that enter later cannot be linked)",
                  ids[side]);
  if (state[0].known) check_member(s, set, w, ids[0], w->link.member_a, &state[0], findings);
  if (state[1].known) check_member(s, set, w, ids[1], w->link.member_b, &state[1], findings);
  if (state[0].known && state[1].known && set->kind->fault) {
    const char *why = set->kind->fault(set->objects[w->link.object].constants, state, &w->given);

    if (why)
      finding_add(findings, w->line, "clumps %" PRId64 " and %" PRId64 " %s", ids[0], ids[1], why);
  }
}

/* A link and its line in the file, on the rank that looks for equal ones (rank_of_id). */
typedef struct {
  Link    link;
  int64_t line;
} Given;

static int compare_given(const void *a, const void *b)
{
  const Given *p = a, *q = b;
  const int    c = link_compare(&p->link, &q->link);

  return c != 0 ? c : (p->line > q->line) - (p->line < q->line);
}

/* Find pairs that an object has twice. */
static PetscErrorCode check_twice(const LinkScene *s, const LinkRequests *requests,
                                  Findings *findings)
{
  Mail    *mail;
  Given   *given;
  PetscInt n;

  PetscFunctionBeginUser;
  mail_create(s->world->par, &mail);
  for (PetscInt k = 0; k < requests->n; k++) {
    const Given one = {.link = requests->list[k].link, .line = requests->list[k].line};

    mail_post(mail, rank_of_id(s->world->par, one.link.a), &one, sizeof one);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *given, &given, &n);
  mail_destroy(&mail);
  sort_items(given, n, sizeof *given, compare_given);
  for (PetscInt k = 1; k < n; k++)
    if (link_compare(&given[k - 1].link, &given[k].link) == 0)
      finding_add(findings, given[k].line, "this pair is in line %" PRId64 ", too",
                  given[k - 1].line);
  array_free(&given);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- making ---- */

/* Choose the images of links from files. */
static void choose_images(const LinkScene *s, const LinkSet *set, LinkRequests *requests,
                          const ClumpState *states, LinkBatch *one)
{
  for (PetscInt k = 0; k < requests->n; k++) {
    LinkRequest *w = &requests->list[k];

    if (!w->nearest || !states[2 * k].known || !states[2 * k + 1].known) continue;
    link_put_one(s->world, &w->link, set->kind->arms ? w->arm : NULL, states + 2 * k, one);
    w->link.image = domain_nearest(s->world->domain, one->way[0]);
  }
}

static void add_links(const LinkScene *s, LinkSet *set, const LinkRequests *requests,
                      const ClumpState *states, LinkBatch *one)
{
  double *memory;

  array_create(&memory, sizeof *memory, link_columns(set->kind));
  for (PetscInt k = 0; k < requests->n; k++) {
    const LinkRequest *w = &requests->list[k];

    if (!states[2 * k].known || !states[2 * k + 1].known) continue; /* it has left, or never came */
    link_put_one(s->world, &w->link, set->kind->arms ? w->arm : NULL, states + 2 * k, one);
    one->way[0] = domain_shifted(s->world->domain, one->way[0], w->link.image);
    memset(memory, 0, link_bytes(set));
    if (set->kind->arms) memcpy(memory, w->arm, sizeof w->arm);
    set->kind->start(set->objects[w->link.object].constants, one, 0, &w->given, memory);
    link_set_add(set, w->link, memory);
  }
  array_free(&memory);
}

/* Rows that are left out while the run goes on. */
static void warn(const LinkScene *s, const LinkSet *set, int object, const Findings *findings)
{
  const char *kind = set->kind->options.name, *name = set->objects[object].name;
  const int   kept = (int)min_int(findings->n, FINDINGS_KEPT);

  for (int k = 0; k < kept; k++)
    option_warning(s->world->options, s->warnings, kind, name, "file",
                   "line %" PRId64 " is left out at %g s: %s", findings->list[k].line, s->now,
                   findings->list[k].text);
  if (findings->n > kept)
    option_warning(s->world->options, s->warnings, kind, name, "file",
                   "%" PRId64 " more line%s left out", findings->n - kept,
                   findings->n - kept == 1 ? " is" : "s are");
}

/* Check the requests of an object, and make its links if none has a fault, or those without one.
   Ends of requests with a fault are taken as unknown: no link is made. */
static PetscErrorCode check_and_make(const LinkScene *s, LinkSet *set, int object,
                                     LinkRequests *requests, Findings *findings)
{
  ClumpState *states;
  LinkBatch  *one;
  int64_t     faults;
  bool        made;

  PetscFunctionBeginUser;
  PetscCall(link_look_up(s->world, requests->n, requests->list ? &requests->list->link : NULL,
                         sizeof(LinkRequest), &states));
  array_create(&one, sizeof *one, 1);
  for (PetscInt k = 0; k < requests->n; k++) {
    faults = findings->n;
    check_request(s, set, &requests->list[k], states + 2 * k, findings);
    if (findings->n > faults) states[2 * k].known = false;
  }
  faults = findings->n;
  PetscCall(parallel_sum_int(s->world->par, &faults, 1));
  made = !s->looks && (faults == 0 || s->warnings);
  if (made) {
    for (PetscInt k = 0; set->kind->arms && k < 2 * requests->n; k++) {
      Vec3 *arm = &requests->list[k / 2].arm[k % 2]; /* from the axes as given to principal ones */

      *arm = quat_turn_back(s->world->templates->list[states[k].template].mass.axes, *arm);
    }
    choose_images(s, set, requests, states, one);
  }
  if (faults == 0) PetscCall(check_twice(s, requests, findings));
  PetscCall(findings_gather(s->world->par, findings));
  if (s->warnings) warn(s, set, object, findings);
  else
    findings_report(findings, s->world->options, set->kind->options.name, set->objects[object].name,
                    "file");
  if (made && (findings->n == 0 || s->warnings)) add_links(s, set, requests, states, one);
  array_free(&one);
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode make_object(const LinkScene *s, LinkSet *set, int object,
                                  const NearPebbles *around)
{
  const char  *kind = set->kind->options.name, *name = set->objects[object].name;
  LinkRequests requests = {0};
  Findings     findings = {0};

  PetscFunctionBeginUser;
  if (set->objects[object].kept) {
    requests = *set->objects[object].kept;
    array_free(&set->objects[object].kept);
  } else if (option_has_value(s->world->options, kind, name, "file"))
    PetscCall(requests_read(s, set, object, &requests, &findings));
  else if (!s->looks && link_object_distance(s->world->options, set, object) >= 0) {
    PetscCall(requests_search(s->world, set, object, around, &requests));
    PetscCall(links_warn_none(s, set, object, around, requests.n));
  }
  PetscCall(check_and_make(s, set, object, &requests, &findings));
  array_free(&requests.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the list file of an object that is made later, and keep it: the same on all ranks. */
static PetscErrorCode keep_list(const LinkScene *s, LinkSet *set, int object)
{
  LinkObject  *o        = &set->objects[object];
  LinkScene    look     = *s;
  LinkRequests requests = {0};
  Findings     findings = {0};

  PetscFunctionBeginUser;
  if (o->kept || !option_has_value(s->world->options, set->kind->options.name, o->name, "file"))
    PetscFunctionReturn(PETSC_SUCCESS);
  look.looks = true;
  look.more  = s->more || s->enters ||
              link_object_is_stored(s->world->options, set, object); /* or have left */
  PetscCall(requests_read(s, set, object, &requests, &findings));
  PetscCall(check_and_make(&look, set, object, &requests, &findings));
  array_create(&o->kept, sizeof *o->kept, 1);
  *o->kept = requests;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_make(const LinkScene *s)
{
  Links       *links  = s->world->links;
  const double reach  = s->looks ? -1 : links_longest_distance(s);
  NearPebbles  around = {0};

  PetscFunctionBeginUser;
  if (reach >= 0) PetscCall(near_pebbles_find(s->world, requests_reach(reach), &around));
  for (int k = 0; k < LINK_KINDS; k++)
    for (int object = 0; object < links->set[k].n_objects; object++)
      if (link_object_is_due(s, &links->set[k], object))
        PetscCall(make_object(s, &links->set[k], object, &around));
      else if (s->before < 0 && links->set[k].objects[object].at > s->now)
        PetscCall(keep_list(s, &links->set[k], object));
  if (reach >= 0) PetscCall(near_pebbles_free(&around));
  links->reached = s->now;
  links->next    = INFINITY;
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < links->set[k].n_objects; i++)
      if (links->set[k].objects[i].at > s->now)
        links->next = min_real(links->next, links->set[k].objects[i].at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* SPDX-License-Identifier: MIT */
/* Pairs of materials that lack a law, and friction that no law uses (project.h). */
#include "constraint/hard/hard.h"
#include "interaction/interactions.h"

/* Warn of a property of materials that no contact law has; friction is told apart from them. */
static void check_property(const Options *o, const char *key, Warnings *warnings)
{
  const char *const *names;
  const int          laws = options_objects(o, "contact", &names);
  int                n;

  for (int k = 0; k < laws; k++)
    if (option_applies(o, "contact", names[k], key)) return;
  n = options_objects(o, "material", &names);
  for (int k = 0; k < n; k++) {
    if (!(option_real_or(o, "material", names[k], key, 0) > 0)) continue;
    option_warning(o, warnings, "material", names[k], key,
                   "it is not used, as no contact has a law that takes it: add such a law to them "
                   "(clast -help %s), or leave it out",
                   key);
    return;
  }
}

static void check_properties(const Options *o, Warnings *warnings)
{
  static const char *const keys[] = {"rolling_friction",        "twisting_friction",
                                     "friction_dynamic",        "surface_energy",
                                     "cohesion_energy_density", "hamaker"};
  const char *const       *names;

  if (options_objects(o, "contact", &names) == 0 || options_objects(o, "interaction", &names) > 0)
    return;
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) check_property(o, keys[k], warnings);
}

void laws_check_friction(const Options *o, Warnings *warnings)
{
  const char *const *names;
  int                n, hard = 0;

  check_properties(o, warnings);
  n = options_objects(o, "constraint", &names);
  for (int k = 0; k < n; k++) hard += constraint_is(o, names[k], &constraint_contact);
  n = options_objects(o, "contact", &names);
  for (int k = 0; k < n; k++)
    if (strcmp(option_word(o, "contact", names[k], "tangential"), "none") != 0) return;
  if (n == 0 || hard > 0) return;
  n = options_objects(o, "material", &names);
  for (int k = 0; k < n; k++) {
    if (!option_has_value(o, "material", names[k], "friction") ||
        !(option_real(o, "material", names[k], "friction") > 0))
      continue;
    option_warning(o, warnings, "material", names[k], "friction",
                   "not used, as no contact has a tangential force: add "
                   "tangential: hooke or mindlin to them");
    break;
  }
}

/* Materials that are present: those of pebbles that other pebbles can touch; of walls; of
   bodies with a carried surface, which touch walls and each other; of more than one such body;
   of all other walls. */
typedef struct {
  bool *grain, *wall, *body, *bodies, *plain;
} Present;

static bool can_meet(const Present *p, int a, int b)
{
  return (p->grain[a] && (p->grain[b] || p->wall[b])) ||
         (p->body[a] && (p->plain[b] || (a == b ? p->bodies[a] : p->body[b])));
}

/* True if materials a and b need a contact law, as nothing else defines what happens when they
   meet. points: pebbles need none among themselves. */
static bool lack_law(const World *w, const Present *p, bool points, int a, int b)
{
  const bool at_a = interactions_mirror(w->interactions, b, a),
             at_b = interactions_mirror(w->interactions, a, b);

  if (w->laws->of[a * w->materials->n + b] >= 0 || w->laws->never[a * w->materials->n + b] ||
      !(can_meet(p, a, b) || can_meet(p, b, a)) || hard_joins(w->constraints->hard, a, b))
    return false;
  if ((p->wall[a] || p->wall[b]) && !at_a && !at_b) return true;
  if ((p->wall[a] && p->grain[b] && !at_a) || (p->wall[b] && p->grain[a] && !at_b)) return true;
  if (!(p->grain[a] && p->grain[b])) return false;
  return !(points || interactions_join(w->interactions, a, b));
}

void laws_check_pairs(const World *w)
{
  const int  n      = w->materials->n;
  const bool points = w->laws->n == 0 && w->interactions->attracts;
  bool      *all;
  Present    p;

  if (n == 0 || !options_are_sound(w->options, "constraint")) return; /* hard pairs need no law */
  all = calloc(5 * (size_t)n, sizeof *all);
  p   = (Present){all, all + n, all + 2 * n, all + 3 * n, all + 4 * n};
  for (int t = 0; t < w->templates->n; t++) {
    int first = 0; /* of the pebbles that other pebbles can touch */

    for (int k = 0; k < w->walls->n; k++)
      if (w->walls->list[k].carried && w->walls->list[k].template == t)
        first = w->walls->list[k].corners;
    for (int i = first; i < w->templates->list[t].n; i++)
      p.grain[w->templates->list[t].material[i]] = true;
  }
  for (int k = 0; k < w->walls->n; k++) {
    const Wall *wall       = &w->walls->list[k];
    p.wall[wall->material] = true;
    if (wall->carried) p.bodies[wall->material] = p.body[wall->material];
    (wall->carried ? p.body : p.plain)[wall->material] = true;
  }
  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++)
      if (lack_law(w, &p, points, a, b))
        options_mistake(w->options,
                        "contact: no law between %s and %s, which can meet: add `- %s-%s: "
                        "{between: [%s, %s], normal: ...}`",
                        w->materials->list[a].name, w->materials->list[b].name,
                        w->materials->list[a].name, w->materials->list[b].name,
                        w->materials->list[a].name, w->materials->list[b].name);
  free(all);
}

/* SPDX-License-Identifier: MIT */
/* Options that cure the likely causes of overlaps beyond overlap_limit (step.h), for the command
   with which the run goes on. */
#include "run/sim.h"
#include "run/step/step.h"

/* True if the motion translates the wall, towards a body from which `out` points to the wall. */
static bool presses(const Options *o, const char *motion, const char *wall, Vec3 out)
{
  int                n;
  const char *const *walls = option_words(o, "motion", motion, "walls", &n);

  if (strcmp(option_word(o, "motion", motion, "type"), "translate") != 0) return false;
  for (int k = 0; k < n; k++)
    if (strcmp(walls[k], wall) == 0)
      return vec3_dot(option_vec3(o, "motion", motion, "velocity"), out) < 0;
  return false;
}

bool breakdown_move_back(const Sim *sim, int wall, Vec3 out, char option[WORLD_WHY])
{
  const char *const *names;
  const int          n = options_objects(sim->options, "motion", &names);

  for (int k = 0; k < n; k++) {
    Vec3 v;

    if (!presses(sim->options, names[k], sim->walls.list[wall].name, out)) continue;
    v = vec3_sub(vec3(0, 0, 0), option_vec3(sim->options, "motion", names[k], "velocity"));
    if (sim->settings.dimension == 2)
      snprintf(option, WORLD_WHY, "-motion_%s_velocity %g,%g", names[k], v.x, v.y);
    else snprintf(option, WORLD_WHY, "-motion_%s_velocity %g,%g,%g", names[k], v.x, v.y, v.z);
    return true;
  }
  return false;
}

const char *breakdown_mover(const Sim *sim, int wall, Vec3 x, Vec3 *velocity)
{
  const Options     *o     = sim->options;
  const Wall        *moved = &sim->walls.list[wall];
  const char *const *names;
  const int          n = options_objects(o, "motion", &names);

  *velocity = vec3_add(moved->velocity, vec3_cross(moved->spin, vec3_sub(x, moved->pivot)));
  if (moved->carried || !(vec3_norm(*velocity) > 0)) return NULL;
  for (int k = 0; k < n; k++) {
    int                n_walls;
    const char *const *walls = option_words(o, "motion", names[k], "walls", &n_walls);

    for (int i = 0; i < n_walls; i++)
      if (strcmp(walls[i], moved->name) == 0) return names[k];
  }
  return NULL;
}

/* True if a pair of materials, as laws of several have it in their names, is of this one. */
static bool is_of_pair(const char *pair, const char *material, const char *const *all, int n_all)
{
  for (int k = 0; k < n_all; k++) {
    char one[2 * NAME_LENGTH + 2], other[2 * NAME_LENGTH + 2];

    snprintf(one, sizeof one, "%s-%s", material, all[k]);
    snprintf(other, sizeof other, "%s-%s", all[k], material);
    if (strcmp(pair, one) == 0 || strcmp(pair, other) == 0) return true;
  }
  return false;
}

/* The softest material that the law is for, or this pair of it; NULL: it is not known which of several
   are in touch. */
static const char *softest_of(const Options *o, const char *law, const char *pair)
{
  const char *const *all, *softest = NULL;
  int                n;
  const int          n_all = options_objects(o, "material", &all);
  const char *const *words = option_words(o, "contact", law, "between", &n);
  const bool         any   = n > 0 && strcmp(words[0], "any") == 0 && n_all == 1;

  if (pair || any) words = all, n = n_all;
  for (int k = 0; k < n; k++) {
    const char *name = words[k];

    if (pair && !is_of_pair(pair, name, all, n_all)) continue;
    if (strcmp(name, "any") == 0 || !option_has_value(o, "material", name, "young")) return NULL;
    if (!softest ||
        option_real(o, "material", name, "young") < option_real(o, "material", softest, "young"))
      softest = name;
  }
  return softest;
}

bool breakdown_stiffen(const Sim *sim, const char *law, double times, char option[WORLD_WHY])
{
  const Options *o    = sim->options;
  const char    *sign = strchr(law, ':'); /* "LAW:A-B" of laws for several pairs */
  const char    *softest;
  char           name[NAME_LENGTH];
  bool           own;

  snprintf(name, sizeof name, "%.*s", (int)(sign ? (size_t)(sign - law) : strlen(law)), law);
  own     = option_is_set(o, "contact", name, "stiffness");
  softest = own ? NULL : softest_of(o, name, sign ? sign + 1 : NULL);
  if (own)
    snprintf(option, WORLD_WHY, "-contact_%s_stiffness %.2g", name,
             times * option_real(o, "contact", name, "stiffness"));
  else if (softest)
    snprintf(option, WORLD_WHY, "-material_%s_young %.2g", softest,
             times * option_real(o, "material", softest, "young"));
  return own || softest;
}

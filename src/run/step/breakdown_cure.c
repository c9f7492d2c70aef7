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

bool breakdown_stiffen(const Sim *sim, const char *law, double times, char option[WORLD_WHY])
{
  const Options *o    = sim->options;
  const char    *sign = strchr(law, ':'); /* "LAW:A-B" of laws for several pairs */
  const char    *softest;
  char           name[NAME_LENGTH];
  bool           own;

  snprintf(name, sizeof name, "%.*s", (int)(sign ? (size_t)(sign - law) : strlen(law)), law);
  own     = option_is_set(o, "contact", name, "stiffness");
  softest = own ? NULL : law_softest(o, law);
  if (own)
    snprintf(option, WORLD_WHY, "-contact_%s_stiffness %.2g", name,
             times * option_real(o, "contact", name, "stiffness"));
  else if (softest)
    snprintf(option, WORLD_WHY, "-material_%s_young %.2g", softest,
             times * option_real(o, "material", softest, "young"));
  return own || softest;
}

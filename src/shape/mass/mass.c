/* SPDX-License-Identifier: MIT */
/* Common parts of the mass methods: the table, checks of a set of pebbles, and error bounds. */
#include "shape/mass/mass.h"

const MassOptions mass_defaults = {.div = 10, .tolerance = 0.01, .samples = 1000000, .seed = 1};

const MassMethod *const mass_methods[] = {MASS_METHODS(PLUGIN_ITSELF) NULL};
const Plugin *const     mass_heads[]   = {MASS_METHODS(PLUGIN_HEAD) NULL};

const MassMethod *mass_method_find(const char *name)
{
  return (const MassMethod *)plugin_find(mass_heads, name);
}

MassProperties mass_of_moments(double volume, Vec3 first, Sym3 second, Vec3 origin)
{
  const Vec3   c  = vec3_scale(1 / volume, first);
  const double xx = second.xx - c.x * first.x, yy = second.yy - c.y * first.y,
               zz = second.zz - c.z * first.z;

  return (MassProperties){.volume  = volume,
                          .mass    = volume,
                          .centre  = vec3_add(origin, c),
                          .inertia = {.xx = yy + zz,
                                      .yy = xx + zz,
                                      .zz = xx + yy,
                                      .xy = c.x * first.y - second.xy,
                                      .xz = c.x * first.z - second.xz,
                                      .yz = c.y * first.z - second.yz}};
}

double sphere_volume(double r)
{
  return 4 * PETSC_PI / 3 * r * r * r;
}

double pebble_volume(const PebbleSet *set, int i)
{
  const double r = set->r[i];

  return set->dimension == 2
           ? PETSC_PI * r * r
           : sphere_volume(r) + 2 * PETSC_PI * r * r * vec3_norm(pebble_set_axis(set, i));
}

Vec3 pebbles_centre(const PebbleSet *set, const Materials *materials)
{
  Vec3   first = {0, 0, 0};
  double sum   = 0;

  for (int i = 0; i < set->n; i++) {
    const double mass = pebble_volume(set, i) * pebble_density(set, materials, i);

    /* relative to the first pebble, so that no digits are lost far from the origin */
    first = vec3_axpy(first, mass, vec3_sub(set->x[i], set->x[0]));
    sum += mass;
  }
  return vec3_axpy(set->x[0], 1 / sum, first);
}

Sym3 inertia_of_seconds(Sym3 s)
{
  return (Sym3){s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz};
}

double sym3_trace(Sym3 s)
{
  return s.xx + s.yy + s.zz;
}

double sym3_norm(Sym3 s)
{
  return sqrt(s.xx * s.xx + s.yy * s.yy + s.zz * s.zz +
              2 * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz));
}

bool pebbles_are_sound(const PebbleSet *set, const Materials *materials, char *why)
{
  if (set->n < 1) return why_not(why, "no pebbles");
  for (int i = 0; i < set->n; i++) {
    const Vec3 x = set->x[i];
    const int  m = set->material[i];

    if (!isfinite(x.x) || !isfinite(x.y) || !isfinite(x.z))
      return why_not(why, "pebble %d: centre is not finite", i);
    if (set->axis && !isfinite(vec3_dot(set->axis[i], set->axis[i])))
      return why_not(why, "pebble %d: half axis is not finite", i);
    if (set->dimension == 2 && x.z != 0)
      return why_not(why, "pebble %d: centre z = %g m: in dimension 2 all lie in the plane z = 0",
                     i, x.z);
    if (!isfinite(set->r[i]) || !(set->r[i] > 0))
      return why_not(why, "pebble %d: radius %g m: must be > 0", i, set->r[i]);
    if (m < 0 || m >= materials->n) return why_not(why, "pebble %d: unknown material", i);
    if (!isfinite(materials->list[m].density) || !(materials->list[m].density > 0))
      return why_not(why, "pebble %d: density of its material must be > 0", i);
  }
  return true;
}

void mass_errors_move(double far, MassErrors *errors)
{
  errors->inertia += 2 * far * errors->first + far * far * errors->mass;
  errors->first += far * errors->mass;
}

double inertia_largest(Sym3 s)
{
  return max_real(s.xx, max_real(s.yy, s.zz));
}

void mass_error_set(MassLeast least, const MassErrors *errors, MassProperties *out)
{
  double inertia;

  least.volume = max_real(out->volume - errors->volume, least.volume);
  least.mass   = max_real(out->mass - errors->mass, least.mass);
  /* the centre is off by up to first / mass, which changes the inertia about it by first^2 /
     mass */
  inertia           = errors->inertia + errors->first * errors->first / least.mass;
  least.inertia     = max_real(least.inertia, inertia_largest(out->inertia) - inertia);
  out->error        = max_real(errors->volume / least.volume,
                               max_real(errors->mass / least.mass, inertia / least.inertia));
  out->centre_error = errors->first / least.mass;
}

/* Add the error by merged pebbles: a pebble into which others were merged may differ from their
   union by a shell 2 PEBBLES_SAME radii thick, up to 3 times that share of its volume. It lies
   within `far` (m) of the centre. */
static void blur(double far, double volume, double mass, MassErrors *errors)
{
  const double share = 3 * 2 * PEBBLES_SAME * (1 + 1e-9);

  errors->volume += share * volume;
  errors->mass += share * mass;
  errors->first += share * mass * far;
  errors->inertia += share * mass * far * far;
}

void pebbles_error_set(const PebbleSet *set, const Materials *materials, const MassErrors *errors,
                       MassProperties *out)
{
  MassLeast  least = {.volume = 0};
  MassErrors more  = *errors;

  for (int i = 0; i < set->n; i++) {
    const double v = pebble_volume(set, i), m = v * pebble_density(set, materials, i);
    /* largest moment over mass: 2/5 r^2, or 1/2 r^2 of a disc */
    const double turn = (set->dimension == 2 ? 0.5 : 0.4) * set->r[i] * set->r[i];

    least.volume  = max_real(least.volume, v);
    least.mass    = max_real(least.mass, m);
    least.inertia = max_real(least.inertia, m * turn);
    if (set->merged)
      blur(vec3_norm(vec3_sub(set->x[i], out->centre)) + vec3_norm(pebble_set_axis(set, i)) +
             set->r[i],
           v, m, &more);
  }
  mass_error_set(least, &more, out);
  out->centre_error += 0x1p-52 * vec3_norm(out->centre);
}

/* SPDX-License-Identifier: MIT */
/* Mass properties that a file of pebbles gives: they are used, or printed as keys of a template. */
#include "tools/clump/given.h"
#include "tools/clump/tell.h"

enum { KEYS_LENGTH = 512 };

static bool is_whole(const PebbleGiven *g)
{
  return (g->mass > 0 || g->volume > 0) && g->has_centre && g->has_inertia;
}

/* Mass of the clump. A file without a mass has one material, and gives the inertia
   over the mass. */
static double mass_of(const PebbleBody *body)
{
  const PebbleGiven *g = &body->given;

  return g->mass > 0 ? g->mass : g->volume * body->materials.list[0].density;
}

static Sym3 inertia_of(const PebbleBody *body)
{
  const Sym3   i = body->given.inertia;
  const double m = body->given.mass > 0 ? 1 : mass_of(body);

  return (Sym3){m * i.xx, m * i.yy, m * i.zz, m * i.xy, m * i.xz, m * i.yz};
}

/* Find all mass properties from those given. volume: taken if the file gives none, m^3. A
   lamina has zz alone. */
static bool whole_find(const PebbleBody *body, double volume, MassProperties *mass, char *why)
{
  const PebbleGiven *g       = &body->given;
  Sym3               inertia = inertia_of(body);

  if (body->set.dimension == 2)
    inertia = (Sym3){.xx = 0.5 * inertia.zz, .yy = 0.5 * inertia.zz, .zz = inertia.zz};
  return mass_given(g->volume > 0 ? g->volume : volume, mass_of(body), g->centre, inertia, mass,
                    why);
}

void given_use(const Request *request, PebbleBody *body)
{
  const PebbleGiven *g = &body->given;
  MassProperties     whole;
  char               why[256];

  if (g->mass > 0 && request->n_densities > 0) return;
  if (is_whole(g)) {
    if (whole_find(body, body->mass.volume, &whole, why)) body->mass = whole;
  } else if (g->mass > 0) mass_bring(&body->mass, g->mass);
}

static void keys_print(const PebbleBody *body, char keys[KEYS_LENGTH])
{
  const PebbleGiven *g = &body->given;
  const Sym3         i = inertia_of(body);
  int                n;

  n = snprintf(keys, KEYS_LENGTH, "mass_properties: given, ");
  if (g->volume > 0)
    n += snprintf(keys + n, KEYS_LENGTH - (size_t)n, "volume: %s, ", real_text(g->volume).s);
  n += snprintf(keys + n, KEYS_LENGTH - (size_t)n, "mass: %s, position: [%s, %s",
                real_text(mass_of(body)).s, real_text(g->centre.x).s, real_text(g->centre.y).s);
  if (body->set.dimension == 2)
    snprintf(keys + n, KEYS_LENGTH - (size_t)n, "], inertia: [%s]", real_text(i.zz).s);
  else
    snprintf(keys + n, KEYS_LENGTH - (size_t)n, ", %s], inertia: [%s, %s, %s, %s, %s, %s]",
             real_text(g->centre.z).s, real_text(i.xx).s, real_text(i.yy).s, real_text(i.zz).s,
             real_text(i.xy).s, real_text(i.xz).s, real_text(i.yz).s);
}

/* Remark for the reader of the keys: to which density or body they refer. */
static const char *other_of(const Request *request, const PebbleGiven *g)
{
  if (g->mass == 0 && request->n_densities == 0)
    return "; for a density of 1 kg/m3: give that of the body by --density";
  if (request->verb == VERB_PROPERTIES) return "; those below are of the union of its spheres";
  if (g->mass > 0 && request->n_densities > 0)
    return "; with --density those of the union of its spheres are written where the format has "
           "them";
  return "";
}

void given_tell(const Request *request, const PebbleBody *body)
{
  const PebbleGiven *g    = &body->given;
  const char        *path = request->file[0], *other = other_of(request, g);
  MassProperties     whole;
  char               keys[KEYS_LENGTH], why[256];

  if (is_whole(g) && !whole_find(body, 1, &whole, why))
    note("%s: its mass, centre and inertia are not used: %s", path, why);
  else if (is_whole(g)) {
    keys_print(body, keys);
    note("%s: a template has its mass, centre and inertia by %s%s", path, keys, other);
  } else if (g->mass > 0)
    note("%s: a template has its mass by mass: %s%s", path, real_text(g->mass).s, other);
  else if (g->has_inertia)
    note("%s: its inertia is not used: it comes without %s", path,
         g->has_centre ? "a mass" : "mass and com");
}

/* SPDX-License-Identifier: MIT */
/* Reads a pebble file, assigns densities and checks the pebbles. */
#include "tools/clump/body.h"
#include "tools/clump/tell.h"

static bool is_of(const Density *density, const Material *material)
{
  return density->name && strlen(material->name) == density->length &&
         strncmp(density->name, material->name, density->length) == 0;
}

static bool set_density(const Request *request, const char *path, Material *material)
{
  bool named = false;

  for (int k = 0; k < request->n_densities; k++) {
    const Density *d   = &request->density[k];
    const bool     own = is_of(d, material);

    if (own || (!d->name && !named)) material->density = d->value;
    named = named || own;
  }
  if (material->density > 0) return true;
  material->density = 1;
  return !material->name[0] || request->verb == VERB_PICTURE ||
         refuse("%s: material %s has no density: give --density %s=D, or --density D for all", path,
                material->name, material->name);
}

bool densities_set(const Request *request, Materials *materials)
{
  const char *path = request->file[0];

  for (int k = 0; k < request->n_densities; k++) {
    const Density *d     = &request->density[k];
    bool           known = !d->name;

    for (int m = 0; m < materials->n && !known; m++) known = is_of(d, &materials->list[m]);
    if (!known) return refuse("--density %s: nothing in %s has this material", d->name, path);
  }
  for (int m = 0; m < materials->n; m++) {
    if (!set_density(request, path, &materials->list[m])) return false;
  }
  return true;
}

PetscErrorCode body_read(const Request *request, PebbleBody *body, bool *good)
{
  const char *path     = request->file[0];
  Findings    findings = {0};
  char        why[256];

  PetscFunctionBeginUser;
  PetscCall(pebble_file_read(request->from, path, &request->choice, body, &findings));
  if (body->remark[0] && findings.n == 0) note("%s: %s", path, body->remark);
  *good = findings_tell(path, &findings) && densities_set(request, &body->materials);
  if (*good && !pebbles_are_sound(&body->set, &body->materials, why))
    *good = refuse("%s: %s", path, why);
  if (*good && pebbles_clash_tell(&body->set, &body->materials, why))
    *good = refuse("%s: %s", path, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void body_tidy(const Request *request, PebbleBody *body)
{
  const char *path   = request->file[0];
  const int   merged = pebbles_merge(&body->set, &body->materials);
  double      gap    = body->set.n > 1 ? pebbles_gap(&body->set) : 0;

  if (merged > 0)
    note("%s: %d pebble%s with the same centre and radius as another merged into it", path, merged,
         merged == 1 ? "" : "s");
  if (gap > 0) note("%s: the pebbles are not connected: gap of %g between parts", path, gap);
}

void body_name(const char *path, char name[NAME_LENGTH])
{
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

  snprintf(name, NAME_LENGTH, "%.*s", (int)strcspn(base, "."), base);
  for (char *c = name; *c; c++) {
    if (*c == ' ') *c = '_';
  }
  if (!name[0]) strcpy(name, "clump");
}

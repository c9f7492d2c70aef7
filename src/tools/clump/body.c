/* SPDX-License-Identifier: MIT */
/* Reads bodies, assigns densities, and checks them. */
#include "tools/clump/body.h"
#include "output/files.h"
#include "shape/generate/rows.h"
#include "shape/lump.h"
#include "shape/mesh/mesh_check.h"
#include "shape/mesh/mesh_files.h"
#include "shape/shape_mass.h"

/* ---- pebbles ---- */

bool densities_set(const Request *request, Materials *materials)
{
  const char *path = request->file[0];

  for (int k = 0; k < request->n_densities; k++) {
    const Setting *d     = &request->density[k];
    bool           known = !d->text;

    for (int m = 0; m < materials->n && !known; m++)
      known = setting_is_of(d, materials->list[m].name);
    if (!known) return refuse("--density %s: nothing in %s has this material", d->text, path);
  }
  for (int m = 0; m < materials->n; m++) {
    Material *material = &materials->list[m];
    bool      named    = false;

    for (int k = 0; k < request->n_densities; k++) {
      const Setting *d   = &request->density[k];
      const bool     own = setting_is_of(d, material->name);

      if (own || (!d->text && !named)) material->density = d->value;
      named = named || own;
    }
    if (material->density > 0) continue;
    if (material->name[0] && request->verb != VERB_PICTURE)
      return refuse("%s: material %s has no density: give --density %s=D, or --density D for all",
                    path, material->name, material->name);
    material->density = 1;
  }
  return true;
}

static PetscErrorCode pebbles_read(const Request *request, PebbleBody *body, bool *good)
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
  if (*good && pebbles_clash(&body->set, &body->materials, why))
    *good = refuse("%s: %s", path, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void body_tidy(const Request *request, PebbleBody *body)
{
  const char *path   = request->file[0];
  const int   merged = pebbles_merge(&body->set, &body->materials);
  double      gap    = body->set.n > 1 ? pebbles_gap(&body->set) : 0;

  if (merged > 0)
    note("%s: %d pebble%s the same centre and radius as another, and %s merged into it", path,
         merged, merged == 1 ? " has" : "s have", merged == 1 ? "is" : "are");
  if (gap > 0)
    note("%s: its pebbles do not connect: there is a gap of %g m between its parts", path, gap);
}

/* Replace capsules by rows of spheres, if the user or the format asks for it. */
static bool rows_set(const Request *request, PebbleBody *body)
{
  static const double usual    = 0.01;
  const double        ripple   = request->ripple > 0 ? request->ripple : usual;
  const int           capsules = pebble_set_capsules(&body->set), before = body->set.n;
  char                why[256];

  if (capsules == 0 || (request->to->has_capsules && request->ripple == 0)) return true;
  if (!pebble_set_rows(&body->set, ripple, PEBBLES_MOST, why))
    return refuse("%s: %s, by --ripple", request->file[1], why);
  note("%s: %d capsule%s written as rows of %d spheres, with grooves of up to %g of the radius "
       "(--ripple); mass properties are those of capsules",
       request->file[1], capsules, capsules == 1 ? " is" : "s are",
       body->set.n - (before - capsules), ripple);
  return true;
}

PetscErrorCode body_write(const Request *request, PebbleBody *body, bool *good)
{
  const char *path = request->file[1], *slash = strrchr(path, '/'),
             *base = slash ? slash + 1 : path;
  char name[NAME_LENGTH], why[4096];

  PetscFunctionBeginUser;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
  for (char *c = name; (c = strchr(c, ' '));) *c = '_';
  body->name = name[0] ? name : "clump";
  *good      = rows_set(request, body);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(pebble_file_write(request->to, path, body, good, why, sizeof why));
  body->name = "";
  if (!*good) refuse("%s", why);
  else if (request->to->is_turned)
    note("%s: coordinates are about the centre of mass, along the principal axes, as the format "
         "requires",
         path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void inertia_json(Sym3 i, Vec3 principal, Quat axes)
{
  pebble_write_vec3(stdout, ", \"inertia\": [", vec3(i.xx, i.yy, i.zz), ", ", "");
  pebble_write_vec3(stdout, ", ", vec3(i.xy, i.xz, i.yz), ", ", "]");
  pebble_write_vec3(stdout, ", \"principal\": [", principal, ", ", "]");
  pebble_write_vec3(stdout, ", \"axes\": [[", quat_turn(axes, vec3(1, 0, 0)), ", ", "]");
  pebble_write_vec3(stdout, ", [", quat_turn(axes, vec3(0, 1, 0)), ", ", "]");
  pebble_write_vec3(stdout, ", [", quat_turn(axes, vec3(0, 0, 1)), ", ", "]]");
}

/* ---- mass properties that a file of pebbles gives ---- */

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
  return sym3_scale(body->given.mass > 0 ? 1 : mass_of(body), body->given.inertia);
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

BodyKind body_kind(const char *path)
{
  const size_t n = strlen(path);

  if (n > 4 && (strcmp(path + n - 4, ".stl") == 0 || strcmp(path + n - 4, ".STL") == 0))
    return BODY_MESH;
  if (n > 7 && strcmp(path + n - 7, ".shapes") == 0) return BODY_SHAPES;
  return mesh_is_obj(path) ? BODY_MESH : BODY_PEBBLES;
}

bool mesh_body_read(const Request *request, const char *path, MeshBody *solid)
{
  Findings findings = {0};
  Mesh    *mesh     = &solid->mesh;
  double   density  = 1;
  char     why[256];

  *solid = (MeshBody){.diameter = 0};
  for (int k = 0; k < request->n_densities; k++) {
    density = request->density[k].value;
    if (request->density[k].text)
      return refuse("--density %s: a mesh has no materials: give one density, for %s",
                    request->density[k].text, path);
  }
  if (folder_exists(path)) finding_add(&findings, 0, "is a folder");
  else mesh_solid_read(path, mesh, NULL, &findings);
  for (int k = 0; k < mesh->n_vertices; k++)
    mesh->vertex[k] = vec3_scale(request->scale, mesh->vertex[k]);
  if (!findings_tell(path, &findings)) return false;
  if (!mesh_mass(mesh, density, &solid->mass, why)) return refuse("%s: %s", path, why);
  solid->diameter = cbrt(6 / PETSC_PI * solid->mass.volume);
  return true;
}

/* ---- shapes ---- */

static const double fineness = 0.0005; /* chord of curved surfaces, over the largest extent */

static bool shape_file_read(const Request *request, ShapeFile *body)
{
  const char *path     = request->file[0];
  Findings    findings = {0};
  char        why[256];

  *body = (ShapeFile){.materials = {.n = 0}};
  if (folder_exists(path)) finding_add(&findings, 0, "is a folder");
  else shapes_read(path, &body->set, &body->materials, &findings);
  if (!findings_tell(path, &findings)) return false;
  if (!shape_set_scale(&body->set, request->scale, why))
    return refuse("%s: --scale: %s", path, why);
  return request->verb == VERB_CONVERT /* which needs none */ ||
         densities_set(request, &body->materials);
}

void shape_file_surface(const ShapeFile *body, Mesh *mesh)
{
  Vec3 lo, hi, extent;

  shapes_bounds(&body->set, &lo, &hi);
  extent = vec3_sub(hi, lo);
  shape_set_tessellate(&body->set, fineness * max_real(extent.x, max_real(extent.y, extent.z)),
                       mesh);
}

void shape_file_mesh(const ShapeFile *body, const MassProperties *mass, MeshBody *mesh)
{
  *mesh = (MeshBody){
    .mass = *mass, .diameter = cbrt(6 / PETSC_PI * mass->volume), .n_shapes = (int)body->set.n};
  shape_file_surface(body, &mesh->mesh);
}

bool nodes_print(const Request *request, const ShapeFile *body)
{
  bool good = true;

  if (body->set.nodes.n == 0) return refuse("--nodes: %s has no nodes", request->file[0]);
  if (!request->json)
    printf("\n%-14s %6s %19s %19s %19s %19s\n", "node", "shapes", "mass", "principal 1",
           "principal 2", "principal 3");
  for (int k = 0; k < body->set.nodes.n; k++) {
    const char *name = body->set.nodes.names[k];
    Lump        l;
    char        why[256];

    if (!lump(&body->set, &body->materials, k, &l, why))
      good = refuse("%s: %s", request->file[0], why);
    else if (request->json) {
      printf("{\"node\": \"%s\", \"shapes\": %d, \"mass\": %s", name, l.n, real_text(l.mass).s);
      pebble_write_vec3(stdout, ", \"at\": [", body->set.node[k], ", ", "]");
      inertia_json(l.inertia, l.principal, l.axes);
      printf("}\n");
    } else
      printf("%-14s %6d %19.12g %19.12g %19.12g %19.12g\n", name, l.n, l.mass, l.principal.x,
             l.principal.y, l.principal.z);
  }
  return good;
}

PetscErrorCode body_read(const Request *request, Body *body, bool *good)
{
  const char *path = request->file[0];

  PetscFunctionBeginUser;
  *body = (Body){.kind = body_kind(path), .pebbles.name = path};
  if (body->kind == BODY_MESH) *good = mesh_body_read(request, path, &body->solid);
  else if (body->kind == BODY_SHAPES) *good = shape_file_read(request, &body->shapes);
  else PetscCall(pebbles_read(request, &body->pebbles, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void body_free(Body *body)
{
  pebble_file_free(&body->pebbles);
  shapes_free(&body->shapes.set, &body->shapes.materials);
  mesh_free(&body->solid.mesh);
}

bool body_mass(const Body *body, const MassMethod *method, const MassOptions *options,
               MassProperties *mass, char *why)
{
  const PebbleBody *p = &body->pebbles;
  const ShapeFile  *s = &body->shapes;

  if (body->kind == BODY_SHAPES)
    return shapes_mass(&s->set, &s->materials, method, options, mass, why);
  if (body->kind == BODY_PEBBLES)
    return pebbles_mass(&p->set, &p->materials, method, options, mass, why);
  *mass = body->solid.mass;
  return true;
}

/* SPDX-License-Identifier: MIT */
/* clast-clump: mass properties of pebbles by every method, with bounds; pebbles between formats. */
#include <petsctime.h>
#include <stdarg.h>
#include <stddef.h>

#include "output/pebble_file.h"

enum { MOST_DENSITIES = 64, MOST_METHODS = 16 };

static const char usage[] =
  "usage: clast-clump properties FILE [--density D | --density NAME=D ...] [--method exact|sum|grid|octree|montecarlo|all]\n"
  "                              [--json] [--div N] [--tolerance F] [--samples N] [--seed N] [--from FORMAT] [--dimension 3]\n"
  "         volume, mass, centre and inertia of the pebbles, with an error bound: a table of all methods, or JSON, an object a\n"
  "         line (of exact, if no method is named); inertia is xx, yy, zz, xy, xz, yz about the centre\n"
  "       clast-clump convert IN OUT [--from FORMAT] [--to FORMAT] [--density ...]\n"
  "         the same pebbles in another format, chosen by the ending of the name or as told\n"
  "formats:\n";
static const char usage_end[] =
  "density: 1 if not given; of materials in the file each needs one, or one for all; of overlapping ones the densest wins\n"
  "grid: --div cells per smallest radius (10); octree: --tolerance (0.01); montecarlo: --samples (1000000), --seed (1)\n"
  "exit status: 0 done; 2 wrong use, or a file that is wrong\n";

typedef enum { VERB_HELP, VERB_PROPERTIES, VERB_CONVERT } Verb;

typedef struct {
  const char *name; /* of the material, up to the =; NULL: of all others */
  size_t      length;
  double      value;
} Density;

typedef struct {
  Verb                verb;
  int                 n_files;
  const char         *file[2];
  const PebbleFormat *from, *to; /* NULL: by the ending */
  const MassMethod   *method;    /* NULL: not named */
  bool                all, json;
  MassOptions         options;
  int                 n_densities;
  Density             density[MOST_DENSITIES];
} Request;

/* One line on stderr; false, for returning. */
static bool refuse(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);

static bool refuse(const char *format, ...)
{
  va_list arguments;

  fprintf(stderr, "clast-clump: ");
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
  return false;
}

/* ---- the command line ---- */

static bool read_density(Request *request, const char *text)
{
  const char *equals = strrchr(text, '=');
  Density     d      = {.name = equals ? text : NULL, .length = equals ? (size_t)(equals - text) : 0};

  if (request->n_densities == MOST_DENSITIES) return refuse("--density: more than %d of them", MOST_DENSITIES);
  if (!pebble_real(equals ? equals + 1 : text, &d.value) || !(d.value > 0) || (equals && d.length == 0))
    return refuse("--density '%s': give a number > 0, or NAME=number", text);
  for (int k = 0; k < request->n_densities; k++) {
    const Density *e = &request->density[k];

    if (e->length == d.length && (!d.name || (e->name && strncmp(e->name, d.name, d.length) == 0)))
      return refuse("--density '%s': given twice", text);
  }
  request->density[request->n_densities++] = d;
  return true;
}

static bool read_method(Request *request, const char *text)
{
  request->method = mass_method_find(text);
  request->all    = strcmp(text, "all") == 0;
  return request->method || request->all || refuse("--method '%s': there is exact, sum, grid, octree, montecarlo and all", text);
}

static bool read_format(const PebbleFormat **format, const char *option, const char *text)
{
  *format = pebble_format_find(text);
  return *format || refuse("%s '%s': no such format; there is csv, text, liggghts, lammps, kratos and demengine", option, text);
}

static bool read_whole(const char *option, const char *text, double least, double most, double *value)
{
  if (pebble_real(text, value) && *value >= least && *value <= most && *value == floor(*value)) return true;
  return refuse("%s '%s': give a whole number from %.0f to %.0f", option, text, least, most);
}

static bool read_tolerance(Request *request, const char *text)
{
  double *t = &request->options.tolerance;

  return (pebble_real(text, t) && *t >= MASS_LEAST_TOLERANCE && *t < 1) ||
         refuse("--tolerance '%s': give a number from %g to below 1", text, MASS_LEAST_TOLERANCE);
}

static bool read_dimension(const char *text)
{
  if (strcmp(text, "3") == 0) return true;
  return strcmp(text, "2") == 0 ? refuse("--dimension 2: not available in this version")
                                : refuse("--dimension '%s': give 3", text);
}

/* An option with its value. */
static bool read_option(Request *request, const char *option, const char *text)
{
  const bool properties = request->verb == VERB_PROPERTIES;
  double     whole      = 0;

  if (strcmp(option, "--density") == 0) return read_density(request, text);
  if (strcmp(option, "--from") == 0) return read_format(&request->from, option, text);
  if (strcmp(option, "--to") == 0 && !properties) return read_format(&request->to, option, text);
  if (strcmp(option, "--method") == 0 && properties) return read_method(request, text);
  if (strcmp(option, "--dimension") == 0 && properties) return read_dimension(text);
  if (strcmp(option, "--tolerance") == 0 && properties) return read_tolerance(request, text);
  if (strcmp(option, "--div") == 0 && properties) {
    if (!read_whole(option, text, 1, 10000, &whole)) return false;
    request->options.div = (int)whole;
    return true;
  }
  if (strcmp(option, "--samples") == 0 && properties) {
    if (!read_whole(option, text, 1, 1e10, &whole)) return false;
    request->options.samples = (int64_t)whole;
    return true;
  }
  if (strcmp(option, "--seed") == 0 && properties) {
    if (!read_whole(option, text, 0, 0x1p53, &whole)) return false;
    request->options.seed = (uint64_t)whole;
    return true;
  }
  return refuse("unknown option '%s'; see clast-clump --help", option);
}

static bool is_help(const char *word)
{
  return strcmp(word, "--help") == 0 || strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0;
}

static bool read_words(int argc, char **argv, Request *request)
{
  for (int i = 2; i < argc; i++) {
    if (is_help(argv[i])) {
      request->verb = VERB_HELP;
      return true;
    }
    if (strcmp(argv[i], "--json") == 0 && request->verb == VERB_PROPERTIES) {
      request->json = true;
    } else if (argv[i][0] == '-' && argv[i][1] != '\0') {
      if (i + 1 == argc) return refuse("%s: its value is missing, or there is no such option", argv[i]);
      if (!read_option(request, argv[i], argv[i + 1])) return false;
      i++;
    } else if (request->n_files == (request->verb == VERB_CONVERT ? 2 : 1)) {
      return refuse("'%s': a file too many", argv[i]);
    } else {
      request->file[request->n_files++] = argv[i];
    }
  }
  return true;
}

static bool has_format(const char *path, const PebbleFormat **format, const char *option)
{
  if (!*format) *format = pebble_format_of(path);
  return *format || refuse("%s: no format has this ending; name one with %s", path, option);
}

static bool request_read(int argc, char **argv, Request *request)
{
  *request = (Request){.verb = VERB_HELP, .options = mass_defaults};
  if (argc > 1 && is_help(argv[1])) return true;
  if (argc < 2) return refuse("say what to do: properties FILE, or convert IN OUT; see clast-clump --help");
  if (strcmp(argv[1], "properties") == 0) request->verb = VERB_PROPERTIES;
  else if (strcmp(argv[1], "convert") == 0) request->verb = VERB_CONVERT;
  else return refuse("'%s': there is properties and convert; see clast-clump --help", argv[1]);
  if (!read_words(argc, argv, request)) return false;
  if (request->verb == VERB_HELP) return true;
  if (request->n_files < (request->verb == VERB_CONVERT ? 2 : 1))
    return refuse(request->verb == VERB_CONVERT ? "convert: give two files" : "properties: give a file");
  return has_format(request->file[0], &request->from, "--from") &&
         (request->verb == VERB_PROPERTIES || has_format(request->file[1], &request->to, "--to"));
}

/* ---- pebbles ---- */

static bool tell(const char *path, const Findings *findings)
{
  for (int k = 0; k < (int)min_int(findings->n, FINDINGS_KEPT); k++) {
    const Finding *f = &findings->list[k];

    if (f->line > 0) refuse("%s: line %lld: %s", path, (long long)f->line, f->text);
    else refuse("%s: %s", path, f->text);
  }
  if (findings->n > FINDINGS_KEPT) refuse("%s: and %lld more", path, (long long)(findings->n - FINDINGS_KEPT));
  return findings->n == 0;
}

/* Which density the material has; of one that no pebble is of, any. */
static bool set_density(const Request *request, const char *path, const PebbleSet *set, Materials *materials, int m)
{
  Material *material = &materials->list[m];
  bool      used     = false;

  material->density = material->name[0] ? 0 : 1;
  for (int k = 0; k < request->n_densities; k++) {
    const Density *d = &request->density[k];

    if (!d->name && !(material->density > 0 && material->name[0])) material->density = d->value;
    if (d->name && strlen(material->name) == d->length && strncmp(d->name, material->name, d->length) == 0)
      material->density = d->value;
  }
  for (int i = 0; i < set->n && !used; i++) used = set->material[i] == m;
  if (material->density > 0) return true;
  material->density = 1;
  return !used || refuse("%s: material %s has no density: give --density %s=D, or --density D for all", path, material->name,
                         material->name);
}

static bool set_densities(const Request *request, const char *path, const PebbleSet *set, Materials *materials)
{
  for (int k = 0; k < request->n_densities; k++) {
    const Density *d     = &request->density[k];
    bool           known = !d->name;

    for (int m = 0; m < materials->n && !known; m++)
      known = strlen(materials->list[m].name) == d->length && strncmp(d->name, materials->list[m].name, d->length) == 0;
    if (!known) return refuse("--density %s: no pebble in %s is of this material", d->name, path);
  }
  for (int m = 0; m < materials->n; m++) {
    if (!set_density(request, path, set, materials, m)) return false;
  }
  return true;
}

/* On success body->set and body->materials hold the file. */
static PetscErrorCode body_read(const Request *request, PebbleBody *body, bool *good)
{
  const char *path     = request->file[0];
  Findings    findings = {0};
  char        why[256];

  PetscFunctionBeginUser;
  PetscCall(pebble_file_read(request->from, path, &body->set, &body->materials, &findings));
  *good = tell(path, &findings) && set_densities(request, path, &body->set, &body->materials);
  if (*good && !pebbles_are_sound(&body->set, &body->materials, why)) *good = refuse("%s: %s", path, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- properties ---- */

typedef struct {
  const MassMethod *method;
  MassProperties    mass;
  double            seconds;
  bool              found;
} Found;

static void find(const PebbleBody *body, const Request *request, const MassMethod *method, Found *found)
{
  char           why[256] = "";
  PetscLogDouble start, end;

  *found = (Found){.method = method};
  PetscCallVoid(PetscTime(&start));
  found->found = method->find(&body->set, &body->materials, &request->options, &found->mass, why);
  if (found->found) mass_principal(&found->mass);
  PetscCallVoid(PetscTime(&end));
  found->seconds = end - start;
  if (!found->found) refuse("%s: %s: %s", request->file[0], method->name, why);
}

static void json_print(const Found *found)
{
  const MassProperties *m = &found->mass;
  const Vec3 axis[3] = {quat_turn(m->axes, vec3(1, 0, 0)), quat_turn(m->axes, vec3(0, 1, 0)), quat_turn(m->axes, vec3(0, 0, 1))};
  const Sym3 i       = m->inertia;

  printf("{\"method\": \"%s\", \"volume\": %s, \"mass\": %s", found->method->name, real_text(m->volume).s, real_text(m->mass).s);
  pebble_write_vec3(stdout, ", \"centre\": [", m->centre, ", ", "]");
  pebble_write_vec3(stdout, ", \"inertia\": [", vec3(i.xx, i.yy, i.zz), ", ", "");
  pebble_write_vec3(stdout, ", ", vec3(i.xy, i.xz, i.yz), ", ", "]");
  pebble_write_vec3(stdout, ", \"principal\": [", m->principal, ", ", "]");
  pebble_write_vec3(stdout, ", \"axes\": [[", axis[0], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[1], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[2], ", ", "]]");
  printf(", \"error\": %s, \"seconds\": %.6f}\n", real_text(m->error).s, found->seconds);
}

/* Rows of the table: where the number is in MassProperties, in doubles. */
static const struct {
  const char *label;
  size_t      place;
} rows[] = {
  {"volume", offsetof(MassProperties, volume)},
  {"mass", offsetof(MassProperties, mass)},
  {"centre x", offsetof(MassProperties, centre.x)},
  {"centre y", offsetof(MassProperties, centre.y)},
  {"centre z", offsetof(MassProperties, centre.z)},
  {"inertia xx", offsetof(MassProperties, inertia.xx)},
  {"inertia yy", offsetof(MassProperties, inertia.yy)},
  {"inertia zz", offsetof(MassProperties, inertia.zz)},
  {"inertia xy", offsetof(MassProperties, inertia.xy)},
  {"inertia xz", offsetof(MassProperties, inertia.xz)},
  {"inertia yz", offsetof(MassProperties, inertia.yz)},
  {"principal 1", offsetof(MassProperties, principal.x)},
  {"principal 2", offsetof(MassProperties, principal.y)},
  {"principal 3", offsetof(MassProperties, principal.z)},
  {NULL, 0},
};

static void table_print(int n, const Found *found)
{
  printf("%-12s", "method");
  for (int k = 0; k < n; k++) printf(" %19s", found[k].method->name);
  for (int row = 0; rows[row].label; row++) {
    printf("\n%-12s", rows[row].label);
    for (int k = 0; k < n; k++) {
      double value;

      memcpy(&value, (const char *)&found[k].mass + rows[row].place, sizeof value);
      if (found[k].found) printf(" %19.12g", value);
      else printf(" %19s", "-");
    }
  }
  printf("\n%-12s", "error bound");
  for (int k = 0; k < n; k++) {
    if (found[k].found) printf(" %19.1e", found[k].mass.error);
    else printf(" %19s", "-");
  }
  printf("\n%-12s", "seconds");
  for (int k = 0; k < n; k++) printf(" %19.4f", found[k].seconds);
  printf("\n");
}

/* What is worth a word about the set, on stderr: it is no part of the numbers. */
static void oddities_tell(const Request *request, PebbleBody *body)
{
  const char *path   = request->file[0];
  const int   merged = pebbles_merge(&body->set);
  double      gap    = body->set.n > 1 ? pebbles_gap(&body->set) : 0;

  if (merged > 0)
    refuse("note: %s: %d pebble%s with the same centre and radius as another merged into it", path, merged,
           merged == 1 ? "" : "s");
  if (gap > 0) refuse("note: %s: the pebbles do not connect, there is a gap of %g between parts", path, gap);
}

static void overlap_tell(const Request *request, const PebbleBody *body, int n, const Found *found)
{
  const double rounding = 1e-9 + body->set.n * 0x1p-51; /* of the bound, when no pair shares anything */

  for (int k = 0; k < n; k++) {
    if (found[k].method == &mass_sum && found[k].found && found[k].mass.error > rounding)
      refuse("note: %s: pebbles overlap; sum counts what they share as often as it is covered", request->file[0]);
  }
}

static PetscErrorCode properties(const Request *request, int *status)
{
  PebbleBody body = {.name = request->file[0]};
  Found      found[MOST_METHODS];
  int        n = 0;
  bool       good;

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, &good));
  if (good) {
    oddities_tell(request, &body);
    if (request->method) find(&body, request, request->method, &found[n++]);
    else if (request->json && !request->all) find(&body, request, &mass_exact, &found[n++]);
    else {
      for (int k = 0; mass_methods[k] && k < MOST_METHODS; k++) find(&body, request, mass_methods[k], &found[n++]);
    }
    overlap_tell(request, &body, n, found);
    good = n > 1 || found[0].found;
    if (!request->json && good) table_print(n, found);
    for (int k = 0; k < n && request->json; k++) {
      if (found[k].found) json_print(&found[k]);
    }
  }
  *status = good ? EXIT_DONE : EXIT_USAGE;
  pebble_file_free(&body.set, &body.materials);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- convert ---- */

/* The file's own name, without folders and what is behind the first dot. */
static void name_of(const char *path, char name[NAME_LENGTH])
{
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

  snprintf(name, NAME_LENGTH, "%.*s", (int)strcspn(base, "."), base);
  for (char *c = name; *c; c++) {
    if (*c == ' ') *c = '_';
  }
  if (!name[0]) strcpy(name, "clump");
}

static bool names_are_lost(const Request *request, const PebbleBody *body)
{
  bool named = false;

  for (int i = 0; i < body->set.n; i++) named = named || body->materials.list[body->set.material[i]].name[0];
  return named && !request->to->has_materials;
}

static PetscErrorCode convert(const Request *request, int *status)
{
  PebbleBody body = {.name = ""};
  char       name[NAME_LENGTH], why[4096];
  bool       good;

  PetscFunctionBeginUser;
  name_of(request->file[1], name);
  body.name = name;
  PetscCall(body_read(request, &body, &good));
  if (good && !mass_exact.find(&body.set, &body.materials, &request->options, &body.mass, why))
    good = refuse("%s: %s", request->file[0], why);
  if (good) {
    mass_principal(&body.mass);
    if (names_are_lost(request, &body)) refuse("note: %s: the format has no names of materials", request->file[1]);
    if (request->to->is_turned)
      refuse("note: %s: about the centre, along the principal axes: the format has no other frame", request->file[1]);
    good = pebble_file_write(request->to, request->file[1], &body, why, sizeof why) || refuse("%s", why);
  }
  *status = good ? EXIT_DONE : EXIT_USAGE;
  pebble_file_free(&body.set, &body.materials);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- */

static void help(void)
{
  fputs(usage, stdout);
  for (int k = 0; pebble_formats[k]; k++) {
    printf("         %-10s %-26s %s\n", pebble_formats[k]->name, pebble_formats[k]->endings, pebble_formats[k]->text);
  }
  fputs(usage_end, stdout);
}

int main(int argc, char **argv)
{
  Request request;
  int     status = EXIT_DONE, rank;

  if (!request_read(argc, argv, &request)) return EXIT_USAGE;
  if (request.verb == VERB_HELP) {
    help();
    return EXIT_DONE;
  }
  PetscCall(PetscOptionsSetValue(NULL, "-skip_petscrc", NULL));
  PetscCall(PetscInitializeNoArguments());
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (rank == 0) PetscCall(request.verb == VERB_CONVERT ? convert(&request, &status) : properties(&request, &status));
  PetscCallMPI(MPI_Bcast(&status, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  PetscCall(PetscFinalize());
  return status;
}

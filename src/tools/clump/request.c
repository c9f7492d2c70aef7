/* SPDX-License-Identifier: MIT */
/* Messages on stderr; the command line by a table of options, each with the verbs that accept
   it. */
#include "tools/clump/verbs.h"
#include <stdarg.h>

static void say(const char *before, const char *format, va_list arguments)
{
  fprintf(stderr, "clast-clump: %s", before);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
}

bool refuse(const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
  return false;
}

void note(const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  say("note: ", format, arguments);
  va_end(arguments);
}

bool findings_tell(const char *path, const Findings *findings)
{
  for (int k = 0; k < (int)min_int(findings->n, FINDINGS_KEPT); k++) {
    const Finding *f = &findings->list[k];

    if (f->line > 0) refuse("%s: line %lld: %s", path, (long long)f->line, f->text);
    else refuse("%s: %s", path, f->text);
  }
  if (findings->n > FINDINGS_KEPT)
    refuse("%s: there are %lld more mistakes", path, (long long)(findings->n - FINDINGS_KEPT));
  return findings->n == 0;
}

enum {
  MEASURED = VERB_PROPERTIES | VERB_GENERATE,
  DRAWN    = VERB_PROPERTIES | VERB_GENERATE | VERB_PICTURE | VERB_FORM
};
enum { ANY = VERB_PROPERTIES | VERB_CONVERT | VERB_GENERATE | VERB_PICTURE };

typedef enum { FLAG, WORD, REAL, INT, INT64, SPECIAL } Kind;

typedef struct {
  const char *name;
  unsigned    verbs;
  Kind        kind;
  size_t      place; /* offset in Request; unused for SPECIAL */
  /* allowed range of numbers: least <= value <= most, for REAL value < most */
  double least, most;
  bool (*read)(Request *request, const char *option, const char *text);
} Switch;

const VerbPlugin *const    verbs[]      = {VERBS(PLUGIN_ITSELF) NULL};
static const Plugin *const verb_heads[] = {VERBS(PLUGIN_HEAD) NULL};

bool setting_is_of(const Setting *s, const char *name)
{
  return s->text && strlen(name) == s->length && strncmp(s->text, name, s->length) == 0;
}

/* ---- options of kind SPECIAL ---- */

static bool read_density(Request *request, const char *option, const char *text)
{
  const char *equals = strrchr(text, '=');
  Setting     d = {.text = equals ? text : NULL, .length = equals ? (size_t)(equals - text) : 0};

  if (request->n_densities == MOST_DENSITIES)
    return refuse("%s: given more than %d times", option, MOST_DENSITIES);
  if (!pebble_real(equals ? equals + 1 : text, &d.value) || !(d.value > 0) ||
      (equals && d.length == 0))
    return refuse("%s '%s': give a number > 0, or NAME=number", option, text);
  for (int k = 0; k < request->n_densities; k++) {
    const Setting *e = &request->density[k];

    if (e->length == d.length && (!d.text || (e->text && strncmp(e->text, d.text, d.length) == 0)))
      return refuse("%s '%s': given twice", option, text);
  }
  request->density[request->n_densities++] = d;
  return true;
}

static bool refuse_method(const char *option, const char *text, const Plugin *const heads[])
{
  char names[256];

  plugin_names(heads, ", ", names, sizeof names);
  return refuse("%s '%s': no such method; give %s or all", option, text, names);
}

static bool read_method(Request *request, const char *option, const char *text)
{
  request->method = mass_method_find(text);
  request->all    = strcmp(text, "all") == 0;
  return request->method || request->all || refuse_method(option, text, mass_heads);
}

static bool read_format(Request *request, const char *option, const char *text)
{
  const PebbleFormat *format = pebble_format_find(text);
  char                names[256];

  if (strcmp(option, "--from") == 0) request->from = format;
  else request->to = format;
  if (format) return true;
  plugin_names(pebble_format_heads, " and ", names, sizeof names);
  return refuse("%s '%s': no such format; formats: %s", option, text, names);
}

static bool read_dimension(Request *request, const char *option, const char *text)
{
  request->choice.dimension = strcmp(text, "2") == 0 ? 2 : 3;
  return strcmp(text, "2") == 0 || strcmp(text, "3") == 0 ||
         refuse("%s '%s': give 2 or 3", option, text);
}

static bool read_generator(Request *request, const char *option, const char *text)
{
  request->all             = strcmp(text, "all") == 0;
  request->generate.method = generator_find(text);
  return request->all || request->generate.method || refuse_method(option, text, generator_heads);
}

static bool read_mass(Request *request, const char *option, const char *text)
{
  request->mesh_mass = strcmp(text, "mesh") == 0 || strcmp(text, "shapes") == 0;
  return request->mesh_mass || strcmp(text, "pebbles") == 0 ||
         refuse("%s '%s': give pebbles, or mesh or shapes: the body they were made from", option,
                text);
}

static bool read_setting(Request *request, const char *option, const char *text)
{
  const char *equals = strchr(text, '=');
  Setting    *s      = &request->setting[request->n_settings];

  if (request->n_settings == FORM_SIZES)
    return refuse("%s: given more than %d times", option, FORM_SIZES);
  *s = (Setting){.text = text, .length = equals ? (size_t)(equals - text) : 0};
  if (!equals || !pebble_real(equals + 1, &s->value))
    return refuse("%s '%s': give KEY=number", option, text);
  request->n_settings++;
  return true;
}

#define AT(member) .place = offsetof(Request, member)

/* clang-format off */
static const Switch switches[] = {
  {"--set", VERB_FORM, SPECIAL, .read = read_setting},
  {"--json", MEASURED | VERB_FORM, FLAG, AT(json)},
  {"--density", (ANY & ~VERB_PICTURE) | VERB_FORM, SPECIAL, .read = read_density},
  {"--from", ANY, SPECIAL, .read = read_format},
  {"--to", VERB_CONVERT | VERB_GENERATE | VERB_FORM, SPECIAL, .read = read_format},
  {"--ripple", VERB_CONVERT | VERB_FORM, REAL, AT(ripple), 1e-6, 0.5},
  {"--clump", ANY & ~VERB_GENERATE, WORD, AT(choice.clump)},
  {"--dimension", ANY & ~VERB_GENERATE, SPECIAL, .read = read_dimension},
  {"--method", VERB_PROPERTIES, SPECIAL, .read = read_method},
  {"--div", VERB_PROPERTIES, INT, AT(options.div), 1, 10000},
  {"--tolerance", VERB_PROPERTIES, REAL, AT(options.tolerance), MASS_LEAST_TOLERANCE, 1},
  {"--samples", VERB_PROPERTIES, INT64, AT(options.samples), 1, 1e10},
  {"--seed", MEASURED, INT64, AT(options.seed), 0, 0x1p53},
  {"--nodes", VERB_PROPERTIES, FLAG, AT(nodes)},
  {"--picture", MEASURED | VERB_FORM, WORD, AT(picture)},
  {"--method", VERB_GENERATE, SPECIAL, .read = read_generator},
  {"--volume-error", VERB_GENERATE, REAL, AT(generate.error[CLUMP_VOLUME]), 1e-6, 1},
  {"--inertia-error", VERB_GENERATE, REAL, AT(generate.error[CLUMP_INERTIA]), 1e-6, 1},
  {"--distance-error", VERB_GENERATE, REAL, AT(generate.error[CLUMP_DISTANCE]), 1e-6, 1},
  {"--mean-error", VERB_GENERATE, REAL, AT(generate.error[CLUMP_MEAN]), 1e-6, 1},
  {"--most", VERB_GENERATE, INT, AT(generate.most), 1, GENERATE_MOST},
  {"--smallest", VERB_GENERATE, REAL, AT(generate.smallest), 0, 1e300},
  {"--bulge", VERB_GENERATE, REAL, AT(generate.bulge), 0, 0.5},
  {"--overlap", VERB_GENERATE, REAL, AT(generate.overlap), 0, 0.95},
  {"--expand", VERB_GENERATE, FLAG, AT(generate.expand)},
  {"--mass", VERB_GENERATE, SPECIAL, .read = read_mass},
  {"--scale", ANY | VERB_FORM, REAL, AT(scale), 1e-30, 1e30},
  {"--mesh", VERB_PICTURE | VERB_PROPERTIES, WORD, AT(mesh)},
  {"--size", DRAWN, INT, AT(size), 16, 4096},
  {.name = NULL},
};
/* clang-format on */

static bool read_number(Request *request, const Switch *option, const char *text)
{
  const bool whole = option->kind != REAL;
  char      *to    = (char *)request + option->place;
  double     value;

  if (!pebble_real(text, &value) || value < option->least || value > option->most ||
      (whole ? value != floor(value) : value == option->most)) {
    if (whole)
      return refuse("%s '%s': give a whole number from %.0f to %.0f", option->name, text,
                    option->least, option->most);
    return refuse("%s '%s': give a number from %g to below %g", option->name, text, option->least,
                  option->most);
  }
  if (option->kind == REAL) memcpy(to, &value, sizeof value);
  else if (option->kind == INT) memcpy(to, &(int){(int)value}, sizeof(int));
  else memcpy(to, &(int64_t){(int64_t)value}, sizeof(int64_t));
  return true;
}

/* Read the option at argv[*i] and its value after it; advances *i to the last word read. */
static bool read_option(int argc, char **argv, int *i, Request *request)
{
  const Switch *option = switches;
  const char   *text;

  while (option->name && (strcmp(option->name, argv[*i]) != 0 || !(option->verbs & request->verb)))
    option++;
  if (!option->name) return refuse("unknown option '%s'; see clast-clump --help", argv[*i]);
  if (option->kind == FLAG) {
    *((char *)request + option->place) = true;
    return true;
  }
  if (*i + 1 == argc) return refuse("%s: its value is missing", argv[*i]);
  text = argv[++*i];
  if (option->kind == SPECIAL) return option->read(request, option->name, text);
  if (option->kind != WORD) return read_number(request, option, text);
  memcpy((char *)request + option->place, &text, sizeof text);
  return true;
}

static bool is_help(const char *word)
{
  return strcmp(word, "--help") == 0 || strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0;
}

static bool read_words(int argc, char **argv, int files, Request *request)
{
  for (int i = 2; i < argc; i++) {
    if (is_help(argv[i])) {
      request->help = true;
      return true;
    }
    if (argv[i][0] == '-' && argv[i][1] != '\0') {
      if (!read_option(argc, argv, &i, request)) return false;
    } else if (request->n_files == files) {
      return refuse("'%s': one file too many", argv[i]);
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

/* Complete the options of generate: the default bounds if neither a bound nor --most is given;
   --most alone requests a number of pebbles without bounds. */
static void generate_complete(Request *request)
{
  GenerateOptions *g     = &request->generate;
  bool             asked = g->most > 0;

  for (int k = 0; k < CLUMP_N_ERRORS; k++) asked = asked || g->error[k] > 0;
  if (!asked) memcpy(g->error, generate_defaults.error, sizeof g->error);
  if (g->most == 0) g->most = generate_defaults.most;
  g->seed = request->options.seed;
  if (request->all) g->method = NULL;
}

static bool pictures_are_png(const Request *request)
{
  const char  *path = request->verb == VERB_PICTURE ? request->file[1] : request->picture;
  const size_t n    = path ? strlen(path) : 0;

  return !path || (n > 4 && strcmp(path + n - 4, ".png") == 0) ||
         refuse("%s: pictures are PNG files: give it a name that ends in .png", path);
}

/* word NULL: none was given */
static bool refuse_verb(const char *word)
{
  char   text[256] = "";
  size_t at        = 0;

  if (word) {
    plugin_names(verb_heads, " or ", text, sizeof text);
    return refuse("'%s': no such verb; give %s; see clast-clump --help", word, text);
  }
  for (int k = 0; verbs[k]; k++) {
    const char *between = k == 0 ? "" : verbs[k + 1] ? ", " : " or ";

    at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %s", between, verbs[k]->head.name,
                           verbs[k]->use);
  }
  return refuse("give a verb: %s; see clast-clump --help", text);
}

bool request_read(int argc, char **argv, Request *request)
{
  const int k = argc > 1 ? plugin_index(verb_heads, argv[1]) : -1;

  *request               = (Request){.options          = mass_defaults,
                                     .choice.dimension = 3,
                                     .size             = 640,
                                     .scale            = 1,
                                     .generate         = generate_defaults};
  request->generate.most = 0;
  memset(request->generate.error, 0, sizeof request->generate.error);
  request->help = argc > 1 && is_help(argv[1]);
  if (request->help) return true;
  if (k < 0) return refuse_verb(argc > 1 ? argv[1] : NULL);
  request->verb = (Verb)(1 << k);
  if (!read_words(argc, argv, verbs[k]->n_files, request)) return false;
  if (request->help) return true;
  if (request->n_files < verbs[k]->n_files)
    return refuse("%s: give %s", verbs[k]->head.name, verbs[k]->needs);
  if (request->verb == VERB_GENERATE) generate_complete(request);
  if (!pictures_are_png(request)) return false;
  if (request->verb == VERB_FORM) return has_format(request->file[1], &request->to, "--to");
  if (request->verb == VERB_GENERATE && body_kind(request->file[0]) == BODY_PEBBLES)
    return refuse("%s: a mesh is read from an .stl or .obj file, shapes from a .shapes file",
                  request->file[0]);
  if (request->nodes && body_kind(request->file[0]) != BODY_SHAPES)
    return refuse("--nodes: nodes are in .shapes files, not in %s", request->file[0]);
  if (request->scale != 1 && body_kind(request->file[0]) == BODY_PEBBLES && !request->mesh)
    return refuse("--scale applies to meshes and shapes; %s has pebbles", request->file[0]);
  if (body_kind(request->file[0]) != BODY_PEBBLES) {
    if (request->choice.dimension == 2)
      return refuse("--dimension 2 applies to pebbles; %s has a three-dimensional body",
                    request->file[0]);
    if (request->verb == VERB_CONVERT) return surface_fits(request->file[0], request->file[1]);
  } else if (!has_format(request->file[0], &request->from, "--from")) {
    return false;
  }
  return !(request->verb & (VERB_CONVERT | VERB_GENERATE)) ||
         has_format(request->file[1], &request->to, "--to");
}

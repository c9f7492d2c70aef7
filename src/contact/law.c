/* SPDX-License-Identifier: MIT */
/* Contact laws read from the scenario; their stiffness, duration and damping for the stable
   step. */
#include "contact/law.h"
#include "base/bounds.h"

static const Option law_options[] = {
  {.key     = "between",
   .type    = OPTION_NAMES,
   .choices = "material",
   .count   = 2,
   .help    = "the two materials in contact"},
  {.key     = "normal",
   .type    = OPTION_WORD,
   .choices = "hooke hertz",
   .help    = "force along the normal"},
  {.key      = "tangential",
   .type     = OPTION_WORD,
   .choices  = "none hooke mindlin",
   .fallback = "none",
   .help     = "force in the contact plane"},
  {.key      = "restitution",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "",
   .lo       = 0,
   .hi       = 1,
   .help = "coefficient of restitution: normal speed of the contact point after the contact over "
           "that before, for bodies of any shape"},
  {.key      = "limit_damping",
   .type     = OPTION_BOOL,
   .fallback = "false",
   .help = "cut the normal force at zero so that it never pulls; a restitution of .004 or more is "
           "still met"},
  {.key      = "damping",
   .type     = OPTION_REAL,
   .unit     = "1/s",
   .fallback = "",
   .lo       = 0,
   .hi       = RATE_MOST,
   .help =
     "normal damping coefficient over the reduced mass of the two bodies, in place of restitution"},
  {.key      = "tangential_damping",
   .type     = OPTION_REAL,
   .unit     = "1/s",
   .fallback = "",
   .lo       = 0,
   .hi       = RATE_MOST,
   .when     = "tangential=hooke mindlin",
   .help = "tangential dashpot over the reduced mass; without it the damping ratio of restitution, "
           "or none"},
  {.key  = "friction",
   .type = OPTION_REAL,
   .unit = "1",
   .lo   = 0,
   .hi   = FRICTION_MOST,
   .when = "tangential=hooke mindlin",
   .help = "Coulomb coefficient"},
  {NULL},
};

const OptionKind contact_kind = {.name    = "contact",
                                 .named   = true,
                                 .options = law_options,
                                 .more    = term_options,
                                 .text = "the contact law of a pair of materials: a sum of terms"};

static PetscErrorCode add_term(Law *law, const ContactTerm *term, const LawSource *source)
{
  PetscFunctionBeginUser;
  if (!term) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&law->constants[law->n_terms], 1, (PetscInt)term->size));
  law->needs |= term->read(law->constants[law->n_terms], source);
  law->terms[law->n_terms++] = term;
  law->memory += term->memory;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void check_damping(Options *options, const char *name)
{
  const bool e     = option_has_value(options, "contact", name, "restitution"),
             c     = option_has_value(options, "contact", name, "damping"),
             wrong = option_is_wrong(options, "contact", name, "restitution") ||
                     option_is_wrong(options, "contact", name, "damping");

  if (e && c)
    option_mistake(options, "contact", name, "damping",
                   "given together with restitution: give one of them");
  if (!e && !c && !wrong)
    option_mistake(options, "contact", name, "restitution",
                   "missing: give restitution (0..1), or damping (1/s)");
}

static PetscErrorCode read_law(const Parallel *par, Options *options, const Materials *materials,
                               const char *name, Law *law)
{
  int                n;
  const char *const *between = option_words(options, "contact", name, "between", &n);
  LawSource          source  = {.options = options, .law = name};

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(law->name, name, NAME_LENGTH));
  law->a = n == 2 ? materials_find(materials, between[0]) : -1;
  law->b = n == 2 ? materials_find(materials, between[1]) : -1;
  if (law->a < 0 || law->b < 0) PetscFunctionReturn(PETSC_SUCCESS); /* reported by the tables */
  source.a = &materials->list[law->a];
  source.b = &materials->list[law->b];
  check_damping(options, name);
  PetscCall(add_term(law, term_find(normal_terms, option_word(options, "contact", name, "normal")),
                     &source));
  PetscCall(
    add_term(law, term_find(tangential_terms, option_word(options, "contact", name, "tangential")),
             &source));
  /* log and atan2 may differ between machines: all ranks take the bits of rank 0 */
  for (int k = 0; k < law->n_terms; k++)
    PetscCall(parallel_bcast(par, law->constants[k], law->terms[k]->size, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void assign(Options *options, Laws *laws, int k)
{
  const Law *law = &laws->list[k];
  int       *ab, *ba;

  if (law->a < 0 || law->b < 0) return;
  ab = &laws->of[law->a * laws->n_materials + law->b];
  ba = &laws->of[law->b * laws->n_materials + law->a];
  if (*ab >= 0)
    option_mistake(options, "contact", law->name, "between",
                   "this pair of materials already has the law %s", laws->list[*ab].name);
  *ab = *ba = k;
}

static PetscErrorCode find_reach(Laws *laws)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&laws->reach_of, sizeof *laws->reach_of, laws->n));
  for (int k = 0; k < laws->n; k++) {
    laws->reach_of[k] = laws->list[k].keeps;
    laws->reach       = max_real(laws->reach, laws->reach_of[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode laws_create(const Parallel *par, Options *options, const Materials *materials,
                           Laws **out)
{
  const char *const *names;
  Laws              *laws;

  PetscFunctionBeginUser;
  PetscCall(array_create(out, sizeof **out, 1));
  laws              = *out;
  laws->n_materials = materials->n;
  PetscCall(options_objects(options, "contact", &laws->n, &names));
  PetscCall(array_create(&laws->list, sizeof *laws->list, laws->n));
  PetscCall(array_create(&laws->of, sizeof *laws->of, materials->n * materials->n));
  for (int k = 0; k < materials->n * materials->n; k++) laws->of[k] = -1;
  for (int k = 0; k < laws->n; k++) {
    PetscCall(read_law(par, options, materials, names[k], &laws->list[k]));
    assign(options, laws, k);
    laws->memory = (int)max_int(laws->memory, laws->list[k].memory);
  }
  PetscCall(find_reach(laws));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode laws_destroy(Laws **laws)
{
  PetscFunctionBeginUser;
  if (*laws) {
    for (int k = 0; k < (*laws)->n; k++)
      for (int t = 0; t < (*laws)->list[k].n_terms; t++) array_free(&(*laws)->list[k].constants[t]);
    array_free(&(*laws)->list);
    array_free(&(*laws)->of);
    array_free(&(*laws)->reach_of);
    array_free(laws);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

double law_stiffness_along(const Law *law, double radius, double overlap, bool tangential)
{
  double stiffest = 0;

  for (int t = 0; t < law->n_terms; t++)
    if (law->terms[t]->tangential == tangential)
      stiffest = max_real(stiffest, law->terms[t]->stiffness(law->constants[t], radius, overlap));
  return stiffest;
}

double law_stiffness(const Law *law, double radius, double overlap)
{
  return max_real(law_stiffness_along(law, radius, overlap, false),
                  law_stiffness_along(law, radius, overlap, true));
}

bool law_is_nonlinear(const Law *law)
{
  bool is = false;

  for (int t = 0; t < law->n_terms; t++) is = is || law->terms[t]->deepest;
  return is;
}

double law_overlap(const Law *law, double radius, double mass, double speed)
{
  double overlap = speed > 0 ? LEAST_OVERLAP : REFERENCE_OVERLAP;

  for (int t = 0; t < law->n_terms && speed > 0; t++)
    if (law->terms[t]->deepest)
      overlap = max_real(overlap, law->terms[t]->deepest(law->constants[t], radius, mass, speed));
  return min_real(overlap, 1);
}

double law_time(const Law *law, double radius, double overlap, double inverse)
{
  double time = INFINITY;

  for (int t = 0; t < law->n_terms; t++) {
    const ContactTerm *term = law->terms[t];

    time = min_real(time, (term->duration > 0 ? term->duration : 1) * PETSC_PI /
                            sqrt(inverse * term->stiffness(law->constants[t], radius, overlap)));
  }
  return time;
}

double law_slowing(const Law *law, double radius, double overlap, bool tangential, double whole,
                   double point, double mode)
{
  const double mass = whole > 0 ? 1 / whole : 0, point_mass = point > 0 ? 1 / point : 0;
  double       most = 0;

  for (int t = 0; t < law->n_terms; t++)
    if (law->terms[t]->tangential == tangential)
      most = max_real(
        most, mode * law->terms[t]->damping(law->constants[t], radius, overlap, mass, point_mass));
  return most;
}

void law_apply(const Law *law, ContactBatch *b)
{
  b->memory = b->store;
  for (int t = 0; t < law->n_terms; t++) {
    law->terms[t]->apply(law->constants[t], b);
    b->memory += law->terms[t]->memory;
  }
}

void law_energy(const Law *law, ContactBatch *b, double *energy)
{
  b->memory = b->store;
  for (int t = 0; t < law->n_terms; t++) {
    if (law->terms[t]->energy) law->terms[t]->energy(law->constants[t], b, energy);
    b->memory += law->terms[t]->memory;
  }
}

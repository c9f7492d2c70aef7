/* SPDX-License-Identifier: MIT */
/* Contact laws: one for each pair of materials, a sum of terms chosen at run time. */
#ifndef CONTACT_LAW_H
#define CONTACT_LAW_H

#include "contact/term.h"
#include "contact/terms/dashpot.h"

/* Columns of memory before those of the terms, of laws with keeps > 0: 1 if the surfaces were apart
   at the last evaluation. */
enum { LAW_APART = 0, LAW_COLUMNS = 1 };

/* How a law combines sibling contacts: those of several pebbles of a body with the same body or
   feature (evaluate.h). */
typedef enum { SIBLINGS_SEPARATE, SIBLINGS_DAMPED, SIBLINGS_SHARED } Siblings;

/* How stiffnesses follow from Young's moduli (elastic.h). */
typedef enum { ELASTIC_REDUCED, ELASTIC_YADE, ELASTIC_WOO } ElasticRule;
typedef struct {
  ElasticRule rule;
  double      young[2]; /* of materials a and b of the law, Pa */
} Elastic;

/* The law of a pair of materials. An object of the scenario that is for several pairs gives a law
   for each. */
typedef struct Law {
  const char *object;            /* of the scenario, owned by the options */
  char        name[NAME_LENGTH]; /* that of the object; of several pairs "object:a-b" */
  Siblings    siblings;
  Elastic     elastic; /* of laws with NEEDS_ELASTIC */
  int         a, b;    /* materials */
  int         n_terms;
  int         memory;         /* reals per contact */
  unsigned    needs, gives;   /* NEEDS_ and GIVES_ bits of all terms */
  unsigned quantities, flows; /* as bits: quantities that terms read, and that they give flows of */
  /* largest rate of dashpots that are given by one, of those across the normal over ACROSS_MOST,
     1/s */
  double   fastest;
  unsigned gains; /* those that contacts give to both bodies, of one term at most */
  /* m: contacts begin at gaps below reach and end above keeps >= reach; 0: at touching */
  double reach, keeps;
  /* keeps a history that belongs to a pair of pebbles: places of two capsules share it (law_inherit) */
  bool               has_history;
  const ContactTerm *terms[SLOTS];    /* in the order of slots, without gaps */
  int                columns[SLOTS];  /* reals per contact of each term */
  int                exchange[SLOTS]; /* index of the quantity of each term; -1: none */
  void              *constants[SLOTS];
} Law;

typedef struct Laws {
  int     n, n_materials;
  Law    *list;
  int    *of;       /* [n_materials][n_materials] law of a pair of materials, -1: none given */
  bool   *never;    /* [n_materials][n_materials] `normal: none`: the two pass through each other */
  int     memory;   /* reals per contact: maximum over the laws */
  double  reach;    /* m: largest distance of surfaces at which a law acts */
  double *reach_of; /* [n] this distance for each law, m */
} Laws;

/* Options of the kind `contact`. */
extern const OptionKind contact_kind;

/* Read every `contact` object; the constants of rank 0 are broadcast. Mistakes go to options.
   Collective. */
PetscErrorCode laws_create(const Parallel *par, Options *options, const Materials *materials,
                           Laws **laws);
void           laws_destroy(Laws **laws);

/* True if a law gives one of these (GIVES_ bits). */
bool laws_give(const Laws *laws, unsigned gives);
/* Quantities that laws read or give flows of, as bits. */
unsigned laws_quantities(const Laws *laws);
/* Columns of the laws' memory by name, a line for each law that has any: "flow: 0-2 stretch (m)".
   Free it with array_free. */
void laws_memory_names(const Laws *laws, char **text);

/* Origin of the law's memory in that of another one (NULL: none): columns[law->memory] gets the
   column there of the same field of the same term, -1: there is none. Returns true if every field
   of both has its match. */
bool law_map_memory(const Law *law, const Law *other, int *columns);

/* Stiffness of the stiffest term in these slots (SLOTS_ALONG, SLOTS_ACROSS, both, or SLOTS_TURN) at
   a reduced radius (m) and an overlap (in reduced radii), N/m, or N m/rad; 0 if there is none. */
double law_stiffness(const Law *law, unsigned slots, double radius, double overlap);
/* True if the stiffness of a term depends on the overlap. */
bool law_is_nonlinear(const Law *law);
/* Part of the largest overlap of an impact at which dashpots that grow with the overlap are taken in the
   first step of a contact, for the stable step. */
#define FIRST_TOUCH 0.05
/* Overlap for the stiffness in the stable step, in reduced radii: largest overlap of an impact of
   this effective mass (kg) at this speed (m/s), limited to LEAST_OVERLAP .. 1; REFERENCE_OVERLAP
   for speed 0 (not known). */
double law_overlap(const Law *law, double radius, double mass, double speed);
/* Shortest duration of an elastic impact over the terms along and across the normal, s; inverse: 1
   / effective mass of the two bodies, 1/kg. */
double law_time(const Law *law, double radius, double overlap, double inverse);
/* Largest decay rate of a dashpot in these slots, 1/s. Inverse masses, 1/kg: whole, of the reduced
   mass of the two bodies; point, of the effective mass at the contact point, which dashpots given
   by a damping ratio use; mode, of the damped motion, which may involve several contacts. */
double law_slowing(const Law *law, unsigned slots, double radius, double overlap, double whole,
                   double point, double mode);
/* Largest conductance of its terms for a quantity (TermLimits.conducts) at a reduced radius (m)
   and an overlap (in reduced radii). */
double law_conducts(const Law *law, const Quantity *quantity, double radius, double overlap);
/* Finest grain of a counted quantity in all laws; 0: none has it. */
double laws_grain(const Laws *laws, const Quantity *quantity);
/* Shortest half period of the springs that couples have, s; INFINITY: there are none. inverse: of
   the effective moment of inertia of the two bodies, 1/(kg m^2). */
double law_turn_time(const Law *law, double radius, double overlap, double inverse);
/* Apply all terms, in order, to a batch whose geometry and motion are set. Terms that act on
   overlaps only (ContactTerm.keeps) leave no trace on contacts that are apart. */
void law_apply(const Law *law, ContactBatch *batch);
/* law_apply in parts: law_apply_begin sets batch->memory for the first term, law_apply_term applies
   term t with these constants; after each the caller moves batch->memory on by law->columns[t]. */
void law_apply_begin(const Law *law, ContactBatch *batch);
void law_apply_term(const Law *law, int t, const void *constants, ContactBatch *batch);
/* A law with has_history: contact k of the batch is a new place of two pebbles that touch already, or are
   kept, at another one, whose memory is row[law->memory]. It begins with the history of the pair. */
void law_inherit(const Law *law, const double *row, int k, ContactBatch *batch);
/* The columns that a term may add to, except flows. */
enum { ADDED = 8 };
static inline void batch_added(ContactBatch *b, double *columns[ADDED])
{
  double *const all[ADDED] = {b->push, b->jump, b->fx, b->fy, b->fz, b->cx, b->cy, b->cz};

  memcpy(columns, all, sizeof all);
}

/* Find the elastic energy of every contact of the batch in these slots, energy[batch->n], J; energy
   is 0 before. A contact that the law does not keep at its gap, as one found in a checkpoint under
   another law, has none. */
void law_energy(const Law *law, unsigned slots, ContactBatch *batch, double *energy);
/* Find the energy that every contact can give back (ContactTerm.stored), for accounts, as
   law_energy does. pushed: batch->push is that of these contacts; else it is found, which changes
   memory and forces of the batch. */
void law_stored(const Law *law, unsigned slots, bool pushed, ContactBatch *batch, double *energy);

/* ---- pairs of materials that objects of the section are for (law_pairs.c) */

typedef struct {
  const char *object; /* owned by the options */
  int         a, b;   /* materials, a <= b */
  bool        never;  /* normal: none */
} LawPair;

/* Find the pairs that have a law, those of an object one after the other, in the order of objects
   and materials; *pairs is freed with array_free. Mistakes are noted. */
void law_pairs_find(Options *options, const Materials *materials, int *n, LawPair **pairs);
/* The softest material that the law, by its name, is for, or its pair of it; NULL: it is not known
   which of several are in touch, or none has young. */
const char *law_softest(const Options *options, const char *law);

/* ---- properties of a law that follow from those of its two materials (mixing.c) */

/* mixing */
extern const Option mixing_options[];

/* Set every property (property_options) that the law needs and does not give to the mean of those
   of its materials. Note a mistake if one of them lacks it. */
PetscErrorCode mixing_apply(Options *options, const char *law, const Material *a,
                            const Material *b);
/* Take back what mixing_apply has set: the object is for several pairs. */
void mixing_forget(Options *options, const char *law);

#endif

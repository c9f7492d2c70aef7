/* SPDX-License-Identifier: MIT */
/* Plug-in kind ContactTerm: a law is a sum of terms, at most one in each slot, applied in the order
   of slots. A term is one const struct and one line in term_list.h; those of a family share a
   file. */
#ifndef CONTACT_TERM_H
#define CONTACT_TERM_H

#include "contact/batch.h"
#include "contact/term_list.h"
#include "matter/template.h"
#include "options/options.h"

#define NAME_SLOT(name, key, help, terms) SLOT_##name,

/* Slots, in the order in which their terms are read and applied. contact_slots has their keys in
   the scenario, tables of terms and defaults. */
typedef enum { SLOT_NORMAL, MORE_SLOTS(NAME_SLOT, ) SLOTS } Slot;

/* Sets of slots, as bits: springs and dashpots along the normal, across it (where the arm adds
   rotation even to spheres), and of couples. */
enum {
  SLOTS_ALONG  = 1 << SLOT_NORMAL | 1 << SLOT_COHESION,
  SLOTS_ACROSS = 1 << SLOT_TANGENTIAL,
  SLOTS_TURN   = 1 << SLOT_ROLLING | 1 << SLOT_TWISTING,
  SLOTS_ALL    = -1
};

/* Results of a term beside the force at the contact point (ContactTerm.gives). */
enum {
  GIVES_COUPLE = 1, /* couple on a, N m; b gets the opposite */
  GIVES_FLOW   = 2, /* flow of its quantity into a; b gets the opposite */
  GIVES_GAIN =
    4 /* batch->gain: flow of its quantity from the contact into both, half each (evaluate.h);
                       needs GIVES_FLOW, too */
};

typedef struct ContactTerm ContactTerm;

/* Input of a term's read() for a pair of materials. */
typedef struct {
  Options        *options;
  const char     *law; /* name of the contact object */
  const Material *a, *b;
  /* a mistake was noted in `normal`, or in moduli of a or b: further ones may only follow from it */
  bool doubtful;
  /* terms of this law in earlier slots, with their constants; NULL: none */
  const ContactTerm *terms[SLOTS];
  const void        *constants[SLOTS];
} LawSource;

/* Values of keys of the contact object. */
static inline double source_real(const LawSource *s, const char *key)
{
  return option_real(s->options, "contact", s->law, key);
}

static inline const char *source_word(const LawSource *s, const char *key)
{
  return option_word(s->options, "contact", s->law, key);
}

static inline bool source_has(const LawSource *s, const char *key)
{
  return option_has_value(s->options, "contact", s->law, key);
}

/* Note a mistake in a key, unless the law is doubtful; then a message as of printf. */
#define SOURCE_MISTAKE(source, key, ...) \
  do { \
    if (!(source)->doubtful) \
      option_mistake((source)->options, "contact", (source)->law, key, __VA_ARGS__); \
  } while (0)

/* Numbers that a contact keeps from step to step. */
typedef struct {
  const char *name, *unit;
  int         components; /* reals */
} MemoryField;            /* a list ends with name == NULL */

/* A contact of two bodies, for limits(). */
typedef struct {
  double radius;  /* reduced, m */
  double overlap; /* in reduced radii */
  /* reduced mass of the bodies, kg; in the slots of SLOTS_TURN effective moment of inertia about
     the centres, kg m^2 */
  double mass;
  /* effective mass at the contact point, kg; in the slots of SLOTS_TURN effective moment of inertia
     about that point, kg m^2 */
  double point_mass;
  double speed; /* of an elastic impact of point_mass, m/s */
} TermCase;

typedef struct {
  double stiffness; /* N/m; N m/rad in the slots of SLOTS_TURN; 0: the term has no spring */
  double damping;   /* dashpot coefficient, kg/s; N m s/rad in the slots of SLOTS_TURN; 0: none */
  double deepest;   /* largest overlap of the impact of a term with hertzian, in reduced radii */
  double conducts;  /* flow of its quantity over the difference of the values; 0: none */
  double widest;    /* largest reduced radius, m, for which reach() and keeps() are right; 0: any */
} TermLimits;

/* A spring whose stiffness does not depend on the overlap: constant + 2 modulus x reduced
   radius. */
typedef struct {
  double constant; /* N/m */
  double modulus;  /* Pa */
} LinearSpring;

/* A part of a term's constants; size 0: none. */
typedef struct {
  size_t offset, size;
} TermPart;

/* Member m of the struct S. */
#define TERM_PART(S, m) \
  { \
    offsetof(S, m), sizeof(((S *)0)->m) \
  }

struct ContactTerm {
  Plugin             head;   /* name, sentence, source, keys in `contact` of its own */
  Slot               slot;   /* slot of its list in term_list.h */
  size_t             size;   /* size of its constants, bytes; they are zero before read() */
  const MemoryField *memory; /* NULL: none */
  unsigned           gives;  /* GIVES_ bits; 0: a force at the contact point only */
  const Quantity
          *quantity; /* which it reads, in batch->exchange, and gives a flow of; NULL: none */
  unsigned needs;    /* NEEDS_ bits of the columns of a batch that it always reads */
  /* Set what the rows of its tables of keys (head.options) that name a member have not filled;
     mistakes go to option_mistake. Returns NEEDS_ bits of further columns. NULL: nothing is left to
     do. */
  unsigned (*read)(void *self, const LawSource *source);
  /* Add this term's forces for every contact of the batch and update its memory. */
  void (*apply)(const void *self, ContactBatch *batch);
  /* Distance of the surfaces, m, up to which the term acts on pairs that have not touched. None: 0.
   */
  TermPart reach;
  /* Distance of the surfaces, m, until which its memory lives, and it acts, once a pair has
     touched. None: reach. A term without reach and keeps acts on overlaps only: law_apply hides
     contacts whose surfaces are apart from it, and its memory of them is zero. */
  TermPart keeps;
  /* Set the limits of dt: auto of a contact, which are 0 before. NULL: there are none. */
  void (*limits)(const void *self, const TermCase *at, TermLimits *limits);
  /* The spring with `factor` times its stiffness. NULL: the stiffness depends on the overlap. */
  LinearSpring (*linear)(const void *self, double factor);
  /* The surfaces touch in a circle of radius sqrt(reduced radius x overlap), as Hertz' spheres: the
     stiffness grows with it. */
  bool hertzian;
  /* The dashpot beside a spring: constants that are 0 without it, for the account of energies
     (term_work.h). */
  TermPart dashpot;
  /* Grain of a counted quantity, a power of two: the flows of the term are multiples of it. None:
     its quantity is not counted. */
  TermPart grain;
  /* duration of an elastic impact over pi sqrt(m / k), k the stiffness at the largest overlap; 0
     means 1 */
  double duration;
  /* Add the elastic energy of every contact to energy[n], J; NULL: the term stores none. */
  void (*energy)(const void *self, const ContactBatch *batch, double *energy);
  /* Add the energy that every contact can give back: less than the elastic energy for a spring that
     slides at a limit of batch->push, which is set. NULL: all of the elastic energy. */
  void (*stored)(const void *self, const ContactBatch *batch, double *energy);
};

#define TERMS_OF_SLOT(name, key, help, terms) terms
#define DECLARE_TERM(term)                    extern const ContactTerm term;
NORMAL_TERMS(DECLARE_TERM)
MORE_SLOTS(TERMS_OF_SLOT, DECLARE_TERM)
#undef DECLARE_TERM

/* The keys of `contact` that choose a term, [SLOTS] and an end: key, table of terms (`plugins`),
   default none or required. A slot without terms has no key. */
extern const Option contact_slots[];

/* True if the term is in one of these slots, SLOTS_ bits. */
static inline bool term_is_in(const ContactTerm *term, unsigned slots)
{
  return slots >> term->slot & 1;
}

/* A real of a term's constants; `none` if the part is none. */
static inline double term_real(TermPart part, const void *constants, double none)
{
  return part.size > 0 ? *(const double *)((const char *)constants + part.offset) : none;
}

/* Key of the slot whose terms exchange the quantity, such as "heat". */
const char *term_exchanging(const Quantity *quantity);
/* ContactTerm.limits; all 0 for a term without. */
TermLimits term_limits(const ContactTerm *term, const void *constants, TermCase at);

/* Keys of tangential terms that slide at a Coulomb cap, which are read one by one. */
extern const Option sliding_options[];

/* Overlap, in reduced radii, for the stiffness of nonlinear springs in the stable step: that of the
   impact, but at least LEAST_OVERLAP, which covers bodies at rest under load; REFERENCE_OVERLAP
   where no impact speed is known. */
#define LEAST_OVERLAP     0.001
#define REFERENCE_OVERLAP 0.01

/* Effective Young's modulus E*, 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b; Pa (Johnson 1985, eq.
   4.24). */
double contact_young(const Material *a, const Material *b);
/* True if both materials have Young's modulus; else a mistake is noted, which names the law, the
   key that needs it and the material. slot: key of the term that asks. */
bool contact_has_young(const LawSource *source, const char *slot);

#endif

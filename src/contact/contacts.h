/* SPDX-License-Identifier: MIT */
/* Contacts: the near pairs that touch, the forces of their laws, and their memory.

   Memory exists for pairs that touch. It is read from the last committed step and written to a
   second copy, so that a step can be evaluated again (after a rebuild, or with coarser quanta)
   without advancing the memory twice. */
#ifndef CONTACT_CONTACTS_H
#define CONTACT_CONTACTS_H

#include "base/sums/sum.h"
#include "contact/law.h"
#include "contact/memory/record.h"
#include "matter/loads.h"
#include "search/wall_pairs.h"

/* Contacts of one cell of a pair list (a block of pebbles and a law), in a row. */
typedef struct {
  PetscInt first; /* index of the first one; they end where the next run begins */
  size_t   real;  /* index of its first real in Touching.memory */
} Run;

/* Touching pairs of a list, in list order. Those of a cell are a run, with rows of memory as wide
   as their law's. */
typedef struct {
  PetscInt n, capacity;
  int32_t *pair;  /* index in the pair list */
  size_t   reals; /* reals of memory in use */
  PetscInt lines; /* memory allocated, in TOUCHING_LINE reals */
  double  *memory;
  int      n_runs, run_capacity;
  Run     *run; /* [n_runs + 1]: of each cell; then the end */
} Touching;

/* Result of one evaluation on this rank. */
typedef struct ContactReport {
  double largest_force, largest_work; /* largest single contribution to the loads, N, J */
  double pull;           /* of fields and forces on a clump: largest acceleration of one, m/s^2 */
  double largest_torque; /* largest couple, as a torque over the arm (Loads.torque), N */
  /* largest single contribution to each of Loads.more, in its unit */
  double largest_more[ACCUMULATORS_MOST];
  /* largest overlap over the smaller radius (of the pebble at a wall); 0 if none exceeds
     overlap_limit */
  double deepest;
  double deepest_gap; /* largest overlap, m */
  /* clumps of the contact with `deepest`; b is a wall's index when deepest_wall */
  Id     deepest_a, deepest_b;
  bool   deepest_wall;
  bool   possible; /* every force and work is within FORCE_MOST and WORK_MOST (base/bounds.h) */
  Id     wild_a, wild_b; /* if one is not: clumps of the first such contact found */
  bool   wild_wall;      /* wild_b is a wall's index */
  double wild;           /* force of that contact, N; with wild_flow: its flow of that quantity */
  const Quantity *wild_flow; /* NULL: it is a force */
  const char     *wild_by;   /* interaction that it belongs to; NULL: a contact */
  const char     *wild_of;   /* with wild_by: its option kind */
  const char     *wild_why;  /* with wild_by: why it is no number; "": nothing is known */
  bool            wild_pair; /* with wild_by: wild_b is a clump; else there is one body */
  bool            wild_all; /* with wild_by: it has failed as a whole, as wild_why says; no clump */
} ContactReport;

/* A clump of a record without a pair (unpaired.h); end: 2 k, or 2 k + 1, of record k; the rank that
   holds this. */
typedef struct {
  Id       id;
  PetscInt end;
  int      rank;
} UnpairedEnd;

/* Those of the records of all ranks, in the order of ranks, laws and records. Starts as {0}. */
typedef struct {
  PetscInt     n;     /* records */
  UnpairedEnd *ends;  /* [2 n] sorted by id */
  int64_t     *first; /* [ranks + 1] first record of each rank */
} UnpairedEnds;

typedef struct WallLoads WallLoads; /* contact/wall_loads.h */
typedef struct FacetHits FacetHits; /* contact/wall_loads.h */

typedef struct ContactBackend ContactBackend; /* contact/backend.h */

typedef struct Contacts {
  const Laws           *laws;
  const ContactBackend *backend;
  Touching              pebbles[2], walls[2]; /* [now]: committed, [!now]: being evaluated */
  int                   now;
  bool           holds; /* memory without a pair is held until the step is committed (unpaired.h) */
  ContactRecords held, offered; /* of this rank; to it, during a rebuild */
  UnpairedEnds   asked;         /* of what all ranks hold, during a rebuild */
  ContactBatch  *batch;
  int32_t       *hits;   /* workspace */
  WallPlace     *places; /* workspace: places of hits on walls */
  PetscInt       hits_capacity, places_capacity;
  /* work taken from the bodies by contacts in half a step, before or after the evaluated time, J */
  Sum        work;
  Sum        driven;   /* work of walls that move on the bodies in such half a step, J */
  int        n_walls;  /* 0: loads on walls are not asked for */
  WallLoads *on_walls; /* [n_walls] of the last evaluation */
  /* contacts with facets of walls in the last evaluation; NULL: not asked for */
  FacetHits          *on_facets;
  bool                by_member;  /* loads of pebbles are asked for */
  int64_t            *on_members; /* [pebbles][LOAD_PARTS] quanta, of the last evaluation (below) */
  PetscInt            members_capacity;
  struct Solids      *solids; /* contacts of free meshes (solids.h), owned; NULL: there are none */
  struct SolidWeight *weight; /* workspace of these, and of capsules on ridges of walls; or NULL */
  struct TermWork    *term_work; /* work of each term (term_work.h), owned; NULL: not asked for */
} Contacts;

/* Input of an evaluation. */
typedef struct ContactScene {
  const Domain  *domain;
  const Clumps  *clumps;
  const Pebbles *pebbles;
  const Walls   *walls;
  const Pairs   *pairs;
  double         dt, dt_before; /* s; see ContactBatch */
  double overlap_limit;      /* overlap over the smaller radius above which contacts are reported */
  const struct Links *links; /* links.h: their energy is added to that of contacts; NULL: none */
  const struct Exclusions *exclusions; /* exclusions.h: of free meshes; NULL: none */
  /* [clumps->n], for energies: only contacts and links of clumps whose number here is not 0 count;
     NULL: all */
  const int32_t *only;
} ContactScene;

/* True if the energy of a contact or link between these rows of clumps counts; b -1: there is no
   second clump. */
static inline bool contact_counts(const ContactScene *s, int32_t a, int32_t b)
{
  return !s->only || s->only[a] || (b >= 0 && s->only[b]);
}

/* Sinks: where the results of an evaluation of contacts go. There is one evaluation
   (contact/evaluate.h); the sink says which contacts it goes through and what it asks of the law:

     SINK_LOADS    near pairs that touch, or that their law keeps: forces, to the loads; memory of
                   the step before is renewed
     SINK_ENERGY   committed contacts: energy, to a sum
     SINK_VISITOR  contacts that the last SINK_LOADS has found: the same forces from the same memory,
                   to a visitor (contact/visit.h)
     SINK_STIFFNESS  the same contacts: stiffnesses and dashpots, to sums by clump
                   (contact/stiffness.h)

   The loops of a backend are compiled once for each kind of sink. */
typedef enum { SINK_LOADS, SINK_ENERGY, SINK_VISITOR, SINK_STIFFNESS } SinkKind;

typedef struct {
  SinkKind kind;
  /* SINK_LOADS */
  Loads         *loads;
  ContactReport *report;
  /* SINK_ENERGY */
  unsigned slots;  /* of the law, whose energies are added */
  Sum     *energy; /* J */
  /* SINK_VISITOR */
  const struct ContactVisitor *visitor;
  /* SINK_STIFFNESS */
  struct StiffnessSums *stiffness;
} ContactSink;

/* The pairs of pebbles and walls of a scene. */
static inline WallPairs contact_wall_pairs(const ContactScene *s)
{
  return (WallPairs){s->domain, s->pebbles, s->walls, &s->pairs->walls};
}

/* True if the surfaces of a pair are closer than `within` (m). */
bool contact_is_closer(const ContactScene *scene, bool walls, double within, int32_t pair);

/* Backends, by their names in the table of option choices. */
extern const Plugin *const contact_backends[];

/* backend: name of one of contact_backends. */
void contacts_create(const Laws *laws, const char *backend, Contacts **contacts);
void contacts_destroy(Contacts **contacts);

/* Make room for n more contacts with rows of `columns` reals. Kernels read and write up to three
   rows and three reals past the end: TOUCHING_SPARE rows are added for them. */
enum { TOUCHING_SPARE = 8, TOUCHING_LINE = 8 };
void touching_reserve(Touching *touching, PetscInt n, int columns);
/* Remove all contacts and make room for this number of runs; touching_run: begin the run of the
   next cell; touching_end: end the last. All runs must be begun, in order. */
void touching_clear(Touching *touching, int n_runs);
void touching_run(Touching *touching, int run);
void touching_end(Touching *touching);
/* Append the contact of a pair; returns its memory, `columns` reals that are not set. There must be
   room. */
static inline double *touching_add(Touching *touching, int32_t pair, int columns)
{
  double *row = touching->memory + touching->reals;

  touching->pair[touching->n++] = pair;
  touching->reals += (size_t)columns;
  return row;
}

/* Pick the near pairs again for the present poses (pairs_narrow). Memory moves to the new
   indices; that of pairs now farther apart than `near` (m) is dropped. Local. */
void contacts_narrow(Contacts *contacts, const ContactScene *scene, Pairs *pairs, double near);

/* An evaluation: contacts_begin, then contacts_apply for each block of the pair list in ascending
   order, when the pebbles of the block and of all lower rows are placed, then contacts_end. Adds
   the forces of touching pairs to loads, in quanta. Local. Commits nothing. */
void contacts_begin(Contacts *contacts, ContactReport *report);
void contacts_apply(Contacts *contacts, const ContactScene *scene, int block, Loads *loads,
                    ContactReport *report);
void contacts_end(Contacts *contacts);
/* Make the evaluated memory the committed one. */
void contacts_commit(Contacts *contacts);
/* The reverse, as long as the lists are those of the evaluation: for a visit after it. A commit must
   follow. */
void contacts_revert(Contacts *contacts);
/* Add the elastic energy of this rank's committed contacts in these slots to sum, J. */
void contacts_energy(Contacts *contacts, const ContactScene *scene, unsigned slots, Sum *sum);
/* Number of committed contacts of this rank. */
PetscInt contacts_count(const Contacts *contacts);
/* Number of committed contacts of some laws (of_law: [laws->n] flags). */
PetscInt contacts_count_of(const Contacts *contacts, const bool *of_law);

/* ---- memory by key, across rebuilds and into checkpoints ---- */

/* Make a list for each law, unless there are lists; one, without memory, if there are no laws. */
void records_open(const Laws *laws, ContactRecords *records);
/* Append the committed memory to records ({0}, or of these laws), with reference points and images
   as if every centre were wrapped now. Local. */
void contacts_pack(const Contacts *contacts, const ContactScene *scene, ContactRecords *records);
/* Send every record to the rank whose box holds its point. Collective. */
PetscErrorCode records_route(const Parallel *par, const Decomposition *decomposition,
                             ContactRecords *records);
/* Make the records the committed memory of the pairs just built, by records->map if it is set. With
   records->begin, pairs that a law acts on and that have no record become contacts with zero
   memory. With records->end, records of surfaces that are farther apart than their law keeps are
   left out, so that it does not matter whether the lists still have the pair. *lost: number of
   records without a pair. Local. */
void contacts_unpack(Contacts *contacts, const ContactScene *scene, const ContactRecords *records,
                     int64_t *lost);

/* ---- loads by pebbles (backends/tile_loads.c) ---- */

/* Loads of contacts by the pebbles that bear them, in the quanta of the loads of clumps: those of a
   clump's pebbles, over all ranks, sum up to what contacts add to the clump, to the bit. They are
   found if Contacts.by_member asks for them. */

/* Start from zero for this number of rows of pebbles: before an evaluation. */
void member_loads_begin(Contacts *contacts, PetscInt pebbles);
/* Sums of the pebble of row i: force, and torque about its clump's centre (matter/loads.h). */
static inline int64_t *member_load(Contacts *contacts, int32_t i)
{
  return contacts->on_members + (size_t)i * LOAD_PARTS;
}

/* Add n contacts of a list, hits: their pairs. force, about_a, about_b: quanta of the force on
   bodies a and of the torques on them; bodies b get the opposite. walls: bodies b are walls, which
   get nothing. */
void member_loads_add(Contacts *contacts, const PairList *list, bool walls, const int32_t *hits,
                      int n, int64_t force[3][TILE], int64_t about_a[3][TILE],
                      int64_t about_b[3][TILE]);

#endif

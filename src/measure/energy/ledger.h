/* SPDX-License-Identifier: MIT */
/* Plug-in kind LedgerEntry: one form of energy in the account that a run keeps. An entry is one
   const struct, and one line in the list below. All energies in J.

   Stored energy is found anew from the state. Work that forces take from the clumps (taken), and
   work that is put in from outside (supplied), is summed up step by step: the work of the forces of
   an evaluation in half a step counts for the half step before and for the one after it. What is
   taken and not stored is dissipated, so that

     kinetic + stored + dissipated - supplied - entered - changed + left = constant

   up to the integration error. entered, left: kinetic and stored energy of clumps when they came in
   and when they went; changed: what changes of clumps have added (turnover.h). Forces that follow
   from a potential alone need an entry of stored energy only. */
#ifndef MEASURE_ENERGY_LEDGER_H
#define MEASURE_ENERGY_LEDGER_H

#include "base/state.h"
#include "base/sums/sum.h"

/* Counts since the first step of a run, through all its restarts. */
typedef struct Account {
  int64_t next_id;  /* lowest id that was never used */
  int64_t removed;  /* clumps that left through open faces and were removed, over all ranks */
  int64_t inserted; /* clumps that inlets have put in, over all ranks */
} Account;

extern const StateItem account_state[];

typedef struct Measured Measured; /* measured.h */
struct World;                     /* matter/world.h */

/* LEDGER_PART: a part of dissipated or stored energy that other entries have counted already; it is
   shown, and is in no sum. LEDGER_TURNOVER: of clumps that came, went or were changed, a number of
   its own. */
typedef enum {
  LEDGER_STORED,
  LEDGER_TAKEN,
  LEDGER_SUPPLIED,
  LEDGER_TURNOVER,
  LEDGER_PART
} LedgerSide;

typedef struct LedgerEntry LedgerEntry;
struct LedgerEntry {
  const char *name, *text; /* text: one sentence */
  LedgerSide  side;
  /* of stored energy: the entry of taken work that contains it; NULL: none does */
  const LedgerEntry *from;
  /* false: this run has no such energy. The same on all ranks. Not NULL. */
  bool (*is_used)(const Measured *);
  /* of stored energy, and parts of it: add what this rank's bodies store now. Collective. */
  PetscErrorCode (*add)(const Measured *, Sum *);
  /* of all other energy: this rank's work in half a step, of the forces of the last
     evaluation; NULL: the work is added to ledger_sum where it is done */
  const Sum *(*half)(const Measured *);
};

/* The list of entries, in the order in which they are added up: one line each. Checkpoints name
   them. */
#define LEDGER_ENTRIES(ENTRY) \
  ENTRY(ledger_gravity) \
  ENTRY(ledger_elastic) \
  ENTRY(ledger_links) \
  ENTRY(ledger_links_broken) \
  ENTRY(ledger_links_damped) \
  ENTRY(ledger_contacts) \
  ENTRY(ledger_interactions) \
  ENTRY(ledger_deformable) \
  ENTRY(ledger_yielding) \
  ENTRY(ledger_walls) \
  ENTRY(ledger_faces) \
  ENTRY(ledger_driven) \
  ENTRY(ledger_cell) \
  ENTRY(ledger_forces) \
  ENTRY(ledger_damping) \
  ENTRY(ledger_thermostats) \
  ENTRY(ledger_restarts) \
  ENTRY(ledger_constraints) \
  ENTRY(ledger_motors) \
  ENTRY(ledger_crush) \
  ENTRY(ledger_entered) \
  ENTRY(ledger_left) \
  ENTRY(ledger_changed) \
  ENTRY(ledger_part_normal) \
  ENTRY(ledger_part_cohesion) \
  ENTRY(ledger_part_tangential) \
  ENTRY(ledger_part_rolling) \
  ENTRY(ledger_part_twisting) \
  ENTRY(ledger_part_links) \
  ENTRY(ledger_work_normal) \
  ENTRY(ledger_work_cohesion) \
  ENTRY(ledger_work_tangential) \
  ENTRY(ledger_work_rolling) \
  ENTRY(ledger_work_twisting) \
  ENTRY(ledger_work_dashpots) \
  ENTRY(ledger_work_links) \
  ENTRY(ledger_work_interactions) \
  ENTRY(ledger_work_deformable)

#define DECLARE_ENTRY(entry) extern const LedgerEntry entry;
#define COUNT_ENTRY(entry)   +1
LEDGER_ENTRIES(DECLARE_ENTRY)
enum { LEDGER_LENGTH = 0 LEDGER_ENTRIES(COUNT_ENTRY) };
#undef DECLARE_ENTRY
#undef COUNT_ENTRY

extern const LedgerEntry *const ledger_entries[]; /* [LEDGER_LENGTH] and NULL */

/* Sums of an entry over all ranks, as in a checkpoint. For stored energy `sum` is the
   stored energy. */
typedef struct {
  Sum sum, half;
} LedgerState;

/* This rank's part of the sums of taken and supplied entries since the first step. They contain
   `half`, the work of the half step to come. Starts as {0}. */
typedef struct Ledger {
  Sum         sum[LEDGER_LENGTH], half[LEDGER_LENGTH];
  LedgerState saved[LEDGER_LENGTH]; /* set by ledger_gather, or read from a checkpoint */
  bool        knows_stored;         /* saved has the stored energies of a checkpoint */
  bool        changed;              /* ledger_revise has entered an energy, in any run so far */
  bool        forced;               /* the checkpoint has work of forces */
  bool        lacks[LEDGER_LENGTH]; /* the checkpoint has no such entry */
} Ledger;

/* Place of an entry in the list. */
int ledger_index(const LedgerEntry *entry);
/* The sum of an entry. */
Sum *ledger_sum(Ledger *ledger, const LedgerEntry *entry);

/* Before the first step, when its forces are known: exclude the energy that is stored already,
   which was not taken from the clumps in this run. resumed: after ledger_take, of the parts alone
   that the checkpoint lacks. Collective. */
PetscErrorCode ledger_open(Ledger *ledger, const Measured *measured, bool resumed);
/* Add the work of the last evaluation, for the half step to come and, if there is one (`before`),
   for the half step before. Local. */
void ledger_book(Ledger *ledger, const Measured *measured, bool before);

/* The half step to come is `stretch` times as long as that for which work was booked. Collective. */
PetscErrorCode ledger_stretch(Ledger *ledger, const Parallel *par, double stretch);

/* State of entries in checkpoints, kept in `saved`. ledger_gather sets `saved`. ledger_take goes on
   from a checkpoint (World.saved), with the sums of contacts, which are saved apart; entries that
   the checkpoint lacks start at 0. stretch: dt over the dt of the checkpoint, by which the work of
   the half step to come is multiplied. Collective. */
PetscErrorCode ledger_gather(Ledger *ledger, const Measured *measured);
void           ledger_take(struct World *world, const LedgerState *contacts, double stretch);
/* True if the entry is not 0 in the checkpoint from which the run was restarted. */
bool         ledger_was_saved(const Ledger *ledger, const LedgerEntry *entry);
LedgerState *ledger_saved(Ledger *ledger, const LedgerEntry *entry);

/* After ledger_take, if laws, walls or other things that store energy differ from the checkpoint:
   book the energy stored now less that stored there as supplied, and also as taken, so that the
   dissipated energy stays as it was. Nothing is done if the checkpoint has no stored energies.
   Contacts that begin with the change must exist already (ContactRecords.begin). Collective. */
PetscErrorCode ledger_revise(Ledger *ledger, const Measured *measured);

/* The account at one time, the same on all ranks. */
typedef struct {
  double stored, dissipated, supplied; /* J */
  double of[LEDGER_LENGTH];            /* each entry, J; 0: it is not used */
} Energies;

double ledger_value(const Energies *energies, const LedgerEntry *entry);

enum { LEDGER_SUMS = 2 * LEDGER_LENGTH };

/* After a finished step: set this rank's part of the sums, 0 before, of all entries, then of their
   halves; the account that follows from the sums over all ranks. ledger_add is collective. */
PetscErrorCode ledger_add(const Measured *measured, Sum sums[LEDGER_SUMS]);
void           ledger_from(const Sum sums[LEDGER_SUMS], Energies *energies);
/* True if the run has an entry of this side. */
bool ledger_has(const Measured *measured, LedgerSide side);

/* A Sum of work as state. */
extern const StateItem work_state[];

#endif

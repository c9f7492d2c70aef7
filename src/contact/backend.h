/* SPDX-License-Identifier: MIT */
/* Plug-in kind ContactBackend: how contacts are evaluated, and on what machine. All backends give
   the same bits. A new one is its own file (or files) and one line in the list below.

   A backend is called once for a block of the pair list or more, never for single contacts. One on
   the host keeps memory in Contacts.pebbles and Contacts.walls and sets only the hook `evaluate`,
   which sweeps the contacts, recalls their memory and adds their loads; all else is in
   contact/evaluate.h. One with memory elsewhere keeps there the numbers of contacts and their pairs
   (Touching.n, pair, run), and hands the memory itself over in pack and unpack. */
#ifndef CONTACT_BACKEND_H
#define CONTACT_BACKEND_H

#include "contact/geometry.h"

/* Every backend. */
/* clang-format off */
#define CONTACT_BACKENDS(BACKEND) \
  BACKEND(backend_batched) \
  BACKEND(backend_single)

/* clang-format on */

struct ContactBackend {
  Plugin head;
  /* Evaluate the contacts of the cells from .. to - 1 of the pair lists (PairList.start), those of
     pebbles first. */
  void (*evaluate)(Contacts *contacts, const ContactScene *scene, int from, int to,
                   const ContactSink *sink);
  /* As contacts_begin, .. of contacts.h. NULL: memory is on the host, and those are all that is to
     be done. */
  void (*begin)(Contacts *contacts, ContactReport *report);
  void (*end)(Contacts *contacts);
  void (*commit)(Contacts *contacts); /* swaps two copies: contacts_revert calls it, too */
  void (*narrow)(Contacts *contacts, const ContactScene *scene, Pairs *pairs, double near);
  void (*pack)(const Contacts *contacts, const ContactScene *scene, ContactRecords *records);
  void (*unpack)(Contacts *contacts, const ContactScene *scene, const ContactRecords *records,
                 int64_t *lost);
};

/* ---- tile_loads.c, which backends share: loads of a tile, and of a contact that is evaluated
   alone, as a batch of one: by the slow twin of the batched backend (backend_single.c) and for
   contacts of solids (solid_forces.c) */

/* Loads of a tile in quanta: forces on a, torques on a, torques of the same forces about b; couples
   are part of the torques. */
typedef struct {
  _Alignas(64) int64_t f[3][TILE], ta[3][TILE], tb[3][TILE];
} TileLoads;

/* Round every contribution to its quantum. couples: the law gives some (GIVES_COUPLE); they are
   contributions of their own: rounded once, as the torques of forces are, and added as integers.
   Notes in the report the largest force component and the largest couple as monitored (geometry.h),
   N. */
void tile_loads_round(const Tile *tile, const ContactBatch *batch, bool couples, const Loads *loads,
                      TileLoads *quanta, ContactReport *report);
/* Work taken from the bodies by the contacts in a time dt: -(force on a) . (relative velocity) dt,
   and with couples -(couple on a) . (relative spin) dt, as the sum of their quanta (1 / inverse,
   J). *largest: largest size of either so far, J. */
int64_t tile_loads_work(const ContactBatch *batch, bool couples, double dt, double inverse,
                        double *largest);

/* Round forces, torques, couples (with `couples`) and work of the contact in contacts->batch to quanta,
   add them to the sums of its bodies (tile->b[0] < 0: of the first alone) and to the work, and note the
   largest of each. members: sums of its two pebbles, [LOAD_PARTS] quanta each, or NULL. dt: the step,
   s. Local. */
void contact_add_loads(Contacts *contacts, bool couples, double dt, const Tile *tile,
                       int64_t *const members[2], Loads *loads, ContactReport *report);

#endif

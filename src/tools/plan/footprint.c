/* SPDX-License-Identifier: MIT */
/* Memory of a rank, by a list of all that is stored per clump, copy, pebble, pair or contact: add
   an item here whenever an array is added. */
#include "tools/plan/footprint.h"
#include "space/holders.h"

const char *const memory_users[] = {"owned clump",
                                    "held copy",
                                    "given copy",
                                    "pebble",
                                    "listed pair",
                                    "near pair",
                                    "listed pair of interactions",
                                    "near pair of interactions",
                                    "contact",
                                    NULL};

/* Lifetime: always, during a whole rebuild, or during one stage of it, in their order. */
typedef enum { ALWAYS, REBUILD, CUT, MIGRATE, HALO, SEARCH, CARRY, MOMENTS } Moment;

/* Allocated size for n items: n; the result of repeated growth by 50 %; 1.5 n (lists that are
   rebuilt with a few more items). */
typedef enum { EXACT, GROWN, SPARE } Room;

typedef struct {
  FootprintUser user;
  Moment        moment;
  Room          room;
  double        bytes;
} Item;

enum { ITEMS_MOST = 64 };

typedef struct {
  int  n;
  Item item[ITEMS_MOST];
} Items;

static void add(Items *items, FootprintUser user, Moment moment, Room room, double bytes)
{
  if (items->n < ITEMS_MOST) items->item[items->n++] = (Item){user, moment, room, bytes};
}

/* Position, weight and part of a point that is balanced. */
enum { WEIGHED = sizeof(Vec3) + sizeof(int32_t) + sizeof(int) };

static Items list_items(const Field *fields, int columns)
{
  const double of_clump = (double)fields_columns_size(fields) + 1; /* with a share of its tile */
  const double sums     = (double)halo_load_bytes(fields);
  const double ticket   = (double)holders_record_size(fields);
  const double memory   = (double)columns * sizeof(double); /* of a contact */
  const double slots    = 3; /* per record, 2 to 4: the size of the table is a power of two */
  Items        items    = {0};

  /* columns of a clump row, and data kept for it */
  for (int held = 0; held < 2; held++) {
    const FootprintUser user = held ? FOR_HELD : FOR_OWNED;

    add(&items, user, ALWAYS, GROWN, of_clump);
    add(&items, user, ALWAYS, SPARE, sums);
    add(&items, user, CARRY, EXACT, sizeof(Image)); /* images of the keys */
  }
  add(&items, FOR_OWNED, CUT, EXACT, WEIGHED);
  add(&items, FOR_OWNED, MIGRATE, EXACT, (double)clumps_migrate_bytes());

  /* A copy is sent at a rebuild: it takes memory at the owner, in the messages and at the receiver,
     and both ends are in the graph of communication. */
  add(&items, FOR_GIVEN, ALWAYS, SPARE, (double)halo_root_bytes(fields));
  add(&items, FOR_GIVEN, HALO, GROWN, ticket + (double)mail_record_bytes());
  add(&items, FOR_GIVEN, HALO, EXACT, ticket);
  add(&items, FOR_HELD, HALO, EXACT, ticket);

  add(&items, FOR_PEBBLE, ALWAYS, GROWN, sizeof(Ball) + 4 * sizeof(int32_t));
  add(&items, FOR_PEBBLE, ALWAYS, SPARE, sizeof(Ball)); /* position at the rebuild */
  add(&items, FOR_PEBBLE, CUT, EXACT, WEIGHED);
  /* sorted into cells, at most about one per pebble */
  add(&items, FOR_PEBBLE, SEARCH, EXACT,
      (double)pairs_trait_bytes() + 2 * sizeof(int32_t) + sizeof(Ball) + sizeof(PetscInt) +
        sizeof(int32_t));

  add(&items, FOR_LISTED, ALWAYS, SPARE, 2 * sizeof(int32_t));
  add(&items, FOR_LISTED, SEARCH, EXACT, sizeof(int32_t)); /* one column is reallocated at a time */
  add(&items, FOR_PAIR, ALWAYS, SPARE, 3 * sizeof(int32_t));
  add(&items, FOR_PULLED_LISTED, ALWAYS, GROWN, sizeof(int32_t));
  add(&items, FOR_PULLED, ALWAYS, GROWN, sizeof(int32_t));

  /* memory of the committed and of the evaluated contacts; records by key while lists change, and
     the hash table that finds them */
  add(&items, FOR_CONTACT, ALWAYS, GROWN, 2 * (sizeof(int32_t) + memory));
  add(&items, FOR_CONTACT, REBUILD, EXACT, (double)record_bytes(columns));
  add(&items, FOR_CONTACT, CARRY, EXACT, slots * (sizeof(PetscInt) + 1));
  return items;
}

static double room_for(double n, Room room)
{
  int64_t grown = 0; /* capacity after array_reserve was called for 1, 2, .. n items */

  if (room != GROWN) return room == SPARE ? 1.5 * n : n;
  while ((double)grown < n) grown = grown + grown / 2 > grown ? grown + grown / 2 : grown + 1;
  return (double)grown;
}

static Footprint sum(const double moments[MOMENTS])
{
  double worst = 0;

  for (int m = CUT; m < MOMENTS; m++) worst = max_real(worst, moments[m]);
  return (Footprint){.standing = moments[ALWAYS],
                     .peak     = moments[ALWAYS] + moments[REBUILD] + worst};
}

Footprint footprint_of_one(FootprintUser user, const Field *fields, int columns)
{
  const Items items            = list_items(fields, columns);
  double      moments[MOMENTS] = {0};

  for (int k = 0; k < items.n; k++)
    if (items.item[k].user == user) moments[items.item[k].moment] += items.item[k].bytes;
  return sum(moments);
}

Footprint footprint_of_part(const Part *part, const Field *fields, int columns, int parts)
{
  const Items  items            = list_items(fields, columns);
  const double count[FOR_N]     = {[FOR_OWNED]  = (double)part->clumps,
                                   [FOR_HELD]   = (double)part->copies,
                                   [FOR_GIVEN]  = (double)part->given,
                                   [FOR_PEBBLE] = (double)part->pebbles,
                                   [FOR_LISTED] = (double)(part->listed - part->pulled_listed),
                                   [FOR_PAIR]   = (double)(part->pairs - part->pulled + part->hard),
                                   [FOR_PULLED_LISTED] = (double)part->pulled_listed,
                                   [FOR_PULLED]        = (double)part->pulled,
                                   [FOR_CONTACT]       = (double)part->contacts};
  double       moments[MOMENTS] = {0};

  for (int k = 0; k < items.n; k++) {
    const Item *i = &items.item[k];

    moments[i->moment] += room_for(count[i->user], i->room) * i->bytes;
  }
  moments[ALWAYS] += room_for((double)part->held_bytes, GROWN);
  moments[ALWAYS] += room_for((double)part->more_bytes, GROWN);
  moments[ALWAYS] += 2.0 * parts * (sizeof(Cut) + sizeof(Box));
  moments[CUT] += (double)parts * (double)decomposition_search_bytes();
  return sum(moments);
}

/* SPDX-License-Identifier: MIT */
/* State that a checkpoint holds beside its rows of clumps, contacts and links. It is listed once,
   in a table next to the struct that it belongs to:

     const StateItem clock_state[] = {
       ITEM(INT64, IN(Clock, step), NULL, 0, STEPS_MOST, "number of the time step"),
       ITEM(REAL, KEY_IN("box", Domain, cell.now.box), "m", 0, LENGTH_MOST, "sides", .count = 3),
       ITEM(TEXT, BY("integrator", get_name, NULL), NULL, 0, 0, "its name", .count = NAME_LENGTH),
       {0},
     };

   Writing, reading, bounds, digests, comparison and docs/reference/files.md follow the tables. A
   part of the program names its table and its struct in a StatePart. All of this is local, and the
   same on all ranks. */
#ifndef BASE_STATE_H
#define BASE_STATE_H

#include "base/parallel.h"

typedef enum { STATE_REAL, STATE_INT64, STATE_INT32, STATE_BITS, STATE_TEXT } StateType;

enum {
  STATE_PATH = 128,
  STATE_WHY  = 512,
  STATE_ANY  = -1,     /* count of an item whose length varies */
  STATE_MOST = 1 << 30 /* largest length of such an item */
};

enum {
  STATE_DERIVED = 1, /* no state: it describes the writing */
  STATE_LACKING = 2  /* a file may lack it: the struct then keeps its value */
};

/* Group of a file with the parts that belong to objects of the scenario or to plug-ins:
   STATE_FOLDER/KIND/NAME. */
#define STATE_FOLDER "/clast/state"
/* Group of a file with the datasets of parts that occur once. */
#define EXTRAS_FOLDER "/clast/extras"
/* DERIVED_FOLDER/NAME holds values that follow from the state: they are no part of it, nor of its
   digest. */
#define DERIVED_FOLDER STATE_FOLDER "/derived"

/* Numbers of a member of a struct. */
typedef struct {
  const char *name, *unit, *text; /* name: letters, digits, _ and - */
  StateType   type;
  /* 0: one number; > 0: so many; STATE_TEXT: bytes, with a zero at the end; STATE_ANY: the member
     is a StateArray of numbers of 8 bytes */
  int      count;
  size_t   offset; /* of the member in the struct */
  double   lo, hi; /* bounds of each number; both 0: none, but reals are finite */
  unsigned flags;
  /* In place of a copy: conversion from the struct (offset 0) or the member to the numbers, and back.
     put returns false for numbers that mean nothing; put NULL: the numbers follow from other items. */
  void (*get)(const void *from, void *numbers);
  bool (*put)(void *to, const void *numbers);
} StateItem; /* a table ends with name == NULL */

/* A row of a table: type; place; unit; bounds; sentence, after which further members may follow.
   The place is a member, whose name is that of the item (IN) or not (KEY_IN), or two functions of the
   struct (BY) or of a member (BY_IN). */
/* clang-format off */
#define ITEM(kind, place, of_unit, least, most, ...) \
  {ITEM_##place, .type = STATE_##kind, .unit = of_unit, .lo = least, .hi = most, \
   .text = __VA_ARGS__}
#define ITEM_IN(S, member)          ITEM_KEY_IN(#member, S, member)
#define ITEM_KEY_IN(key, S, member) .name = key, .offset = offsetof(S, member)
#define ITEM_BY(key, getter, putter) .name = key, .get = getter, .put = putter
#define ITEM_BY_IN(key, S, member, getter, putter) \
  ITEM_KEY_IN(key, S, member), .get = getter, .put = putter
/* clang-format on */

/* Numbers of any length. */
typedef struct {
  int64_t n;
  void   *list; /* owned by its struct: array_free */
} StateArray;

/* Gather the n numbers of 8 bytes of each rank, in the order of ranks, on every rank; the caller
   frees all->list. Collective. */
PetscErrorCode state_array_gather(const Parallel *par, const void *mine, PetscInt n,
                                  StateArray *all);

/* A struct with its table. */
typedef struct {
  char             folder[STATE_PATH]; /* group of the file; "": attributes of /clast */
  const char      *prefix;             /* goes before the names of the items; NULL: none */
  const StateItem *items;
  void            *owner;
} StatePart;

/* List of parts. Starts as {0}; free the list with array_free. */
typedef struct {
  PetscInt   n, capacity;
  StatePart *list;
} StateParts;

/* The part in folder/kind/name: of an object of the scenario, or a plug-in of that kind. kind NULL:
   the part in this folder. */
StatePart state_part(const char *folder, const char *kind, const char *name, const StateItem *items,
                     void *owner);
void      state_list_part(StateParts *parts, StatePart part);
/* Append state_part(..). items NULL: there is none. */
void state_list(StateParts *parts, const char *folder, const char *kind, const char *name,
                const StateItem *items, void *owner);

/* The numbers of one item, as they are in a file. */
typedef struct {
  char        path[STATE_PATH]; /* folder/name, or name if the folder is "" */
  const char *unit, *text;      /* NULL if they were read from a file */
  StateType   type;
  int         count; /* 0: one number that is no array; else n */
  int         n;     /* numbers, or bytes of text */
  double      lo, hi;
  bool        derived, lacking; /* STATE_DERIVED, STATE_LACKING */
  char       *bytes;
  bool        lent; /* bytes are an array of the struct, which must stay; else they are owned */
} StateValue;

/* List of values. Starts as {0}. */
typedef struct {
  int         n;
  PetscInt    capacity;
  StateValue *list;
} State;

size_t state_number_size(StateType type); /* bytes of a number; 1 for text */
size_t state_value_size(const StateValue *value);

/* Append the values of a part, with the numbers that its struct has now, of which arrays of varying
   length are not copied: they stay until the state is freed. state_declare: with zeros,
   to be read. Values of varying length have none then. */
void state_gather(State *state, const StatePart *part);
void state_declare(State *state, const StatePart *part);
/* Append a value with room for n numbers (text: bytes), all zero. It moves when the list grows. */
StateValue       *state_add(State *state, const char *path, StateType type, int n);
const StateValue *state_find(const State *state, const char *path); /* NULL: there is none */
void              state_free(State *state);

/* Write the numbers of a state to the struct of a part. *good false: a value is missing, or has
   another type or length than the table says, or is out of bounds; `why` (STATE_WHY bytes) says
   which, and the struct may be partly written. */
void state_restore(const State *state, const StatePart *part, bool *good, char *why);
/* True if the state has any value of the part. */
bool state_has_part(const State *state, const StatePart *part);
/* True for names of 1 to NAME_LENGTH - 1 letters, digits and _ - = . but a lone dot. */
bool state_may_be_called(const char *name);

#endif

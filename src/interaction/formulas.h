/* SPDX-License-Identifier: MIT */
/* Formulas (options/expression.h) and tables that objects of scenarios give: of forces, and of the
   flow of a fluid. Not for other rooms. */
#ifndef INTERACTION_FORMULAS_H
#define INTERACTION_FORMULAS_H

#include "interaction/interaction.h"
#include "options/csv.h"
#include "options/expression.h"

/* Names in formulas: t (s), x, y, z (m), vx, vy, vz (m/s), wx, wy, wz (rad/s), m (kg) and r (m), in
   this order; NULL-terminated. */
enum { FORMULA_NAMES = 12 };
extern const char *const formula_names[];
/* The first four: t, x, y, z. */
extern const char *const place_names[];

/* A key of an object: kind is the section, name the object. */
typedef struct {
  Options    *options;
  const char *kind, *name, *key;
} Given;

/* Read the formulas of the key, separated by commas; returns how many there are, most + 1 if more
   than `most`. Mistakes go to option_mistake. */
int formulas_read(const Given *given, const char *const names[], int most, Expression *formula);
/* The three formulas of a vector, as columns of t, x, y and z; returns 3, or else 0: none are
   given, or another number, which goes to option_mistake. */
int formulas_of_vector(const Given *given, Expression formula[3]);
/* Add the values of n formulas for the bodies of a batch to the n columns `to`. */
void formulas_add(const Expression *formula, int n, const BodyBatch *batch, double *const to[]);
/* Say why the value of one of n formulas does not exist for body k; text "": they all exist. */
void formulas_explain(const Expression *formula, int n, const BodyBatch *batch, int k, char *text,
                      size_t size);

/* Read n rows of these columns from the CSV file of the key `file`, or from the key `table`, of
   type OPTION_REALS with as many numbers a row; n is 0 if neither is given. Rows of a file become
   the value of `table`, so that checkpoints hold them; if the file is gone at a restart, these are
   used. *rows belongs to the caller: array_free. Collective. */
PetscErrorCode rows_read(const Parallel *par, const Given *file, const char *table,
                         const CsvColumn *columns, double **rows, int *n);

#endif

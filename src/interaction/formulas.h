/* SPDX-License-Identifier: MIT */
/* Formulas (base/expression.h) and tables that objects of scenarios give: of forces, and of the flow of
   a fluid. Not for other rooms. */
#ifndef INTERACTION_FORMULAS_H
#define INTERACTION_FORMULAS_H

#include "base/csv.h"
#include "base/expression.h"
#include "interaction/interaction.h"

/* Names in formulas of time, place and velocity, in the order of columns; NULL-terminated. */
enum { FORMULA_NAMES = 12 };
extern const char *const formula_names[];
/* Those of time and place alone. */
extern const char *const place_names[];

/* An object of a section, and a key of it. */
typedef struct {
  Options    *options;
  const char *kind, *name, *key;
} Given;

/* Read the formulas of the key, separated by commas; returns how many there are, most + 1 if more
   than `most`. Mistakes go to option_mistake. */
int formulas_read(const Given *given, const char *const names[], int most, Expression *formula);
/* The three formulas of a vector, as columns of t, x, y and z; returns 3, or else 0: none are given, or
   another number, which goes to option_mistake. */
int formulas_of_vector(const Given *given, Expression formula[3]);
/* Columns for formula_names; time [INTERACTION_TILE] is filled. */
void formulas_columns(const BodyBatch *batch, double *time, const double *column[FORMULA_NAMES]);
/* Say why the value of one of n formulas does not exist for body k; text "": they all exist. */
void formulas_explain(const Expression *formula, int n, const BodyBatch *batch, int k, char *text,
                      size_t size);

/* The rows of the file that the key names, of these columns, or else of `table`, a key of
   OPTION_REALS of as many numbers a row; n 0: neither is given. The rows of a file become the value
   of `table`, so that checkpoints hold them; if the file of a restart is gone, those stay. *rows
   belongs to the caller. Collective. */
PetscErrorCode rows_read(const Parallel *par, const Given *file, const char *table,
                         const CsvColumn *columns, double **rows, int *n);

#endif

/* SPDX-License-Identifier: MIT */
/* Formulas in scenarios, such as "-3.5 * x" for -k x: read once, evaluated for many sets of values
   at a time.

     sum        terms joined by + and -; comparisons of sums with < > <= >= give 1 or 0
     term       factors joined by * and /; factor: -factor, or value ^ factor
     value      number, name, (formula), or one of
                abs sqrt exp log sin cos tan (radians) floor step (1 from 0 on, else 0), of one value;
                min max, of two; if(condition, then, otherwise): otherwise where condition is 0; pi

   It is our own, as libraries of formulas (tinyexpr, muparser, PETSc's) call the functions of the C
   library, which differ in the last place between machines; here all bits are the same everywhere
   (base/elementary.h). What does not exist (a division by zero, the root of a negative number, a
   number out of range) is NaN, and so is all that follows from it, except in the branch of an `if`
   that is not taken. */
#ifndef OPTIONS_EXPRESSION_H
#define OPTIONS_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

enum {
  EXPRESSION_STEPS = 160, /* numbers, names and operations of a formula, at most */
  EXPRESSION_DEEP  = 24,  /* values that wait for an operation, at most; and nested brackets */
  EXPRESSION_TILE  = 64,  /* sets of values that are evaluated at a time */
  EXPRESSION_WHY   = 160
};

/* A step of the evaluation, on a stack of values. */
typedef struct {
  int    code;
  int    at;     /* its place in the text, from 1 */
  int    name;   /* index of a name */
  double number; /* of a number */
} ExpressionStep;

typedef struct {
  int            n;
  ExpressionStep steps[EXPRESSION_STEPS];
} Expression;

/* Read a formula of n characters with these names (NULL-terminated). false: the reason is in why
   (EXPRESSION_WHY bytes), with the place of the fault. */
bool expression_read(const char *text, size_t n, const char *const names[], Expression *out,
                     char *why);

/* Values of n <= EXPRESSION_TILE sets: column[i][k] is the value of name i in set k. NaN: it does
   not exist, see above. */
void expression_evaluate(const Expression *expression, const double *const column[], int n,
                         double *value);
/* The same, and derivatives by names 0, 1 and 2: slope[m][k]. NaN: a derivative does not exist, as
   that of abs or sqrt at 0 and of a power by its exponent unless the base is positive; floor, step
   and comparisons have 0. */
void expression_gradient(const Expression *expression, const double *const column[], int n,
                         double *value, double (*slope)[EXPRESSION_TILE]);
/* Why the value of set k does not exist: "division by zero at character 3", in why (EXPRESSION_WHY
   bytes). false: it exists. */
bool expression_fault(const Expression *expression, const double *const column[], int k, char *why);

#endif

/* SPDX-License-Identifier: MIT */
/* Formulas: recursive descent to steps on a stack, evaluated for a tile of sets at a time. */
#include "options/expression.h"
#include "base/elementary.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions and operations ---- */

typedef enum {
  NUMBER,
  NAME,
  MINUS,
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  POWER,
  LESS,
  MORE,
  NOT_MORE,
  NOT_LESS,
  ABS,
  SQRT,
  EXP,
  LOG,
  SIN,
  COS,
  TAN,
  FLOOR,
  STEP,
  MIN,
  MAX,
  IF
} Code;

typedef struct {
  const char *name, *fault; /* fault: why a value does not exist; NULL: out of range */
  Code        code;
  int         values;
} Function;

static const Function functions[] = {
  {"abs", NULL, ABS, 1},
  {"sqrt", "root of a negative number", SQRT, 1},
  {"exp", NULL, EXP, 1},
  {"log", "logarithm of a number that is not positive", LOG, 1},
  {"sin", "angle beyond 1e9", SIN, 1},
  {"cos", "angle beyond 1e9", COS, 1},
  {"tan", "angle beyond 1e9", TAN, 1},
  {"floor", NULL, FLOOR, 1},
  {"step", NULL, STEP, 1},
  {"min", NULL, MIN, 2},
  {"max", NULL, MAX, 2},
  {"if", NULL, IF, 3},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static int values_of(int code)
{
  for (int k = 0; k < FUNCTIONS; k++)
    if ((int)functions[k].code == code) return functions[k].values;
  return code <= NAME ? 0 : code == MINUS ? 1 : 2;
}

/* ---- reading ---- */

typedef struct {
  const char        *text, *at, *end;
  const char *const *names;
  Expression        *out;
  int                deep, brackets; /* values on the stack; open brackets */
  bool               good;
  char              *why;
} Reader;

static void refuse(Reader *r, const char *at, const char *what)
{
  if (!r->good) return;
  r->good = false;
  if (at >= r->end) snprintf(r->why, EXPRESSION_WHY, "%s at its end", what);
  else
    snprintf(r->why, EXPRESSION_WHY, "%s at character %d, '%.*s'", what, (int)(at - r->text) + 1,
             (int)(r->end - at < 20 ? r->end - at : 20), at);
}

static void skip_blanks(Reader *r)
{
  while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
}

static bool take(Reader *r, const char *word)
{
  const size_t n = strlen(word);

  skip_blanks(r);
  if ((size_t)(r->end - r->at) < n || strncmp(r->at, word, n) != 0) return false;
  r->at += n;
  return true;
}

static void add(Reader *r, const char *at, ExpressionStep step)
{
  r->deep += 1 - values_of(step.code);
  step.at = (int)(at - r->text) + 1;
  if (r->out->n == EXPRESSION_STEPS) refuse(r, at, "too long a formula");
  else if (r->deep > EXPRESSION_DEEP) refuse(r, at, "too deep a formula");
  if (r->good) r->out->steps[r->out->n++] = step;
}

static void read_comparison(Reader *r);

/* Read so many values in brackets, which belong to what is at `at`. */
static void read_brackets(Reader *r, const char *at, int values)
{
  if (!take(r, "(")) refuse(r, r->at, "a bracket '(' is missing");
  if (++r->brackets > EXPRESSION_DEEP) refuse(r, at, "too many brackets");
  for (int k = 0; k < values && r->good; k++) {
    if (k > 0 && !take(r, ",")) refuse(r, r->at, "a comma is missing");
    read_comparison(r);
  }
  if (!take(r, ")")) refuse(r, r->at, "a bracket ')' is missing");
  r->brackets--;
}

static bool is_name(const char *at, size_t n, const char *name)
{
  return strlen(name) == n && strncmp(at, name, n) == 0;
}

static void read_name(Reader *r)
{
  const char *at = r->at;
  size_t      n  = 0;

  while (at + n < r->end && (isalnum((unsigned char)at[n]) || at[n] == '_')) n++;
  r->at += n;
  for (int k = 0; k < FUNCTIONS; k++)
    if (is_name(at, n, functions[k].name)) {
      read_brackets(r, at, functions[k].values);
      add(r, at, (ExpressionStep){.code = functions[k].code});
      return;
    }
  for (int k = 0; r->names[k]; k++)
    if (is_name(at, n, r->names[k])) {
      add(r, at, (ExpressionStep){.code = NAME, .name = k});
      return;
    }
  if (is_name(at, n, "pi"))
    add(r, at, (ExpressionStep){.code = NUMBER, .number = 3.141592653589793});
  else refuse(r, at, "an unknown name");
}

static void read_number(Reader *r)
{
  const char *at = r->at;
  char        digits[64], *rest;
  size_t n = (size_t)(r->end - at) < sizeof digits - 1 ? (size_t)(r->end - at) : sizeof digits - 1;
  double number;

  memcpy(digits, at, n);
  digits[n]                                 = '\0';
  digits[strspn(digits, "0123456789.eE+-")] = '\0'; /* no hexadecimal numbers */
  number                                    = strtod(digits, &rest);
  r->at += rest - digits;
  if (rest == digits || !isfinite(number)) refuse(r, at, "no number");
  add(r, at, (ExpressionStep){.code = NUMBER, .number = number});
}

static void read_value(Reader *r)
{
  const char *at;

  skip_blanks(r);
  at = r->at;
  if (at == r->end) refuse(r, at, "a value is missing");
  else if (isdigit((unsigned char)*at) || *at == '.') read_number(r);
  else if (isalpha((unsigned char)*at)) read_name(r);
  else if (*at == '(') read_brackets(r, at, 1);
  else refuse(r, at, "a value is missing");
}

/* Signs, and powers, which bind more than a sign on their left. */
static void read_factor(Reader *r)
{
  const char *at;
  int         signs = 0;

  skip_blanks(r);
  at = r->at;
  while (r->good && r->at < r->end && (*r->at == '-' || *r->at == '+')) {
    signs += *r->at++ == '-';
    skip_blanks(r);
  }
  read_value(r);
  skip_blanks(r);
  if (r->good && r->at < r->end && *r->at == '^') {
    const char *power = r->at++;

    if (++r->brackets > EXPRESSION_DEEP) refuse(r, power, "too many powers");
    else read_factor(r);
    r->brackets--;
    add(r, power, (ExpressionStep){.code = POWER});
  }
  if (signs % 2 == 1) add(r, at, (ExpressionStep){.code = MINUS});
}

/* Parts joined by two operations of the same rank, from left to right. */
static void read_joined(Reader *r, void (*read_part)(Reader *), const char *const words[2],
                        const Code codes[2])
{
  read_part(r);
  while (r->good) {
    const char *at;
    int         second;

    skip_blanks(r);
    at     = r->at;
    second = !take(r, words[0]);
    if (second && !take(r, words[1])) return;
    read_part(r);
    add(r, at, (ExpressionStep){.code = codes[second]});
  }
}

static void read_term(Reader *r)
{
  read_joined(r, read_factor, (const char *const[]){"*", "/"}, (const Code[]){MULTIPLY, DIVIDE});
}

static void read_sum(Reader *r)
{
  read_joined(r, read_term, (const char *const[]){"+", "-"}, (const Code[]){ADD, SUBTRACT});
}

static void read_comparison(Reader *r)
{
  static const struct {
    const char *word;
    Code        code;
  } words[] = {{"<=", NOT_MORE}, {">=", NOT_LESS}, {"<", LESS}, {">", MORE}};
  const char *at;

  read_sum(r);
  skip_blanks(r);
  at = r->at;
  for (int k = 0; k < 4 && r->good; k++) {
    if (!take(r, words[k].word)) continue;
    read_sum(r);
    add(r, at, (ExpressionStep){.code = words[k].code});
    return;
  }
}

bool expression_read(const char *text, size_t n, const char *const names[], Expression *out,
                     char *why)
{
  Reader r = {.text  = text,
              .at    = text,
              .end   = text + n,
              .names = names,
              .out   = out,
              .good  = true,
              .why   = why};

  out->n = 0;
  read_comparison(&r);
  skip_blanks(&r);
  if (r.at < r.end) refuse(&r, r.at, "what follows has no meaning");
  return r.good;
}

/* ---- evaluation ---- */

static double or_none(double x)
{
  return x - x == 0 ? x : NAN;
}

static double sine(double x)
{
  double s, c;

  sine_cosine(x, &s, &c);
  return s;
}

static double cosine(double x)
{
  double s, c;

  sine_cosine(x, &s, &c);
  return c;
}

static double one_value(int code, double a)
{
  double s, c;

  switch (code) {
  case MINUS: return -a;
  case ABS: return fabs(a);
  case SQRT: return a >= 0 ? sqrt(a) : NAN;
  case EXP: return exponential(a);
  case LOG: return logarithm(a);
  case SIN: return sine(a);
  case COS: return cosine(a);
  case TAN: sine_cosine(a, &s, &c); return c != 0 ? s / c : NAN;
  case FLOOR: return floor(a);
  default: return a >= 0; /* STEP */
  }
}

static double two_values(int code, double a, double b)
{
  switch (code) {
  case ADD: return or_none(a + b);
  case SUBTRACT: return or_none(a - b);
  case MULTIPLY: return or_none(a * b);
  case DIVIDE: return b != 0 ? or_none(a / b) : NAN;
  case POWER: return power(a, b);
  case LESS: return a < b;
  case MORE: return a > b;
  case NOT_MORE: return a <= b;
  case NOT_LESS: return a >= b;
  case MIN: return b < a ? b : a;
  default: return b > a ? b : a; /* MAX */
  }
}

/* A function of an undefined value (NAN) is undefined, too; comparisons with NAN would
   give a number. */
static double apply(int code, int n, const double *v)
{
  if (code == IF) return isnan(v[0]) ? NAN : v[0] != 0 ? v[1] : v[2];
  for (int k = 0; k < n; k++)
    if (isnan(v[k])) return NAN;
  return n == 1 ? one_value(code, v[0]) : two_values(code, v[0], v[1]);
}

/* Value of a step of set k, from values v on the stack. */
static inline double step_value(const ExpressionStep *s, const double *const column[], int k,
                                int from, const double *v)
{
  return s->code == NUMBER ? s->number
         : s->code == NAME ? column[s->name][k]
                           : apply(s->code, from, v);
}

void expression_evaluate(const Expression *e, const double *const column[], int n, double *value)
{
  double stack[EXPRESSION_DEEP][EXPRESSION_TILE];
  int    top = 0;

  for (int i = 0; i < e->n; i++) {
    const ExpressionStep *s    = &e->steps[i];
    const int             from = values_of(s->code);

    top -= from;
    for (int k = 0; k < n; k++) {
      double v[3] = {0, 0, 0};

      for (int m = 0; m < from; m++) v[m] = stack[top + m][k];
      stack[top][k] = step_value(s, column, k, from, v);
    }
    top++;
  }
  memcpy(value, stack[0], (size_t)n * sizeof *value);
}

/* ---- gradients ---- */

/* A value and its derivatives along three names. */
typedef struct {
  double v, d[3];
} Dual;

static double derivative_of(int code, double a)
{
  double s, c;

  switch (code) {
  case MINUS: return -1;
  case ABS: return a > 0 ? 1 : a < 0 ? -1 : NAN;
  case SQRT: return a > 0 ? 0.5 / sqrt(a) : NAN;
  case EXP: return exponential(a);
  case LOG: return a > 0 ? 1 / a : NAN;
  case SIN: return cosine(a);
  case COS: return -sine(a);
  case TAN: sine_cosine(a, &s, &c); return c != 0 ? 1 / (c * c) : NAN;
  default: return 0; /* FLOOR, STEP */
  }
}

typedef struct {
  double a, b;
} Derivatives;

/* Derivatives by a and by b. That by an exponent exists for a > 0 alone. */
static Derivatives derivatives_of(int code, double a, double b)
{
  switch (code) {
  case ADD: return (Derivatives){1, 1};
  case SUBTRACT: return (Derivatives){1, -1};
  case MULTIPLY: return (Derivatives){b, a};
  case DIVIDE: return (Derivatives){1 / b, -a / b / b};
  case POWER: return (Derivatives){b == 0 ? 0 : b * power(a, b - 1), power(a, b) * logarithm(a)};
  case MIN: return (Derivatives){!(b < a), b < a};
  case MAX: return (Derivatives){!(b > a), b > a};
  default: return (Derivatives){0, 0}; /* comparisons */
  }
}

/* An argument with a derivative of 0 adds 0, even where the outer function has no derivative. */
static double chained(double outer, double inner)
{
  return inner == 0 ? 0 : outer * inner;
}

static Dual apply_dual(int code, int n, const Dual *a)
{
  const double v[3] = {a[0].v, n > 1 ? a[1].v : 0, n > 2 ? a[2].v : 0};
  Dual         out  = {.v = apply(code, n, v)};
  Derivatives  by;

  if (code == IF) return isnan(v[0]) ? (Dual){NAN, {NAN, NAN, NAN}} : v[0] != 0 ? a[1] : a[2];
  by = n == 1 ? (Derivatives){derivative_of(code, v[0]), 0} : derivatives_of(code, v[0], v[1]);
  for (int m = 0; m < 3; m++) {
    out.d[m] = chained(by.a, a[0].d[m]) + (n > 1 ? chained(by.b, a[1].d[m]) : 0);
    if (isnan(out.v)) out.d[m] = NAN;
  }
  return out;
}

void expression_gradient(const Expression *e, const double *const column[], int n, double *value,
                         double (*slope)[EXPRESSION_TILE])
{
  for (int k = 0; k < n; k++) {
    Dual stack[EXPRESSION_DEEP] = {0};
    int  top                    = 0;

    for (int i = 0; i < e->n; i++) {
      const ExpressionStep *s    = &e->steps[i];
      const int             from = values_of(s->code);

      top -= from;
      if (from > 0) stack[top] = apply_dual(s->code, from, &stack[top]);
      else stack[top] = (Dual){.v = s->code == NUMBER ? s->number : column[s->name][k]};
      if (s->code == NAME && s->name < 3) stack[top].d[s->name] = 1;
      top++;
    }
    value[k] = stack[0].v;
    for (int m = 0; m < 3; m++) slope[m][k] = or_none(stack[0].d[m]);
  }
}

/* ---- faults ---- */

static const char *fault_of(int code)
{
  if (code == DIVIDE) return "division by zero, or a number out of range,";
  if (code == POWER) return "a power that does not exist";
  for (int k = 0; k < FUNCTIONS; k++)
    if ((int)functions[k].code == code && functions[k].fault) return functions[k].fault;
  return "a number out of range";
}

bool expression_fault(const Expression *e, const double *const column[], int k, char *why)
{
  double stack[EXPRESSION_DEEP];
  int    top = 0, first = -1;

  for (int i = 0; i < e->n; i++) {
    const ExpressionStep *s    = &e->steps[i];
    const int             from = values_of(s->code);
    bool                  all  = true;

    top -= from;
    for (int m = 0; m < from; m++) all = all && !isnan(stack[top + m]);
    stack[top] = step_value(s, column, k, from, &stack[top]);
    if (isnan(stack[top]) && all && first < 0) first = i;
    top++;
  }
  if (!isnan(stack[0])) return false;
  snprintf(why, EXPRESSION_WHY, "%s at character %d", fault_of(e->steps[first].code),
           e->steps[first].at);
  return true;
}

/* SPDX-License-Identifier: MIT */
/* Attitudes: a quaternion, or an axis and an angle. */
#include "options/attitude.h"
#include "options/options_internal.h"

bool attitude_about(Vec3 axis, double degrees, Quat *q)
{
  if (!vec3_normalize(&axis)) return false;
  *q = quat_normalized(attitude_turn(axis, degrees));
  return true;
}

bool attitude_of(Quat n, AttitudeRounding rounding, Quat *q)
{
  const double most = max_real(max_real(fabs(n.w), fabs(n.x)), max_real(fabs(n.y), fabs(n.z)));

  if (!(most > 0)) return false;
  /* squares of the largest and smallest doubles overflow or underflow */
  if (rounding == ATTITUDE_SCALED || most < 1e-100 || most > 1e100)
    n = (Quat){n.w / most, n.x / most, n.y / most, n.z / most};
  *q = quat_normalized(n);
  return true;
}

/* ---- keys ---- */

/* The three values of an attitude. */
typedef struct {
  Options      *options;
  const char   *kind, *object;
  AttitudeKeys  keys;
  const Option *row; /* of the quaternion */
  Value        *quaternion, *axis, *angle;
} Given;

static Given given_find(Options *options, const char *kind, const char *object, AttitudeKeys keys)
{
  Given         g = {.options = options, .kind = kind, .object = object, .keys = keys};
  const Option *row;

  g.axis       = value_asked(options, kind, object, keys.axis, &row);
  g.angle      = value_asked(options, kind, object, keys.angle, &row);
  g.quaternion = value_asked(options, kind, object, keys.quaternion, &g.row);
  return g;
}

static void forget(Value *value)
{
  value_none(value);
  value->has = value->given = false;
}

/* The entry of the later source of two; either may be NULL. */
static const Entry *later(const Options *options, const Entry *a, const Entry *b)
{
  return !a || (b && entry_overrides(options, b, a)) ? b : a;
}

/* Keep the quaternion or the axis with its angle, of which both are given; false, with a mistake:
   they come from one source. */
static bool keep_one(const Given *g)
{
  const Options *o    = g->options;
  const Kind    *kind = kind_asked(o, g->kind);
  const Entry   *q    = entry_find(o, kind, g->object, g->keys.quaternion),
              *turn   = later(o, entry_find(o, kind, g->object, g->keys.axis),
                              entry_find(o, kind, g->object, g->keys.angle));

  if (entry_overrides(o, q, turn)) {
    forget(g->axis);
    forget(g->angle);
  } else if (entry_overrides(o, turn, q)) forget(g->quaternion);
  else {
    option_mistake(g->options, g->kind, g->object, g->keys.quaternion,
                   "is given by a quaternion, and by an axis and an angle as well: keep one");
    return false;
  }
  return true;
}

/* Show the turn as a quaternion, which resolved.yaml has as a comment. */
static void show_turn(const Given *g, Quat q)
{
  const double number[4] = {q.w, q.x, q.y, q.z};
  Text         text = {0}, problem = {0};

  for (int k = 0; k < 4; k++) {
    if (k > 0) text_add(&text, ",");
    value_say_real(number[k] + 0., &text); /* -0 is shown as 0 */
  }
  if (value_parse(g->row, text.s, g->quaternion, &problem)) g->quaternion->derived = true;
  text_free(&text);
  text_free(&problem);
}

static bool read_turn(const Given *g, Quat *q)
{
  const Value *a    = g->axis;
  const bool   flat = options_dimension(g->options) == 2;
  const Vec3   axis = a->n > 0 ? vec3(a->reals[0], a->reals[1], a->n > 2 ? a->reals[2] : 0)
                               : vec3(0, 0, 1); /* in two dimensions */
  const Value *lone = !g->angle->given ? a : !a->given && !flat ? g->angle : NULL;

  if (a->wrong || g->angle->wrong) return false; /* noted by the tables */
  if (lone) {
    option_mistake(g->options, g->kind, g->object, lone == a ? g->keys.axis : g->keys.angle,
                   "goes with an %s, which is missing: give %s: {axis: [x, y, z], angle: DEGREES}",
                   lone == a ? "angle" : "axis", g->keys.quaternion);
    return false;
  }
  if (!attitude_about(axis, g->angle->real, q)) {
    option_mistake(g->options, g->kind, g->object, g->keys.axis, "is zero: give a direction");
    return false;
  }
  return true;
}

static bool read_quaternion(const Given *g, AttitudeRounding rounding, Quat *q)
{
  const double *n = g->quaternion->reals;

  if (g->quaternion->wrong) return false; /* noted by the tables */
  if (g->quaternion->n != 4) return true;
  if (attitude_of((Quat){n[0], n[1], n[2], n[3]}, rounding, q)) return true;
  option_mistake(g->options, g->kind, g->object, g->keys.quaternion,
                 "(0, 0, 0, 0) is no rotation: give a quaternion that is not zero");
  return false;
}

bool option_has_attitude(const Options *options, const char *kind, const char *object,
                         AttitudeKeys keys)
{
  const char *const key[3] = {keys.quaternion, keys.axis, keys.angle};
  const Option     *row;
  bool              has = false;

  for (int k = 0; k < 3; k++) has = has || value_asked(options, kind, object, key[k], &row)->given;
  return has;
}

bool option_attitude(Options *options, const char *kind, const char *object, AttitudeKeys keys,
                     AttitudeRounding rounding, Quat *q)
{
  const Given g = given_find(options, kind, object, keys);
  bool        turn;

  *q = quat_identity();
  if (g.quaternion->given && (g.axis->given || g.angle->given) && !keep_one(&g)) return false;
  turn = g.axis->given || g.angle->given;
  if (!(turn ? read_turn(&g, q) : read_quaternion(&g, rounding, q))) return false;
  if (options_dimension(options) == 2 && (q->x != 0 || q->y != 0)) {
    option_mistake(options, kind, object, turn ? keys.axis : keys.quaternion,
                   "does not turn about z: in two dimensions (run: dimension: 2) allowed: x = y = "
                   "0");
    return false;
  }
  if (turn) show_turn(&g, *q);
  return true;
}

/* ---- tables ---- */

bool csv_attitude(const Csv *csv, int qw, PetscInt i, Findings *findings, Quat *q)
{
  enum { AXIS = 4, ANGLE = 7 }; /* columns from qw on */
  const bool by_axis = csv->has[qw + ANGLE];

  *q = quat_identity();
  if (!csv_has_attitude(csv, qw)) return true;
  if (by_axis && csv->has[qw]) {
    if (csv->first + i == 0) /* once, not in every row */
      finding_add(findings, csv->line[i],
                  "the file has columns qw,qx,qy,qz, and axis_x,axis_y,axis_z,angle as well: keep "
                  "one attitude");
    return false;
  }
  if (by_axis && !attitude_about(csv_vec3(csv, qw + AXIS, i), csv_real(csv, qw + ANGLE, i), q)) {
    finding_add(findings, csv->line[i],
                "columns axis_x,axis_y,axis_z: all are 0, which is no axis: give a direction");
    return false;
  }
  if (!by_axis && !attitude_of(csv_quat(csv, qw, i), ATTITUDE_EXACT, q)) {
    finding_add(
      findings, csv->line[i],
      "columns qw,qx,qy,qz: all are 0, which is no rotation: give a quaternion that is not zero");
    return false;
  }
  return true;
}

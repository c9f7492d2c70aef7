/* SPDX-License-Identifier: MIT */
/* Each mistake of a scenario by itself is reported with its place and its remedy. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

typedef struct {
  const char *yaml;           /* appended to two valid lines */
  const char *expected[4];    /* parts of the report */
  const char *option, *value; /* of the command line */
  int         n;              /* number of mistakes; 0 means 1 */
} Wrong;

static const Wrong wrongs[] = {
  {.yaml     = "material:\n- glass: {density: 2500, yuong: 7e9}\n",
   .expected = {"line 4: material: glass: yuong: unknown key; did you mean 'young'?"}},
  {.yaml     = "material:\n- glass:\n    density: 2500\n\n    gravity: 3\n",
   .expected = {"line 7: material: glass: gravity: unknown key; it is a key of run"}},
  {.yaml     = "material:\n- glass:\n    density: 2500\n\n    xqzw: 3\n",
   .expected = {"line 7: material: glass: xqzw: unknown key; known here: density young poisson"}},
  {.yaml = "gravity: 3\n", .expected = {"line 3: gravity: unknown key; it is a key of run"}},
  {.yaml     = "material:\n- glass: {density: 2500, youngsModulus: 7e9}\n",
   .expected = {"glass: youngsModulus: unknown key; did you mean 'young'?"}},
  /* what it stands for is not missing besides */
  {.yaml     = "material:\n- glass: {densty: 2500}\n",
   .expected = {"line 4: material: glass: densty: unknown key; did you mean 'density'?"}},
  {.yaml     = "domain: {boundary: [f, open, open]}\n",
   .expected = {"'f' is not known", "periodic; did you mean 'open'?"}},
  {.yaml     = "timestep: 1.0e-5\n",
   .expected = {"line 3: timestep: unknown key; did you mean 'run'?"}},
  {.yaml     = "materials:\n- glass: {density: 2500}\n- steel: {density: 3}\n",
   .expected = {"line 3: materials: unknown key; did you mean 'material'?"}},
  {.yaml = "titel: x\n", .expected = {"line 3: titel: unknown key; did you mean 'title'?"}},
  {.yaml = "help: 1\n", .expected = {"line 3: help: unknown key"}},
  {.yaml = "rnu: {}\n", .expected = {"line 3: rnu: unknown key; did you mean 'run'?"}},
  {.yaml = "material:\n- glass: {density: abc}\n",
   .expected =
     {"line 4: material: glass: density: 'abc' is not a number; allowed: a number > 0, in kg/m^3"}},
  {.yaml     = "material:\n- glass: {density: 7e10Pa}\n",
   .expected = {"'7e10Pa' is not a number", "; numbers are written without units, in kg/m^3"}},
  {.yaml     = "material:\n- glass: {density: 2.5 g/cm3}\n",
   .expected = {"'2.5 g/cm3' is not a number", "; write 2500 (in kg/m^3)"}},
  {.yaml     = "material:\n- glass: {density: 1, poisson: 30 %}\n",
   .expected = {"'30 %' is not a number", "; write 0.3"}},
  {.option   = "-run_gravity",
   .value    = "0; 0; -9.81",
   .yaml     = "",
   .expected = {"gravity: item 1, '0;' is not a number", "; a comma separates numbers"}},
  {.option   = "-run_gravity",
   .value    = "0 0 -9.81 m/s^2",
   .yaml     = "",
   .expected = {"gravity: 4 numbers given", "; write [0, 0, -9.81] (in m/s^2)"}},
  {.option   = "-run_gravity",
   .value    = "0 1 -9.81 m/s^2",
   .yaml     = "",
   .expected = {"gravity: 4 numbers given", "; numbers are written without units, in m/s^2"}},
  {.yaml     = "domain: {boundary: open; open; open}\n",
   .expected = {"'open;' is not known", "; a comma separates words, not a semicolon"}},
  {.yaml     = "material:\n- glass: {density: nan}\n",
   .expected = {"density: 'nan' is not a finite number"}},
  {.yaml     = "material:\n- glass: {density: -inf}\n",
   .expected = {"density: '-inf' is not a finite number"}},
  {.yaml     = "material:\n- glass: {density: 1e400}\n",
   .expected = {"density: '1e400' is too large for a double"}},
  {.yaml     = "material:\n- glass: {density: 0x10}\n",
   .expected = {"density: '0x10' is not a decimal number"}},
  {.yaml     = "material:\n- glass: {density: 0}\n",
   .expected = {"density: '0' is out of range; allowed: a number > 0, in kg/m^3"}},
  {.yaml     = "material:\n- glass: {density: 1, poisson: 0.5}\n",
   .expected = {"poisson: '0.5' is out of range; allowed: a number > -1 and < 0.5"}},
  {.yaml     = "material:\n- glass: {density: }\n",
   .expected = {"line 4: material: glass: density: no value given"}},
  {.yaml = "material:\n- glass: {density: ~}\n", .expected = {"'~' is not a number"}},
  {.yaml     = "material:\n- glass: {density: [1, 2]}\n",
   .expected = {"'1,2' is not a number; decimals have a point: 1.2"}},
  {.yaml     = "material:\n- glass: {density: '1,200,000'}\n",
   .expected = {"'1,200,000' is not a number; allowed"}},
  {.yaml = "material:\n- glass: {young: 1}\n",
   .expected =
     {"line 4: material: glass: density: missing; give a number > 0, in kg/m^3 (mass per volume)"}},
  {.yaml     = "material:\n- glass: {density: 1}\n- glass: {density: 2, young: 3}\n",
   .expected = {"line 5: material: 'glass' is given twice, first on line 4"}},
  {.yaml = "material: [glass, glass]\n", .expected = {"'glass' is given twice", "missing"}, .n = 2},
  {.yaml     = "material:\n- glass: {density: 1, density: 2}\n",
   .expected = {"line 4: material: glass: 'density' is given twice, first on line 4"}},
  {.yaml     = "material:\n- glass:\n    density: 1\n    young: 2\n    density: 3\n",
   .expected = {"line 7: material: glass: 'density' is given twice, first on line 5"}},
  {.yaml = "title: a\ntitle: b\n", .expected = {"line 4: 'title' is given twice, first on line 3"}},
  {.yaml     = "material:\n- my.glass: {density: 1}\n",
   .expected = {"line 4: material: 'my.glass' cannot be a name"}},
  {.yaml     = "material:\n- glass_beads: {density: 1, yuong: 2}\n- glass: {density: 1}\n",
   .expected = {"line 4: material: glass_beads: yuong: unknown key; did you mean 'young'?"}},
  {.yaml = "material: {glass_beads: {density: 1, young: 1}}\n",
   .expected =
     {"material: 'glass_beads' is not declared; write a list of objects, `- glass_beads: {...}`"}},
  {.yaml = "run_dt: 1\nmaterial: [s: {density: 1}]\ntemplate:\n- t: {material: s, my_file: 3}\n- "
           "t_my: {material: s}\n",
   .expected = {"line 6: template: t: my_file: unknown key"}},
  {.yaml     = "material:\n- 2glass: {density: 1}\n",
   .expected = {"'2glass' cannot be a name; names begin with a letter"}},
  {.yaml     = "material: {glass: {density: 1}}\n",
   .expected = {"material: 'glass' is not declared; write a list of objects, `- glass: {...}`"}},
  {.yaml     = "material:\n- glass: 5\n",
   .expected = {"material: glass: '5': is an object; write its keys and values under it"}},
  {.yaml     = "material:\n- glass:\n  density: 5\n",
   .expected = {"line 4: material: the keys of glass begin where its name does: indent 'density'"}},
  {.yaml     = "material:\n- steel: {density: 1}\ntemplate:\n- t: {material: steal}\n",
   .expected = {"line 6: template: t: material: 'steal' is not declared",
                "(declared: steel); did you mean 'steel'?"}},
  {.yaml = "material:\n- steel: {density: 1}\ncontact:\n- a: {between: [steel, gold]}\n",
   .expected =
     {"line 6: contact: a: between: 'gold' is not declared; give the name of a declared material"}},
  {.yaml     = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s]}\n",
   .expected = {"between: 1 word given; allowed: 2 names of declared material"}},
  {.yaml = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s, s], normal: herz}\n",
   .expected =
     {"normal: 'herz' is not known; allowed: one of: hooke, hertz; did you mean 'hertz'?"}},
  {.yaml = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s, s], normal: hooke}\n",
   .expected =
     {"line 6: contact: a: stiffness: missing; give a number >= 1 and <= 1000000000, in N/m"}},
  {.yaml     = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s, s], normal: hooke, "
               "stiffness: 1, exponent: 2}\n",
   .expected = {"exponent: only with normal: hertz; give that, too, or remove it"}},
  {.yaml     = "domain: {boundary: [open, periodical, open]}\n",
   .expected = {"line 3: domain: boundary: item 2, 'periodical' is not known",
                "did you mean 'periodic'?"}},
  {.yaml     = "domain: {boundary: [open, open]}\n",
   .expected = {"boundary: 2 words given; allowed: 3 words, each one of: open, free, periodic"}},
  {.yaml     = "material: [s: {density: 1}]\ntemplate:\n- t: {material: s, pebbles: [1, 2, 3]}\n",
   .expected = {"pebbles: 3 numbers given; allowed: a list of numbers (a multiple of 4)"}},
  {.yaml = "material: [s: {density: 1}]\ntemplate:\n- t: {material: s, pebbles: [1, 2, x, 4]}\n",
   .expected = {"pebbles: item 3, 'x' is not a number"}},
  {.yaml     = "material: [s: {density: 1}]\ntemplate:\n- t: {material: s, pebbles: []}\n",
   .expected = {"pebbles: no value given"}},
  {.yaml     = "motion:\n- spin: {walls: drum}\n- turn: {walls: drum}\n",
   .expected = {"line 3: motion: not available in this version; remove it"}},
  {.yaml = "check: true\n", .expected = {"line 3: check: belongs on the command line: -check"}},
  {.yaml     = "domain:\n\tboundary: [open, open, open]\n",
   .expected = {"line 4: indented with a tab; use blanks"}},
  {.yaml     = "title: \"open\nmore: 1\n",
   .expected = {"line 3: title: a text that begins with \" has no end",
                "line 4: more: unknown key"},
   .n        = 2},
  {.yaml     = "domain: {boundary: [open, open, open}\n",
   .expected = {"line 3: domain: boundary: the [ is not closed by ]: line 3 has a } first"}},
  {.yaml = "run_dt: 1\nmaterial:\n- a: {density: [1, 2, young: 3}\n- b: {density: 3}\ndomain:\n  "
           "boundary: [open, open, open]\n",
   .expected = {"line 5: material: a: density: the [ is not closed by ]: line 5 has a } first"}},
  {.yaml = "domain:\n  boundary: [open, open, open\nmaterial:\n- a: {density: 1}\n- b: {density: "
           "3}\n# [1\noutput: {dri: x}\n",
   .expected = {"line 4: domain: boundary: the [ is not closed by ] (column 13)\n",
                "line 9: output: dri: unknown key"},
   .n        = 2},
  {.yaml     = "output: {dir: 'x, more: 1}\nmaterial:\n- a: {density: 1, density: 2, young: -1}\n",
   .expected = {"line 3: output: dir: a text that begins with ' has no end",
                "line 5: material: a: 'density' is given twice", "'-1' is out"},
   .n        = 3},
  {.yaml     = "run_dt: 0,01\n",
   .expected = {"line 3: run: dt: '0,01' is not a number; decimals have a point: 0.01; allowed"}},
  {.yaml = "material:\n- glass: {density: 2,5e3, young: 7e9}\n",
   .expected =
     {"line 4: material: glass: density: '2,5e3' is not a number; decimals have a point: 2.5e3"}},
  {.yaml     = "domain: {boundary: [open, open, open]\n",
   .expected = {"line 3: domain: the { is not closed by }"}},
  {.yaml = "material:\n- a: {density: 1}\n- b: {density:1, young}: 3\n  - c\n",
   .expected =
     {"line 5: material: there is a second ':' in the line; put a text with ': ' in quotes"}},
  {.yaml = "domain:\n  - [1, 2]\n", .expected = {"line 4: domain: lists hold plain values"}},
  {.yaml = "just words\n", .expected = {"line 3: expected `key: value` or `key:`"}},
  {.yaml = "title: x\n---\nschema: 1\n", .expected = {"line 4: a second document begins here"}},
  {.yaml     = "$$more: !include other.yaml\n",
   .expected = {"line 3: $$more: !include is not available"}},
  {.yaml = "domain: *nowhere\n", .expected = {"line 3: domain: there is no anchor &nowhere"}},
  {.yaml = "domain: 7\n", .expected = {"line 3: domain: '7': is a section"}},
  {.yaml = "run_seed: 3.0\n",
   .expected =
     {"line 3: run: seed: '3.0' is not an integer; write it without a point; allowed: an integer"}},
  {.yaml = "run_seed: 1.5e0\n", .expected = {"run: seed: '1.5e0' is not an integer"}},
  {.yaml     = "run_seed: 9223372036854775808\n",
   .expected = {"'9223372036854775808' does not fit 64 bits"}},
  {.yaml     = "run_quiet: maybe\n",
   .expected = {"run: quiet: 'maybe' is neither true nor false; allowed: true or false"}},
  {.yaml     = "run_gravity: [0, 0]\n",
   .expected = {"run: gravity: 2 numbers given; allowed: three numbers, in m/s^2"}},
  {.yaml     = "run_dt: atuo\n",
   .expected = {"run: dt: 'atuo' is not a number; allowed: a number > 0, in s; or auto, none; did "
                "you mean 'auto'?"}},
  {.yaml = "run_dt: -1\n", .expected = {"run: dt: '-1' is out of range"}},
  {.yaml = "material:\n- glass: {density: 1}\n",
   .expected =
     {"clast: 1 mistake in",
      "  1. -material_glass_yuong: unknown option; did you mean '-material_glass_young'?"},
   .option = "-material_glass_yuong",
   .value  = "1"},
  {.yaml = "material:\n- glass: {density: 1}\n",
   .expected =
     {"-material_glas_young: no such object is declared; did you mean '-material_glass_young'?"},
   .option = "-material_glas_young",
   .value  = "1"},
  {.yaml     = "material:\n- glass: {density: 1}\n",
   .expected = {"-material_glass_young: '-1' is out of range; allowed: a number > 0, in Pa"},
   .option   = "-material_glass_young",
   .value    = "-1"},
  {.yaml     = "",
   .expected = {"-run_gravity: item 2, '' is not a number"},
   .option   = "-run_gravity",
   .value    = "1,,3"},
  {.yaml     = "",
   .expected = {"-run_entime: unknown option; did you mean '-run_end_time'?"},
   .option   = "-run_entime",
   .value    = "1"},
  {.yaml     = "",
   .expected = {"-chekc: unknown option; did you mean '-check'?"},
   .option   = "-chekc",
   .value    = NULL},
  {.yaml     = "",
   .expected = {"-log_view_not: unknown option; did you mean '-log_view'?"},
   .option   = "-log_view_not",
   .value    = NULL},
  {.yaml     = "",
   .expected = {"-info_x: unknown option; did you mean '-info'?"},
   .option   = "-info_x",
   .value    = "3"},
  {.yaml     = "",
   .expected = {"-zzz: unknown option; clast -help lists all"},
   .option   = "-zzz",
   .value    = NULL},
  {.yaml     = "",
   .expected = {"-material: objects are declared in the scenario file"},
   .option   = "-material",
   .value    = "a,b"},
  {.yaml     = "",
   .expected = {"-motion_x: not available in this version"},
   .option   = "-motion_x",
   .value    = "1"},
  {.yaml     = "",
   .expected = {"-run_end_time: no value given"},
   .option   = "-run_end_time",
   .value    = NULL},
};

static void every_mistake_is_told(void)
{
  const int n = (int)(sizeof wrongs / sizeof wrongs[0]);

  for (int i = 0; i < n; i++) {
    const Wrong *w       = &wrongs[i];
    Options     *options = start();
    char         text[1000];

    snprintf(text, sizeof text, "schema: 1\nrun: {end_time: 1}\n%s", w->yaml);
    if (w->option) CALL(PetscOptionsSetValue(NULL, w->option, w->value));
    options_read_text(options, text, "text");
    CALL(options_read_command_line(options));
    CALL(options_check(options));
    check_says(w->option ? w->option : w->yaml, options, w->n == 0 ? 1 : w->n, w->expected);
    if (w->option) CALL(PetscOptionsClearValue(NULL, w->option));
    options_destroy(&options);
  }
  test_note("%d single mistakes", n);
  test_end("each mistake alone is told with its line, what is allowed and what to do");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  every_mistake_is_told();
  CALL(parallel_destroy(&par));
}

/* SPDX-License-Identifier: MIT */
/* Separators, letters of documents, words of other codes and forms of lists: the report names what is
   wrong, its place and what to write. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

typedef struct {
  const char *yaml;        /* appended to two valid lines */
  const char *expected[3]; /* parts of the report, which has one mistake */
} Advice;

#define MATERIAL "material:\n- glass: {density: 1}\n"

/* clang-format off */
static const Advice separators[] = {
  {"material:\n- a: {density: 1; young: 2}\n",
   {"line 4: material: a: ", "a comma separates keys, not a semicolon: write '1, young' (column 17)"}},
  {"material:\n- a: {density: 1 young: 2}\n", {"a comma is missing between '1' and 'young' (column 18)"}},
  {"material:\n- a: {density: 1\n    young: 2}\n",
   {"line 5: material: a: ", "a comma is missing at the end of line 4, behind '1' (column 5)"}},
  {"material:\n- a: {density: 1\n- b: {density: 2}\n",
   {"line 4: material: a: ", "the { is not closed by }: line 5 begins with '- b' (column 6)"}},
  {"domain:\n  boundary: [open, open, open\n  more: 1\n",
   {"line 4: domain: ", "the [ is not closed by ]: line 5 begins with 'more' (column 13)"}},
  {"run_dt: 1\nmaterial:\n- a: {density: 1, # the end}\n",
   {"the { is not closed by }: what follows # on line 5 is a comment"}},
  {"domain: {boundary: [open, open, open]; more: 1}\n", {"a comma separates keys, not a semicolon"}},
  {"domain: {boundary: [open, open, open] more: 1}\n", {"a comma is missing between ']' and 'more'"}},
  {"material: {a: {density: 1} b: {density: 2}}\n", {"a comma is missing between '}' and 'b'"}},
  {"material:\n- a: {density: 1,, young: 2}\n", {"there is nothing before the comma; remove it"}},
  {"material:\n- a: {density: 1: 2}\n", {"there is a second ':' behind 'density'"}},
  {"material:\n- a: {density:, young: 2}\n", {"a value is missing behind 'density:'"}},
  {"material:\n- a: {density: @1}\n", {"a text that begins with @ must be in quotes"}},
  {"material:\n- a: {density: 1}}\n", {"a } closes nothing; remove it, or add the {"}},
  {"output:\n  dir = x\n  more: 1\n", {"line 4: ", "expected `key: value` or `key:`, not 'dir = x'; write `dir: x`"}},
  {"output:\n  dir:x\n  more: 1\n", {"write `dir: x`, with a blank behind the colon (column 3)"}},
  {"output\n  dir: x\n", {"line 3: expected", "not 'output'; a colon is missing behind it: `output:`"}},
  {"output:\n  dir: x\n    more: 1\n", {"line 5: ", "it is indented deeper than line 4"}},
  {"output:\n    dir: x\n  more: 1\n", {"line 5: ", "'more: 1' is indented by 2 blanks, unlike"}},
  {"material:\n- a: {density: 1}\nb: {density: 2}\n- c: {density: 1}\n", {"line 6: ", "unlike the lines before it"}},
  {"material:\n- glass {density: 1, young: [1, 2], poisson: 3}\n",
   {"line 4: material: ", "a colon is missing behind 'glass' (column 8)"}},
  {"material:\n- glass {between: [1, 2], poisson: 3}\n", {"a colon is missing behind 'glass' (column 8)"}},
  {"output {dir: x, more: 1}\n", {"line 3: ", "a colon is missing behind 'output' (column 7)"}},
  {"material:\n- a{density: 1, young: 2}\n", {"a colon is missing behind 'a' (column 4)"}},
  {"title: a: b\n", {"line 3: ", "there is a second ':' in the line; put a text with ': ' in quotes"}},
};

static const Advice letters[] = {
  {"run_gravity: [0, 0, \xe2\x88\x92" "9.81]\n", {"it has a minus sign (U+2212): type - in its place"}},
  {"run_dt: \xe2\x80\x93" "1\n", {"it has an en dash (U+2013): type - in its place; write -1"}},
  {"run_dt: \xef\xbc\x91\n", {"it has a full-width form (U+FF11): type 1 in its place; write 1"}},
  {"run_dt: 1\xc2\xa0\n", {"it has a non-breaking space (U+00A0): type a blank in its place; write 1"}},
  {"run_dt: 1.5\xc3\x97" "10\xe2\x81\xbb\xe2\x81\xb6\n", {"; write 1.5e-6"}},
  {"run_dt: 10^-3\n", {"'10^-3' is not a number", "; write 1e-3"}},
  {"run_dt: 10\xc2\xb3\n", {"type ^3 in its place; write 1e3"}},
  {"run_dt: -10\xe2\x81\xbb\xc2\xb3\n", {"; write -1e-3"}},
  {"run_dt: 1d-3\n", {"; write 1e-3"}},
  {"run_seed: 1_000\n", {"; write 1000"}},
  {MATERIAL "contact:\n- c: {between: [glass, \xe2\x80\x9cglass\xe2\x80\x9d]}\n",
   {"it has a curly quotation mark (U+201C): type \" in its place"}},
  {"material:\n- a: {density: 1, \xd1\x83oung: 2}\n",
   {"unknown key; did you mean 'young'?; it has a Cyrillic u (U+0443): type y in its place"}},
  {"material:\n- a: {density\xef\xbc\x9a" "1}\n", {"unknown key; write `density: 1`, with a colon and a blank; it has"}},
  {"material:\n- a: {density: 1\xef\xbc\x8cyoung: 2}\n", {"it has a full-width form (U+FF0C): type , in its place"}},
  {"material:\n- St\xc3\xa4hl: {density: 1}\n",
   {"cannot be a name", "'\xc3\xa4' (U+00E4) is no letter of ASCII, of which all keys, words and numbers are; write Staehl"}},
  {"material:\n- kies k\xc3\xb6rner: {density: 1}\n",
   {"digits, hyphens and underscores", "; write kies-koerner"}},
  {"\xc2\xa0output: {dir: x}\n", {"unknown key", "(U+00A0)"}},
};

static const Advice forms[] = {
  {"run_gravity: -9.81\n",
   {"1 number given; allowed: three numbers, in m/s^2, such as [0, 0, -9.81] (down along z); given: '-9.81'"}},
  {"run_gravity: 9.81\n", {"in m/s^2, such as [0, 0, -9.81] (down along z); given: '9.81'"}},
  {"run_gravity: down\n", {"'down' is not a number; allowed: three numbers, in m/s^2, such as [0, 0, -9.81]"}},
  {"run_gravity: [0,5, 0, 0]\n", {"4 numbers given", "a comma separates numbers, decimals have a point"}},
  {"run_gravity: (0, 0, 1)\n", {"'(0' is not a number", "a list stands in brackets: [0, 0, 1]"}},
  {"run_gravity: [[0, 0, 1]]\n", {"line 3: run_gravity: lists hold plain values, no lists; write all of them into one"}},
  {"material:\n- a: {density: [[1, 2], [3, 4]]}\n", {"write all of them into one, as in [1, 2, 3, 4]"}},
  {"material:\n- a: {density: [[-0.0123456789, 0.0123456789, 0, 0.0123456789],"
   "[0.0123456789, 0.0123456789, 0, 0.0123456789], [0, 0, 0, 1]]}\n",
   {"as in [-0.0123456789, 0.0123456789, 0, 0.0123456789, 0.0123456789, 0.0123456789, 0, 0.0123456789, ...]"}},
  {"material:\n- a: {density: [[1, [2]], [3, 4]]}\n", {"write all of them into one, as in [0, 0, 1, 0, 0, 2]"}},
  {"domain: {boundary: periodic}\n", {"such as [periodic, periodic, periodic]; given: 'periodic'"}},
  {"output: {dir: x}\nmaterial:\n- a: {density: 1,5,5}\n", {"a list stands in brackets: write [1, 5, 5]"}},
  {"material:\n- a: {density: 1,000,000}\n", {"a number has no commas: 1000000"}},
  {"material:\n- a: {density: {1, 2, 3}}\n", {"line 4: material: a: density: a list stands in brackets: write [1, 2, 3]"}},
  {"material:\n- a: {density:1}\n", {"density:1: unknown key; write `density: 1`, with a colon and a blank"}},
  {"material:\n- a: {density: 1, young: {x: 1, y: 2}}\n", {"young_x: unknown key; young has no keys of its own; give a number"}},
  {"material:\n  a: {density: 1}\ncontact:\n- c: {between: [a, a]}\n",
   {"material: 'a' is not declared; write a list of objects, `- a: {...}`"}},
  {"material:\n  -a: {density: 1}\n", {"`- a: {...}`, with a blank behind the dash"}},
  {"material:\n  name: a\n  density: 1\n", {"'name' is no key, as names stand before the keys", "write `- a: {...}`"}},
  {"material: {density: 1, young: 2}\n", {"'density' is a key, and a name is expected", "`- NAME: {...}`"}},
  {"material:\n- name: a\n  density: 1\n", {"`- a:` in place of `- name: a`"}},
  {"material:\n- a:\n  density: 1\n", {"the keys of a begin where its name does: indent 'density'"}},
  {"material:\n- a:\n  density: 1\n  young: 2\n", {"indent 'density' and those that follow by two blanks more"}},
  {"material:\n- {density: 1, young: 2}\n", {"write `- NAME: {density: ...}`"}},
  {"material:\n- a: 2500\n", {"line 4: material: a: '2500': is an object; write its keys and values under it, or in braces"}},
  {"output:\n- dir: x\n", {"output: 'dir': is a section; write keys and values under it, without dashes"}},
  {MATERIAL "template:\n- ball: {material: glass, pebbles: [0, 0, 0, 1]}\ncontact:\n- c: {between: [ball, glass]}\n",
   {"'ball' is not declared; give the name of a declared material (declared: glass)",
    "'ball' is declared in template, with material: glass"}},
};

static const Advice words[] = {
  {"material:\n- a: {rho: 1}\n", {"rho: unknown key; did you mean 'density'?"}},
  {"material:\n- a: {density: 1, E: 1}\n", {"E: unknown key; did you mean 'young'?"}},
  {"material:\n- a: {density: 1, youngs_modulus: 1}\n", {"did you mean 'young'?"}},
  {"material:\n- a: {density: 1, nu: 0.3}\n", {"did you mean 'poisson'?"}},
  {"motor: {x: 1}\n", {"motor: unknown key; clast -help lists all"}},
  {"domain: {bc: [open, open, open]}\n", {"bc: unknown key; did you mean 'boundary'?"}},
  {"output: {folder: x}\n", {"folder: unknown key; did you mean 'dir'?"}},
  {"output: {did: x}\n", {"did: unknown key; did you mean 'dir'?"}},
  {"output: {fir: x}\n", {"did you mean 'dir'?"}},
  {"output: {fur: x}\n", {"fur: unknown key; known here: dir"}}, /* two of three letters are wrong */
};
/* clang-format on */

static void are_told(const char *what, const Advice *list, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    Options *options;
    char     text[1000];

    snprintf(text, sizeof text, "schema: 1\nrun: {end_time: 1}\n%s", list[i].yaml);
    options = start_from(text);
    check_says(list[i].yaml, options, 1, list[i].expected);
    options_destroy(&options);
  }
  test_end(what);
}

#define ARE_TOLD(what, list) are_told(what, list, sizeof(list) / sizeof *(list))

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  ARE_TOLD("a separator that is wrong or missing is told with its place", separators);
  ARE_TOLD("a letter that is not of the keyboard is told by its name, with what to type", letters);
  ARE_TOLD("a list, vector or object in another form is told with the right one", forms);
  ARE_TOLD("words of other codes and of textbooks are told in ours, and no others", words);
  CALL(parallel_destroy(&par));
}

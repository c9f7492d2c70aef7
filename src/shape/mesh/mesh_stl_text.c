/* SPDX-License-Identifier: MIT */
/* STL as text: solid [name], then for each triangle

     facet normal x y z
       outer loop
         vertex x y z      three times
       endloop
     endfacet

   then endsolid [name]; any number of solids. Words in any case, blanks and line ends as one likes,
   but that a name ends with its line. */
#include "shape/mesh/mesh_stl.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

enum { WORD_SHOWN = 40 };

typedef struct {
  const char *at, *end;
  int64_t     line;
  char        word[64]; /* last word read, truncated */
  Findings   *findings;
} Scan;

/* Read the next word; false at the end of the text. */
static bool word_next(Scan *scan)
{
  size_t n = 0;

  while (scan->at < scan->end && isspace((unsigned char)*scan->at))
    scan->line += *scan->at++ == '\n';
  while (scan->at < scan->end && !isspace((unsigned char)*scan->at)) {
    if (n + 1 < sizeof scan->word) scan->word[n++] = *scan->at;
    scan->at++;
  }
  scan->word[n] = 0;
  return n > 0;
}

static void line_skip(Scan *scan)
{
  while (scan->at < scan->end && *scan->at != '\n') scan->at++;
}

static bool complain(Scan *scan, const char *expected)
{
  if (scan->word[0])
    finding_add(scan->findings, scan->line, "'%.*s' where %s should be", WORD_SHOWN, scan->word,
                expected);
  else
    finding_add(scan->findings, scan->line, "the file ends where %s should be: truncated?",
                expected);
  return false;
}

/* Read the next word, which must be `word`. */
static bool expect(Scan *scan, const char *word)
{
  char expected[32];

  if (word_next(scan) && strcasecmp(scan->word, word) == 0) return true;
  snprintf(expected, sizeof expected, "'%s'", word);
  return complain(scan, expected);
}

/* Skip the normal without parsing it: some programs write nan. */
static bool skip_normal(Scan *scan)
{
  for (int k = 0; k < 3; k++) {
    if (!word_next(scan)) return complain(scan, "a number");
  }
  return true;
}

/* Read a decimal number; nan and inf are accepted and refused later by soup_fault. */
static bool read_number(Scan *scan, double *value)
{
  char *end;

  if (!word_next(scan)) return complain(scan, "a number");
  *value = strtod(scan->word, &end);
  if (*end == 0 && end != scan->word && !strpbrk(scan->word, "xX")) return true;
  return complain(scan, "a number");
}

static PetscErrorCode read_corner(Scan *scan, Soup *soup, bool *good)
{
  Vec3        c = {0, 0, 0};
  const char *fault;

  PetscFunctionBeginUser;
  *good = expect(scan, "vertex") && read_number(scan, &c.x) && read_number(scan, &c.y) &&
          read_number(scan, &c.z);
  fault = *good ? soup_fault(c) : NULL;
  if (fault) finding_add(scan->findings, scan->line, "vertex %g %g %g: %s", c.x, c.y, c.z, fault);
  if (*good) PetscCall(soup_add(soup, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read a facet after the word `facet`. */
static PetscErrorCode read_facet(Scan *scan, Soup *soup, bool *good)
{
  PetscFunctionBeginUser;
  *good =
    expect(scan, "normal") && skip_normal(scan) && expect(scan, "outer") && expect(scan, "loop");
  for (int k = 0; k < 3 && *good; k++) PetscCall(read_corner(scan, soup, good));
  *good = *good && expect(scan, "endloop") && expect(scan, "endfacet");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode soup_read_text(const char *text, size_t n, Soup *soup, Findings *findings)
{
  Scan scan   = {.at = text, .end = text + n, .line = 1, .findings = findings};
  bool inside = false, good = true;

  PetscFunctionBeginUser;
  while (good && word_next(&scan)) {
    if (inside && strcasecmp(scan.word, "facet") == 0) {
      PetscCall(read_facet(&scan, soup, &good));
    } else if (strcasecmp(scan.word, inside ? "endsolid" : "solid") == 0) {
      inside = !inside;
      line_skip(&scan);
    } else {
      good = complain(&scan, inside ? "'facet' or 'endsolid'" : "'solid'");
    }
    if (soup->n > 3 * MESH_MOST_FACES) {
      finding_add(findings, scan.line, "more triangles than can be read, %d", MESH_MOST_FACES);
      good = false;
    }
  }
  if (good && inside) complain(&scan, "'facet' or 'endsolid'");
  PetscFunctionReturn(PETSC_SUCCESS);
}

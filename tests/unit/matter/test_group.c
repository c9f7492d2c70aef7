/* SPDX-License-Identifier: MIT */
/* Groups: text to masks and back, one group per slot, at most 64. */
#include "matter/group.h"
#include "matter/template.h"
#include "test.h"

/* Add the groups of a text to the table; false: no room. */
static bool add(Groups *groups, const char *text, int32_t used)
{
  Groups named;
  char   why[GROUPS_WHY];

  CHECK(groups_parse(text, &named, why));
  return groups_add(groups, &named, used);
}

static void check_table(const Groups *groups, int n, const char *const expected[])
{
  CHECK_INT(groups->n, n);
  for (int k = 0; k < n && k < groups->n; k++) {
    char text[GROUPS_TEXT];

    groups_text(groups, (uint64_t)1 << k, text);
    CHECK_TEXT(text, expected[k]);
  }
}

static void new_groups_come_in_order(void)
{
  static const char *const first[]  = {"b", "slot=a"};
  static const char *const second[] = {"b", "slot=a", "Zoo=1", "slot=0"};
  Groups                   groups   = {0};
  uint64_t                 mask;

  CHECK(add(&groups, "slot=a|b", GROUP_CLUMPS)); /* Default before slot */
  check_table(&groups, 2, first);
  CHECK(add(&groups, "slot=0|b|Zoo=1", GROUP_PEBBLES)); /* present groups keep their entries */
  check_table(&groups, 4, second);
  CHECK_INT(groups.list[0].used, GROUP_CLUMPS | GROUP_PEBBLES);
  CHECK_INT(groups.list[1].used, GROUP_CLUMPS);
  CHECK_INT(groups.list[3].used, GROUP_PEBBLES);
  CHECK(groups_find(&groups, "slot=0|b", &mask) && mask == 9);
  CHECK(groups_find(&groups, "Default=b", &mask) && mask == 1);
  CHECK(!groups_find(&groups, "a", &mask) && mask == 0); /* no group of this name in slot Default */
  CHECK(!groups_find(&groups, "", &mask));
  CHECK_INT(groups_place(&groups, "slot", 9), 3);
  CHECK_INT(groups_place(&groups, "Zoo", 9), -1);
  CHECK(groups_all(&groups) == 15);
  CHECK(groups_are_sound(&groups));
  strcpy(groups.list[3].name, "a");
  CHECK(!groups_are_sound(&groups)); /* a duplicate */
  strcpy(groups.list[3].name, "x|y");
  CHECK(!groups_are_sound(&groups));
  test_end("a group keeps its place; those of one text are added in the order of slot and name");
}

/* A group of pebbles alone selects no clump, and the groups that do are told. */
static void groups_select_what_has_them(void)
{
  static const struct {
    int32_t     used;
    const char *text, *why;
  } none[] = {
    {GROUP_CLUMPS, "p",
     "'p' is a group of pebbles alone, which no clump has; groups of clumps: b, "
     "slot=a, c"},
    {GROUP_CLUMPS, "b|s=q", "'s=q' is a group of pebbles alone"},
    {GROUP_CLUMPS, "d", "no clump has the group 'd'; groups of clumps: b, slot=a, c"},
    {GROUP_CLUMPS, "", "no clump has the group ''"},
    {GROUP_CLUMPS, "a b", "'a b' is no group"},
    {GROUP_PEBBLES, "c",
     "'c' is a group of clumps alone, which no pebble has; groups of pebbles: "
     "b, s=q, p"},
  };
  Groups   groups = {0};
  uint64_t mask;
  char     why[GROUPS_NONE];

  CHECK(add(&groups, "slot=a|b", GROUP_CLUMPS) && add(&groups, "b|s=q", GROUP_PEBBLES));
  CHECK(add(&groups, "p", GROUP_PEBBLES));
  CHECK(!groups_select(&(Groups){0}, GROUP_CLUMPS, "p", &mask, why) &&
        strstr(why, "no clump has any group: give `group`"));
  CHECK(groups_select(&groups, GROUP_CLUMPS, "b|slot=a", &mask, why) && mask == 3);
  CHECK(groups_select(&groups, GROUP_PEBBLES, "b", &mask, why) && mask == 1);
  CHECK(!groups_select(&groups, GROUP_CLUMPS, "p", &mask, why) && mask == 0);
  CHECK(groups_select(&groups, GROUP_PEBBLES, "p", &mask, why));
  CHECK(add(&groups, "c", GROUP_CLUMPS)); /* as a later change gives it */
  CHECK(groups_select(&groups, GROUP_CLUMPS, "c", &mask, why));
  for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
    CHECK(!groups_select(&groups, none[k].used, none[k].text, &mask, why) && mask == 0);
    if (!strstr(why, none[k].why)) test_fail(__FILE__, __LINE__, "'%s': %s", none[k].text, why);
  }
  test_end("groups select clumps or pebbles, whichever have them; else those that do are told");
}

static void templates_select_as_groups(void)
{
  Template  list[]    = {{.name = "rod", .selected = 4}, {.name = "ball"}};
  Templates templates = {.n = 2, .list = list};
  Groups    groups    = {0}, named;
  uint64_t  mask, rod, ball;
  char      why[GROUPS_NONE];

  CHECK(add(&groups, "bed", GROUP_CLUMPS));
  groups_know(&groups, &templates);
  CHECK(list[0].selected == 0);
  CHECK(groups_select(&groups, GROUP_CLUMPS, "template=ball", &ball, why) && ball == 2);
  CHECK(groups_select(&groups, GROUP_PEBBLES, "template=rod", &rod, why) && rod == 4);
  CHECK(groups_select(&groups, GROUP_CLUMPS, "bed|template=ball", &mask, why) && mask == 3);
  CHECK(list[0].selected == rod && list[1].selected == ball && groups.n == 3);
  CHECK(!groups_select(&groups, GROUP_CLUMPS, "template=bull", &mask, why));
  CHECK(strstr(why, "no template 'bull' (there are: rod, ball); did you mean 'ball'?"));
  CHECK(!groups_select(&groups, GROUP_CLUMPS, "ball", &mask, why));
  CHECK(strstr(why, "did you mean 'template=ball'?"));
  CHECK(groups_parse("template=ball", &named, why) && !groups_may_be_given(&named, why));
  CHECK(strstr(why, "use another slot"));
  CHECK(groups_parse("templates=ball", &named, why) && groups_may_be_given(&named, why));
  test_end("template=NAME selects clumps of a template, and is given to none");
}

static void text_and_back(void)
{
  Groups   groups = {0}, named;
  char     text[GROUPS_TEXT], why[GROUPS_WHY];
  uint64_t mask;

  CHECK(add(&groups, "7|a=-x.Y_1|b=n", GROUP_CLUMPS));
  groups_text(&groups, 5, text);
  CHECK_TEXT(text, "7|b=n");
  CHECK(groups_find(&groups, text, &mask) && mask == 5);
  groups_text(&groups, 0, text);
  CHECK_TEXT(text, "");
  CHECK(groups_parse("", &named, why) && named.n == 0);
  CHECK(groups_parse("-", &named, why) && named.n == 0);
  test_end("groups as text read back to the same mask; nothing and - are none");
}

static void bad_text_is_told(void)
{
  static const struct {
    const char *text, *why;
  } bad[] = {{"a b", "'a b' is no group"},
             {"|", "'' is no group"},
             {"a||b=c", "'' is no group"},
             {"a=", "'a=' is no group"},
             {"=a", "'=a' is no group"},
             {"a=b=c", "'a=b=c' is no group"},
             {"a|b", "'a' and 'b' are both of the slot Default"},
             {"s=a|s=a", "both of the slot s"},
             {"a123456789012345678901234567890x", "1 to 31 letters"}};
  Groups named;
  char   why[GROUPS_WHY];

  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CHECK(!groups_parse(bad[k].text, &named, why));
    if (!strstr(why, bad[k].why)) test_fail(__FILE__, __LINE__, "'%s': %s", bad[k].text, why);
  }
  CHECK(groups_parse("a12345678901234567890123456789x", &named, why)); /* 31 characters */
  test_end("text that names no group, or two in a slot, is told");
}

/* A full table of the longest names, in as many slots. */
static void the_table_has_an_end(void)
{
  Groups   groups = {0}, before, named;
  char     one[80], text[GROUPS_TEXT], why[GROUPS_WHY];
  uint64_t mask;

  for (int k = 0; k < GROUPS_MOST; k++) {
    snprintf(one, sizeof one, "s%030d=n%030d", k, k);
    CHECK(add(&groups, one, GROUP_CLUMPS));
  }
  before = groups;
  CHECK(!add(&groups, "one-more", GROUP_CLUMPS));
  CHECK(memcmp(&before, &groups, sizeof groups) == 0);
  CHECK(add(&groups, one, GROUP_PEBBLES)); /* present already */
  groups_text(&groups, ~(uint64_t)0, text);
  CHECK_INT((int64_t)strlen(text), 64 * 63 + 63);
  CHECK(groups_parse(text, &named, why) && named.n == GROUPS_MOST);
  CHECK(groups_find(&groups, text, &mask) && mask == ~(uint64_t)0 && groups_all(&groups) == mask);
  test_end("64 groups fill the table and its text; one more is refused and changes nothing");
}

TESTS(.ranks = {1})
{
  new_groups_come_in_order();
  groups_select_what_has_them();
  templates_select_as_groups();
  text_and_back();
  bad_text_is_told();
  the_table_has_an_end();
}

/* SPDX-License-Identifier: MIT */
/* A YAML text as a tree of nodes, read by libyaml. All of this is local. */
#ifndef OPTIONS_YAML_YAML_H
#define OPTIONS_YAML_YAML_H

#include "options/text.h"

typedef enum { NODE_TEXT, NODE_LIST, NODE_MAP, NODE_ALIAS } NodeType;

/* Lines and columns count from 1. */
typedef struct YamlNode {
  NodeType          type;
  int               line, column, end_line, end_column; /* the end is behind the last letter */
  bool              plain;                              /* a text without quotes */
  char             *text; /* of a text; name of the anchor of an alias */
  int               n;    /* items; of a map keys and values, in turn */
  PetscInt          capacity;
  struct YamlNode **items;
} YamlNode;

/* Nodes and anchors of one or several texts; starts as {0}. */
typedef struct {
  YamlNode **nodes;
  int        n;
  PetscInt   capacity;
  NameIndex  anchors;
  YamlNode **anchored; /* [anchors.n] */
} YamlTree;

typedef struct {
  int  line, column;
  Text text; /* what is wrong, with the keys around it; n is 0: nothing */
} YamlFault;

enum { YAML_DEEPEST = 32 };

/* Read one document, whose first line is number `line`, of n bytes of UTF-8 with line feeds. Its
   root, which belongs to the tree; NULL: it is empty, or *fault, {0} before, tells the first
   mistake. The caller frees fault->text. */
YamlNode *yaml_tree_read(YamlTree *tree, const char *text, size_t n, int line, YamlFault *fault);
/* The node that an alias stands for, any other node itself; NULL: there is no such anchor. */
const YamlNode *yaml_tree_node(const YamlTree *tree, const YamlNode *node);
void            yaml_tree_free(YamlTree *tree);

#endif

# SPDX-License-Identifier: MIT
"""notebook.py FILE.ipynb: run the code cells of a notebook in order, in one namespace, without a browser."""
import json
import sys

import matplotlib

matplotlib.use("Agg")
with open(sys.argv[1], encoding="utf-8") as file:
    cells = json.load(file)["cells"]
space = {"__name__": "__main__"}
for number, cell in enumerate(cells):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), "%s cell %d" % (sys.argv[1], number), "exec"), space)

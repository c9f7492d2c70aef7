# SPDX-License-Identifier: MIT
"""What mkdocs.yml asks mkdocs to call: blocks that are set off by four blanks get the language that they are in, so that they have colours."""
import re

LANGUAGES = (("yaml", re.compile(r"[a-z]+:( \{.*)?$")),
             ("sh", re.compile(r"(build/|jobs/|tests/|make |mpirun |sbatch |bsub |qsub |python3 |awk |pip |apt |export |clast|autoreconf |nohup )")))


def on_page_markdown(markdown, **_):
    """Fence the blocks whose first line tells a language."""
    blocks = re.split(r"(\n\n(?:    .*\n|\n(?=    ))+)", "\n\n" + markdown)
    for k in range(1, len(blocks), 2):
        lines = [line[4:] for line in blocks[k].strip("\n").split("\n")]
        for language, begins in LANGUAGES:
            if begins.match(lines[0]):
                blocks[k] = "\n\n```%s\n%s\n```\n" % (language, "\n".join(lines))
                break
    return "".join(blocks)[2:]

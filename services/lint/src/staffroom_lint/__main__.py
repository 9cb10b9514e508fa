"""`python -m staffroom_lint [folder]`: one line for each broken rule, and exit code 1 if there is any.

With `--record` it first lowers the recorded numbers of lapses in words to the present ones; with `--record-all` it
writes all present ones.
"""

from __future__ import annotations

import sys
from pathlib import Path

from staffroom_lint import words
from staffroom_lint.rules import RULES, findings
from staffroom_lint.source import Tree


def main(arguments: list[str]) -> int:
    """Check the tree in the given folder, else in the working directory; returns the exit code."""
    options = {one for one in arguments if one.startswith("--")}
    folders = [one for one in arguments if one not in options]
    tree = Tree(Path(folders[0]) if folders else Path.cwd())
    if options:
        words.record(tree, rises="--record-all" in options)
    results = findings(tree)
    for finding in results:
        print(finding)
    print(f"{len(RULES)} rules, {len(tree.files)} files, {len(results)} findings", file=sys.stderr)
    return 1 if results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m staffroom_lint [folder]`: one line for each broken rule, and exit code 1 if there is any."""

from __future__ import annotations

import sys
from pathlib import Path

from staffroom_lint.rules import RULES, findings
from staffroom_lint.source import Tree


def main(arguments: list[str]) -> int:
    """Check the tree in the given folder, else in the working directory; returns the exit code."""
    root = Path(arguments[0]) if arguments else Path.cwd()
    tree = Tree(root)
    results = findings(tree)
    for finding in results:
        print(finding)
    print(f"{len(RULES)} rules, {len(tree.files)} files, {len(results)} findings", file=sys.stderr)
    return 1 if results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

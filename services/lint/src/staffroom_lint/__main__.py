"""`python -m staffroom_lint [folder]`: one line for each broken rule, and exit code 1 if there is any."""

from __future__ import annotations

import sys
from pathlib import Path

from staffroom_lint.rules import RULES, findings
from staffroom_lint.source import Tree


def main(arguments: list[str]) -> int:
    """Check the tree in the given folder, or the one we are in; the exit code."""
    root = Path(arguments[0]) if arguments else Path.cwd()
    tree = Tree(root)
    found = findings(tree)
    for finding in found:
        print(finding)
    print(f"{len(RULES)} rules, {len(tree.files)} files, {len(found)} findings", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

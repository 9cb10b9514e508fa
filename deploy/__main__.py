"""Command line of the containers: `python -m deploy --help`; the Makefile calls it too."""

import argparse
import sys

from devstack.layout import Trouble


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    root = argparse.ArgumentParser(prog="python -m deploy", description=__doc__)
    commands = root.add_subparsers(dest="command", required=True)
    images = commands.add_parser("images", help="build the images, or the named ones")
    images.add_argument("names", nargs="*")
    images.add_argument("--fresh", action="store_true", help="without the layers of earlier builds")
    commands.add_parser("bases", help="make stand-ins of the base images, where no registry of images is reached")
    return root


def main() -> int:
    """Run a command; trouble is one sentence on the error output and exit code 1."""
    arguments = parser().parse_args()
    try:
        if arguments.command == "images":
            from deploy import images

            images.build(images.chosen(arguments.names), arguments.fresh)
        elif arguments.command == "bases":
            from deploy import bases

            bases.make()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

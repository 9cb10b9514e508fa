"""Command line of the containers: `make deploy ARGS=...` or `python -m deploy`; --help on each."""

import argparse
import sys
from collections.abc import Sequence

from devstack.layout import Trouble


def parser() -> argparse.ArgumentParser:
    """Return the commands and their options."""
    root = argparse.ArgumentParser(prog="python -m deploy", description=__doc__)
    commands = root.add_subparsers(dest="command", required=True)
    images = commands.add_parser("images", help="build the images, or the named ones")
    images.add_argument("names", nargs="*")
    images.add_argument("--fresh", action="store_true", help="without the layers of earlier builds")
    push = commands.add_parser("push", help="push the built images to your registry")
    push.add_argument("registry", help="registry.example.org/office, where they are staffroom/<name>:<version>")
    push.add_argument("names", nargs="*")
    area = commands.add_parser("area", help="release one area: test it, tag the commit, build its images")
    area.add_argument("name", help="the area's service")
    area.add_argument("--version", default="", help="1.103.0.2: the release and a count; else the next one")
    commands.add_parser("bases", help="make stand-ins of the base images, where no registry of images is reached")
    contents = commands.add_parser("contents", help="write the list of contents (SBOM) and licences of each image")
    contents.add_argument("names", nargs="*")
    settings = commands.add_parser("settings", help="write the settings of docker-compose, once; later what is missing")
    settings.add_argument("--url", default="", help="the address people open: https://staffroom.example.org")
    settings.add_argument(
        "--email", default="", help="for a certificate of Let's Encrypt: who is told before it expires"
    )
    settings.add_argument("--certificates", default="", help="folder of your own certificate: tls.crt and tls.key")
    settings.add_argument("--proxy", action="store_true", help="another server on this machine has the certificate")
    settings.add_argument("--smtp", default="", help="the mail server: smtp://user:password@mail.example.org:587")
    settings.add_argument("--mail-from", default="", help="the sender of mails: 'Academy <office@example.org>'")
    settings.add_argument("--support-email", default="", help="the address in mails for help")
    settings.add_argument("--keycloak", action="store_true", help="people sign in with Keycloak")
    commands.add_parser("upgrade", help="have docker-compose run the release of this tree (BACKUP=0: no backup)")
    restore = commands.add_parser("restore", help="have docker-compose go back to a backup: its last state")
    restore.add_argument("--from", dest="source", default="", help="folder or s3:// address, else the backups' own")
    restore.add_argument("--at", default="", help="a moment: 2026-11-25T10:00Z")
    restore.add_argument("--name", default="", help="a backup: its own moment, without the log behind it")
    restore.add_argument("--key", default="", help="file of the private key, else secrets/backup.agekey")
    restore.add_argument("--accept-missing", action="store_true", help="go on without objects that the backup has lost")
    return root


def run(arguments: argparse.Namespace) -> None:
    """Carry out a command. Raises Trouble."""
    if arguments.command == "images":
        from deploy import images

        images.build(images.chosen(arguments.names), arguments.fresh)
    elif arguments.command == "push":
        from deploy import images

        images.push(images.chosen(arguments.names), arguments.registry)
    elif arguments.command == "area":
        from deploy import area

        area.release(arguments.name, arguments.version)
    elif arguments.command == "bases":
        from deploy import bases

        bases.make()
    elif arguments.command == "contents":
        from deploy import contents, images

        contents.write(images.chosen(arguments.names))
    elif arguments.command == "upgrade":
        from deploy import upgrade

        upgrade.upgrade()
    elif arguments.command == "restore":
        from deploy import restore

        given = arguments
        restore.restore(given.source, given.at, given.key, name=given.name, accept_missing=given.accept_missing)
    else:
        from deploy import settings

        names = ("url", "email", "certificates", "smtp", "mail_from", "support_email")
        chosen = {name: str(getattr(arguments, name)) for name in names}
        settings.write_here(chosen | {"proxy": "yes" if arguments.proxy else ""}, arguments.keycloak)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; trouble is one sentence on the error output and exit code 1."""
    try:
        run(parser().parse_args(arguments))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

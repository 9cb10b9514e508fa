"""One version everywhere: the places that name it, and writing it into all of them.

The first of them, `kit/version.py`, is the version that the services report (`/readyz`, `/api/health`); a test compares
the others with it.
"""

import re

from devstack.layout import ROOT, Trouble

SOURCE = "services/kit/src/kit/version.py"
_SEMVER = r"\d+\.\d+\.\d+"
PLACES = {
    SOURCE: r'^VERSION = "({})"',
    "web/package.json": r'^  "version": "({})"',
    "web/package-lock.json": r'^(?:  |      )"version": "({})",\n(?=(?:  |      )(?:"lockfileVersion|"workspaces))',
    "web/libs/api/src/constants.ts": r'^export const appVersion = "({})"',
    "charts/staffroom/Chart.yaml": r'^(?:version|appVersion): "?({})"?$',
}
"""The pattern of the version in each file; its group is the version. Each file has at least one."""


def named() -> dict[str, set[str]]:
    """Return the versions that each file names.

    Raises:
        Trouble: a file no longer names a version.
    """
    versions_by_file = {name: set(re.findall(_pattern(name), (ROOT / name).read_text(), re.M)) for name in PLACES}
    if lost := [name for name, versions in versions_by_file.items() if not versions]:
        raise Trouble(f"The place of the version is no longer in {', '.join(lost)}.")
    return versions_by_file


def present() -> str:
    """Return the version of this tree.

    Raises:
        Trouble: the tree names several.
    """
    versions = set().union(*named().values())
    if len(versions) != 1:
        raise Trouble(f"The tree names several versions: {', '.join(sorted(versions))}.")
    return versions.pop()


def write(version: str) -> list[str]:
    """Write a version into every place; returns the files that changed.

    Raises:
        Trouble: it is not a version like 1.103.0, or not a later one.
    """
    if not re.fullmatch(_SEMVER, version):
        raise Trouble(f"{version} is no version: give three numbers, for example 1.103.0.")
    before = present()
    if _numbers(version) <= _numbers(before):
        raise Trouble(f"{version} is not later than the present version, {before}.")
    for name in PLACES:
        path = ROOT / name
        text = re.sub(_pattern(name), lambda match: match[0].replace(before, version), path.read_text(), flags=re.M)
        path.write_text(text)
    return list(PLACES)


def _pattern(name: str) -> str:
    return PLACES[name].replace("{}", _SEMVER)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]

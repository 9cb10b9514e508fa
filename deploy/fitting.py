"""Whether an area of this tree runs with the release before it: it is compiled against the libraries of that release
and compared with its packages and calls.

The remote of an area bundles none of our libraries: in the page it uses those of the released shell.
"""

import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from devstack import prepare
from devstack.layout import ROOT, Trouble

WEB = ROOT / "web"
GENERATED = "libs/contract/src/generated"
"""Generated types of the services' answers, which are not committed. This tree's types stand in for the
release's."""


def check(area: str, tag: str) -> None:
    """Compare an area with a release.

    Raises:
        Trouble: the tag is missing, the area does not compile, or a package or call is missing on either side.
    """
    prepare.api_types()
    with tempfile.TemporaryDirectory(prefix="fitting-") as folder:
        web = released(tag, Path(folder))
        _run(["node", "tools/fit.mjs", area, str(web)], WEB, area, tag)
        with_area(web, area)
        _run([str(WEB / "node_modules" / ".bin" / "tsc"), "--noEmit", "--pretty", "false", "-p", "."], web, area, tag)


def released(tag: str, folder: Path) -> Path:
    """Unpack the web of a release into a folder, with the installed packages and the release's own libraries.

    Raises:
        Trouble: git does not have the tag.
    """
    done = subprocess.run(
        ["git", "archive", tag, "web/libs", "web/package.json", "web/tsconfig.json"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise Trouble(f"git has no release {tag}: `git fetch --tags`, or `make release` where there was none yet.")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
        packed.extractall(folder, filter="data")
    web = folder / "web"
    packages = web / "node_modules"
    packages.mkdir()
    for path in (WEB / "node_modules").iterdir():
        if path.name != "@staffroom":
            (packages / path.name).symlink_to(path)
    # The links of the workspace are relative, so that they lead to the libraries of the release.
    shutil.copytree(WEB / "node_modules" / "@staffroom", packages / "@staffroom", symlinks=True)
    return web


def with_area(web: Path, area: str) -> None:
    """Put an area of this tree next to the libraries of a release."""
    unwanted = shutil.ignore_patterns("dist", "*.test.ts", "*.test.tsx")
    shutil.copytree(WEB / "apps" / area, web / "apps" / area, ignore=unwanted)
    shutil.copytree(WEB / GENERATED, web / GENERATED, dirs_exist_ok=True)
    for path in web.glob("libs/**/*.test.ts*"):
        path.unlink()


def _run(command: list[str], cwd: Path, area: str, tag: str) -> None:
    done = subprocess.run(["nice", *command], cwd=cwd, text=True, capture_output=True, check=False)
    if done.returncode:
        reasons = "\n".join((done.stdout + done.stderr).strip().splitlines()[:10])
        raise Trouble(f"{area} does not fit the release {tag}: mend this, or release all (`make release`).\n{reasons}")

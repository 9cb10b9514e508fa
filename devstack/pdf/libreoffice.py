"""Office documents to PDF with the machine's LibreOffice, behind Gotenberg's route (`devstack.pdf.server`).

Documents come from users. Each is converted by processes and a profile of its own, which run no macro, update no link
and reach no network. The processes are killed together when their time is up.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import IO

from devstack.pdf.limits import TOO_SLOW, Gone, Limits, run_program

NAMES = ("soffice", "libreoffice")
MAC = Path("/Applications/LibreOffice.app/Contents/MacOS/soffice")
OFFICE = Limits(at_once=1, waiting=20, seconds=50.0)
"""Conversions: LibreOffice takes most of a processor and half a gigabyte."""
LIMIT_BYTES = 110 * 2**20
"""The size of the largest upload, with the form around it."""
EXTENSION = re.compile(r"[a-z0-9]{1,5}")
HINT = (
    "Office documents are not shown: install LibreOffice (Debian: `apt-get install libreoffice-nogui`, macOS: "
    "`brew install --cask libreoffice`) or name it in LIBREOFFICE_PATH, then `make restart`."
)
_SETTINGS = {
    ("Common/Security/Scripting", "MacroSecurityLevel"): "3",
    ("Common/Security/Scripting", "DisableMacrosExecution"): "true",
    ("Common/Security/Scripting", "BlockUntrustedRefererLinks"): "true",
    ("Writer/Content/Update", "Link"): "2",
    ("Calc/Content/Update", "Link"): "2",
}
"""Settings of the profile: macros off, no link to another file or address followed or updated."""
_NOWHERE = "http://127.0.0.1:9"


def find() -> str | None:
    """Return the path of a LibreOffice, or None. LIBREOFFICE_PATH comes first."""
    if chosen := os.environ.get("LIBREOFFICE_PATH"):
        return chosen
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return str(MAC) if MAC.exists() else None


def convert(program: str, source: IO[bytes], extension: str, ends: float, gone: Gone) -> bytes | str:
    """Return the PDF of a document, or a text that says why there is none, before `ends` (monotonic). Raises
    Abandoned."""
    with tempfile.TemporaryDirectory(prefix="staffroom-office-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        document = folder / f"document.{extension}"
        with document.open("wb") as target:
            shutil.copyfileobj(source, target)
        user = folder / "profile" / "user"
        user.mkdir(parents=True)
        (user / "registrymodifications.xcu").write_text(_profile())
        command = [
            program,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--norestore",
            "--nolockcheck",
            "--nodefault",
            "--nofirststartwizard",
            "--convert-to",
            "pdf",
            "--outdir",
            name,
            str(document),
        ]
        proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), _NOWHERE)
        if not run_program(command, ends, gone, os.environ | proxies | {"HOME": name}):
            return TOO_SLOW
        result = folder / "document.pdf"
        return result.read_bytes() if result.exists() else "The document could not be converted"


def _profile() -> str:
    items = "".join(
        f'<item oor:path="/org.openoffice.Office.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
        for (path, name), value in _SETTINGS.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{items}</oor:items>"
    )

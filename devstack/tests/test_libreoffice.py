"""The route for office documents. LibreOffice is large and mostly missing where tests run, so a script stands in for it
that is called with the same options; where there is a LibreOffice, the last test converts with it."""

import io
import os
import stat
import textwrap
import time
from pathlib import Path

import pytest
from flask import Flask

from devstack import libreoffice, pdf
from devstack.lanes import Limits
from devstack.sheet import Sheet

CONVERT = "/forms/libreoffice/convert"
RTF = rb"{\rtf1\ansi Ode to a nightingale}"


class NoPrinter:
    """A renderer that nothing asks."""

    def draw(self, html: str, paper: Sheet, ends: float, gone: object) -> bytes | str:
        raise AssertionError


def application(office: str | None) -> Flask:
    return pdf.create_app(dict.fromkeys(pdf.LANES, NoPrinter()), office=office)


def program(folder: Path, then: str) -> str:
    """A script that finds the folder and the document in the options of LibreOffice."""
    path = folder / "soffice"
    path.write_text(
        "#!/bin/sh\n"
        'for option; do case "$previous" in --outdir) out="$option";; esac; previous="$option"; done\n'
        'document="$previous"\n' + textwrap.dedent(then)
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def post(app: Flask, name: str = "Ode.RTF", content: bytes = RTF) -> tuple[int, bytes]:
    answer = app.test_client().post(CONVERT, data={"files": (io.BytesIO(content), name)})
    return answer.status_code, answer.data


def test_without_libreoffice_there_is_no_route() -> None:
    app = application(None)
    assert post(app)[0] == 404
    assert app.test_client().get("/health").json == {"status": "up", "details": {"chromium": {"status": "up"}}}


def test_each_conversion_has_a_profile_of_its_own_without_macros(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    app = application(
        program(
            tmp_path,
            f"""
            echo "$1" >> {profiles}
            grep -q DisableMacrosExecution "$out/profile/user/registrymodifications.xcu" || exit 1
            cp "$document" "$out/document.pdf"
            """,
        )
    )
    assert [post(app) for _ in range(2)] == [(200, RTF)] * 2
    options = profiles.read_text().splitlines()
    assert len(set(options)) == 2
    folders = [Path(option.removeprefix("-env:UserInstallation=file://")).parent for option in options]
    assert not any(folder.exists() for folder in folders)
    health = app.test_client().get("/health").json
    assert health is not None and health["details"]["libreoffice"] == {"status": "up"}


def test_document_that_cannot_be_converted_is_refused(tmp_path: Path) -> None:
    app = application(program(tmp_path, "exit 0"))
    assert post(app) == (422, b"The document could not be converted")
    assert post(app, "no-extension")[0] == 400
    assert post(app, "a.../../etc")[0] == 400


def test_conversion_ends_in_time_with_all_its_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libreoffice, "OFFICE", Limits(at_once=1, waiting=1, seconds=0.5))
    child = tmp_path / "child"
    app = application(program(tmp_path, f"sleep 600 &\necho $! > {child}\nwait\n"))
    assert post(app)[0] == 422
    status = Path(f"/proc/{child.read_text().strip()}/status")
    deadline = time.monotonic() + 60
    while status.exists() and "zombie" not in status.read_text():
        assert time.monotonic() < deadline, "a process outlives its conversion"
        time.sleep(0.05)


@pytest.mark.skipif(libreoffice.find() is None, reason=libreoffice.HINT)
def test_libreoffice_converts() -> None:
    status, content = post(application(libreoffice.find()))
    assert (status, content[:5]) == (200, b"%PDF-"), os.fsdecode(content[:200])

"""The route for office documents. LibreOffice is large and mostly missing on test machines, so a script with the same
options stands in for it. If LibreOffice is installed, the last tests convert with it."""

import contextlib
import io
import os
import signal
import socket
import stat
import subprocess
import tempfile
import textwrap
import threading
import time
from pathlib import Path

import pypdfium2
import pytest
from flask import Flask

from devstack.pdf import libreoffice
from devstack.pdf.limits import Limits
from devstack.pdf.server import create_app
from devstack.pdf.sheet import Sheet

CONVERT = "/forms/libreoffice/convert"
RTF = rb"{\rtf1\ansi Ode to a nightingale}"


class NoPrinter:
    """A renderer that must not be called."""

    def draw(self, html: str, paper: Sheet, ends: float, gone: object) -> bytes | str:
        raise AssertionError


def application(office: str | None) -> Flask:
    return create_app(NoPrinter(), office=office)


def program(folder: Path, then: str) -> str:
    """Write a script that finds the folder and the document in the options of LibreOffice."""
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


INSTALLED = pytest.mark.skipif(libreoffice.find() is None, reason=libreoffice.HINT)
SLIDE = b"""<?xml version="1.0" encoding="UTF-8"?><office:document office:version="1.2"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
<draw:page draw:name="1"><draw:frame svg:width="10cm" svg:height="3cm" svg:x="2cm" svg:y="2cm"><draw:text-box>
<text:p>Ode to a nightingale</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body>
</office:document>"""
BODY = """<?xml version="1.0" encoding="UTF-8"?><office:document office:version="1.2"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"
 office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
<text:p>Ode<draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="{address}/a"
 xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>
<text:section text:name="S"><text:section-source xlink:href="file://{secret}" xlink:type="simple"/>
<text:p>before</text:p></text:section></office:text></office:body></office:document>"""


def first_page(content: bytes) -> str:
    """Return the text of the first page of a PDF."""
    return str(pypdfium2.PdfDocument(content)[0].get_textpage().get_text_range())


@INSTALLED
def test_libreoffice_converts() -> None:
    status, content = post(application(libreoffice.find()))
    assert (status, content[:5]) == (200, b"%PDF-"), os.fsdecode(content[:200])
    assert "Ode to a nightingale" in first_page(content)


@pytest.mark.all
@INSTALLED
@pytest.mark.parametrize(
    ("source", "written", "kind"),
    [
        ("rtf", RTF, "doc"),
        ("rtf", RTF, "docx"),
        ("rtf", RTF, "odt"),
        ("csv", b"Ode to a nightingale,1", "xlsx"),
        ("fodp", SLIDE, "ppt"),
        ("fodp", SLIDE, "pptx"),
        ("fodp", SLIDE, "odp"),
    ],
)
def test_every_kind_is_converted(tmp_path: Path, source: str, written: bytes, kind: str) -> None:
    """LibreOffice writes the document from another one."""
    (tmp_path / f"a.{source}").write_bytes(written)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [str(libreoffice.find()), profile, "--headless", "--convert-to", kind, "--outdir", str(tmp_path)]
    subprocess.run([*command, str(tmp_path / f"a.{source}")], check=True, capture_output=True, timeout=240)
    status, content = post(application(libreoffice.find()), f"Ode.{kind}", (tmp_path / f"a.{kind}").read_bytes())
    assert (status, content[:5]) == (200, b"%PDF-"), os.fsdecode(content[:200])
    assert "Ode to a nightingale" in " ".join(first_page(content).split())


@INSTALLED
def test_document_reaches_no_address_and_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("A secret")
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        text = BODY.format(address=address, secret=tmp_path / "secret.txt").encode()
        status, content = post(application(libreoffice.find()), "Ode.odt", text)
        assert status == 200, content
        assert "before" in first_page(content) and "secret" not in first_page(content)
        with pytest.raises(BlockingIOError):
            server.accept()


@INSTALLED
def test_killed_conversion_says_so_and_the_next_one_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app, killed = application(libreoffice.find()), threading.Event()

    def kill() -> None:
        while not killed.is_set():
            for entry in Path("/proc").glob("[0-9]*/cmdline"):
                with contextlib.suppress(OSError):
                    if b"soffice.bin" in (line := entry.read_bytes()) and os.fsencode(tmp_path) in line:
                        os.kill(int(entry.parent.name), signal.SIGKILL)
                        killed.set()
            time.sleep(0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    answer = post(app)
    killed.set()
    thread.join()
    assert answer == (422, b"The document could not be converted")
    assert post(app)[0] == 200
    assert list(tmp_path.iterdir()) == []

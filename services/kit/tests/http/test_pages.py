"""A Flask application with its own pages: paths with a UUID, files, and health checks."""

from __future__ import annotations

from uuid import uuid4

from werkzeug.wrappers import Response

from kit.http import core
from kit.http.flask import Application, response
from kit.version import VERSION


def _down() -> None:
    raise RuntimeError("no database")


def test_page_takes_a_uuid_in_its_path() -> None:
    app = Application("toys", dict)
    app.serve("GET", "/toys/{uuid}", lambda uuid: Response(str(uuid)))
    client, toy = app.test_client(), uuid4()
    for written in (toy, str(toy).upper()):
        assert client.get(f"/toys/{written}").text == str(toy)
    assert {client.get(f"/toys/{other}").status_code for other in ("7", toy.hex, f"{{{toy}}}")} == {404}


def test_health_is_served() -> None:
    app = Application("toys", dict)
    app.serve_health({"database": _down})
    client = app.test_client()
    assert client.get("/healthz").json == {"alive": True}
    assert (client.get("/readyz").status_code, client.get("/metrics").status_code) == (503, 200)
    assert client.get("/readyz").json == {"ready": False, "version": VERSION, "failed": {"database": "RuntimeError"}}


def test_file_is_served() -> None:
    app = Application("toys", dict)
    app.serve("GET", "/toys", lambda: response(core.attachment(b"bear,1", "toys.csv", "text/csv")))
    answer = app.test_client().get("/toys")
    assert (answer.data, answer.content_type) == (b"bear,1", "text/csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="toys.csv"'

"""Limits on the html that one person may render, and on how often."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import httpx
import pytest
from PIL import Image

from files.exports import html, limits
from files.exports.routes import SHARE
from kit.errors import Invalid, TooMany
from kit.policy import Actor
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
WRITER = actor("student", user_id=77, persons={"student": 5})


def nested(count: int, begin: str = "<table><tr><td>", end: str = "</td></tr></table>") -> str:
    return begin * count + "x" + end * count


def pictures(count: int, side: int = 3000, form: str = "PNG") -> str:
    """Pictures that claim to be PNG."""
    target = io.BytesIO()
    Image.new("1", (side, side)).save(target, form)
    return f'<img src="data:image/png;base64,{base64.b64encode(target.getvalue()).decode()}">' * count


HOSTILE = {
    "thirty tables": (nested(30), "8 deep"),
    "flexible boxes": (nested(12, '<div style="display: flex">', "</div>"), "8 deep"),
    "deep": (nested(61, "<div>", "</div>"), "60 elements deep"),
    "a billion pixels": ('<div style="height: 1e9px">x</div>', "larger than 5,000"),
    "a billion wide": ('<table width="1000000000"><tr><td>x</td></tr></table>', "larger than 5,000"),
    "floats": ('<div style="float: left">x</div>' * 20_000, "more than 20,000 tags"),
    "elements": ("<p>x" * 10_001, "10,000 elements"),
    "two megabytes": ("<p>" + "word " * 400_000 + "</p>", "50,000 characters"),
    "much text": (("<p>" + "word " * 9_000 + "</p>") * 8, "300,000 characters"),
    "spans": ('<table><tr><td colspan="1000" rowspan="1000">x</td></tr></table>', "spans more than 50"),
    "cells": ("<table>" + '<tr><td colspan="50" rowspan="50">x</td></tr>' * 21 + "</table>", "50,000 cells"),
    "pictures": (pictures(2), "16 million pixels"),
    "pictures of another format": (pictures(2, form="WEBP"), "16 million pixels"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_html_that_would_block_the_renderer_is_refused(client: ClientFor, name: str) -> None:
    document, refusal = HOSTILE[name]
    answer = client(WRITER).post("/api/v1/pdf/make", json={"htmlContent": document})
    assert answer.status_code == 422, answer.text
    assert refusal in answer.json()["fields"]["htmlContent"], answer.text


def test_ordinary_html_is_within_the_limits() -> None:
    rows = "<tr>" + '<td style="padding: 4px; width: 12.5%; color: #99000000">cell</td>' * 6 + "</tr>"
    ordinary = nested(4) + f"<table>{rows * 500}</table>" + "<p>" + "word " * 5_000 + "</p>" + pictures(1)
    limits.check_size(ordinary)
    limits.check(html.sanitise(ordinary))


AT_THE_BOUND = {
    "tables": nested(8),
    "tables beside one another": nested(8) * 3,
    "flexible boxes": nested(8, '<div style="display: flex">', "</div>"),
    "deep": nested(60, "<div>", "</div>"),
    "deep beside one another": nested(60, "<div>", "</div>") * 3,
    "elements without an end": "<p>" + "x<br>" * 9_999 + "</p>",
    "a size": '<div style="height: 5000px; margin: -5000px">x</div>',
    "text": ("<p>" + "x" * 50_000 + "</p>") * 6,
    "cells": "<table>" + '<tr><td colspan="50" rowspan="50">x</td></tr>' * 20 + "</table>",
    "pictures": pictures(1, 4000),
}


@pytest.mark.parametrize("name", AT_THE_BOUND)
def test_html_at_a_limit_is_allowed(name: str) -> None:
    limits.check(AT_THE_BOUND[name])


def test_tags_are_counted_up_to_the_limit() -> None:
    limits.check_size("<" * 20_000)
    with pytest.raises(Invalid, match="more than 20,000 tags"):
        limits.check_size("<" * 20_001)


def test_renders_of_one_person_are_limited() -> None:
    with SHARE.taken(WRITER), SHARE.taken(WRITER):
        for _ in range(2):
            with pytest.raises(TooMany) as refusal, SHARE.taken(WRITER):
                pass
            assert int(refusal.value.headers["Retry-After"]) > 0
        with SHARE.taken(actor("student", user_id=78)):
            pass
    with SHARE.taken(WRITER), SHARE.taken(WRITER):  # a refused caller takes no place
        pass
    for _ in range(SHARE.a_minute - 6):
        with SHARE.taken(WRITER):
            pass
    with pytest.raises(TooMany, match="a minute"), SHARE.taken(WRITER):
        pass


def test_impersonation_gives_no_additional_share() -> None:
    lent = actor("student", user_id=78, real_user_id=WRITER.user_id)
    with SHARE.taken(WRITER), SHARE.taken(lent), pytest.raises(TooMany), SHARE.taken(lent):
        pass


@pytest.mark.parametrize("call", ["/pdf/make", "/generate/xlsx"])
def test_both_calls_share_one_limit(client: ClientFor, call: str) -> None:
    body = {"htmlContent": "<p>x</p>"} if call == "/pdf/make" else {"xlsxData": [["x"]]}
    with SHARE.taken(WRITER), SHARE.taken(WRITER):
        answer = client(WRITER).post(f"/api/v1{call}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (429, "share_used")
    assert int(answer.headers["retry-after"]) > 0


def test_refusal_names_the_limit_and_the_next_step() -> None:
    with pytest.raises(Invalid, match="please make it smaller"):
        limits.check(nested(30))

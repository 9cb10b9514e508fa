"""Completeness of a record before a move, from what its attributes declare."""

from __future__ import annotations

from typing import Any

import pytest

from kit.attributes import Attribute, Attributes
from kit.completeness import Completeness, Part
from kit.errors import Invalid
from kit.values import Integer, RichText, Text
from kit.values.conditions import Clause, Requirement

SENT = Clause("kind", "is", "sent")


def need(title: str, text: str = "Please fill it in", **more: Any) -> Requirement:
    return Requirement(moves=("pack",), title=title, text=text, **more)


CRATE = Attributes(
    Attribute(name="kind", type=Text(), at="meta.kind"),
    Attribute(name="weight", type=Integer(), section="crate", needed=[need("Weight", when=SENT)]),
    Attribute(
        name="note",
        type=RichText(),
        section="crate",
        shown_if=SENT,
        needed=[
            need(
                "Note",
                "Please say more of the {weight} kg (minimum 5 characters)",
                note="Too short",
                when=SENT,
                least=5,
            )
        ],
    ),
)
WHOLE = Completeness(
    CRATE,
    Part("lid", [need("Lid")], at="hasLid", read=lambda _connection, _actor, row: row["lid"]),
    Part("owner", [need("Owner", when=SENT)], before="note"),
)
PARTS = {"lid": True, "owner": "Ada"}


def titles(move: str = "pack", **values: Any) -> list[str | None]:
    row = {"kind": "sent", "weight": 3, "note": "<p>whole</p>"} | values
    parts = {name: values.get(name, value) for name, value in PARTS.items()}
    return [one.title for one in WHOLE.missing(move, WHOLE.given(row, **parts))]


def test_popups_follow_the_order_of_attributes_and_parts() -> None:
    assert titles() == []
    assert titles(weight=None, note="<p><b>four</b></p>", owner="", lid=None) == ["Weight", "Owner", "Note", "Lid"]
    assert titles(kind="kept", weight=None, note="", owner="", lid=None) == ["Lid"]
    assert titles("unpack", lid=None) == []
    assert WHOLE.moves == {"pack"}


def test_refusal_names_the_field_and_fills_the_text() -> None:
    with pytest.raises(Invalid) as refused:
        WHOLE.refuse("pack", WHOLE.given({"kind": "sent", "weight": 3, "note": ""}, **PARTS))
    assert (refused.value.title, refused.value.fields) == ("Note", {"note": "Too short"})
    assert refused.value.text == "Please say more of the 3 kg (minimum 5 characters)"
    WHOLE.refuse("pack", WHOLE.given({"kind": "sent", "weight": 3, "note": ""}, **PARTS), of="weight")


def test_page_gets_conditions_by_the_paths_of_the_answer() -> None:
    (section,) = CRATE.sections({"crate": "Crate"})
    weight, note = (entry.meta() for entry in section.fields)
    when = {"field": "meta.kind", "operator": "is", "value": "sent"}
    assert note["shownIf"] == when
    assert weight["needed"] == [
        {"moves": ["pack"], "title": "Weight", "text": "Please fill it in", "least": 1, "when": when}
    ]
    served = WHOLE.meta()
    assert served["checks"] == ["weight", "owner", "note", "lid"]
    assert [(part["name"], part["at"]) for part in served["parts"]] == [("lid", "hasLid"), ("owner", "")]


def test_part_that_no_move_needs_is_not_read() -> None:
    read: list[Any] = []

    def lid(_connection: Any, _actor: Any, row: Any) -> bool:
        read.append(row)
        return True

    whole = Completeness(CRATE, Part("lid", [need("Lid", when=SENT)], at="hasLid", read=lid))
    assert whole.shown(None, None, {"kind": "kept"}) == {"hasLid": None}  # type: ignore[arg-type]
    assert whole.shown(None, None, {"kind": "sent"}) == {"hasLid": True}  # type: ignore[arg-type]
    assert read == [{"kind": "sent"}]


def test_condition_on_an_unknown_attribute_is_refused() -> None:
    with pytest.raises(ValueError, match="weigth"):
        Attributes(Attribute(name="note", type=Text(), shown_if=Clause("weigth", "filled")))

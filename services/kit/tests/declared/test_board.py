"""The board of a list: what it is declared with, and what a page draws it from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kit.lists import Board

from .conftest import LIST

BOARD = Board(title="title", lines=("size",), hides=("shut",))


def test_lanes_are_the_states_and_moves_lead_to_them() -> None:
    meta = BOARD.meta(replace(LIST, board=BOARD).moved)  # type: ignore[arg-type]
    assert [lane["value"] for lane in meta["lanes"]] == ["new", "done"]
    assert meta["leads"] == {"finish": ["done"], "shut": ["shut"], "reopen": ["new"]}


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (Board(title="nonsense"), "the board shows nonsense, which are no columns"),
        (Board(title="title", lines=("size", "x")), "the board shows x"),
        (Board(title="title", by="nonsense"), "which is no filter"),
    ],
)
def test_a_board_that_cannot_be_drawn_is_refused_at_the_start(board: Board, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        replace(LIST, board=board)


def test_rows_without_moves_have_no_board() -> None:
    without = {"edit": None, "record": None, "workflow": None, "path": LIST.path, "may": LIST.may}
    with pytest.raises(ValueError, match="have a workflow"):
        replace(LIST, board=BOARD, **without)

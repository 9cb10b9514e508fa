"""Answers to calls about annotations."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class Mark(TypedDict):
    """A mark: its points are strokes of x, y, x, y in PDF points from the bottom left; pages count from 0. `score` is
    the marking points that it carries or states in its text."""

    id: int
    page: int
    kind: str
    points: list[list[float]]
    colour: str
    width: float
    contents: str
    score: float | None
    repliesTo: int | None
    number: int
    modified: Moment


class Layer(TypedDict):
    """The marks of one person on a file; `score` is the sum of their points, null if none has any."""

    id: int
    authorId: int
    authorName: str
    mine: bool
    released: bool
    score: float | None
    marks: list[Mark]


class Layers(TypedDict):
    """The layers that the caller sees; `releases` if they may release their own. `markedCopy` is the id of the PDF with
    all released marks, once it exists."""

    layers: list[Layer]
    releases: bool
    markedCopy: int | None


class LayerXfdf(TypedDict):
    """A layer as XFDF (`money.md 3`, Annotation)."""

    id: int
    fileId: int
    authorName: str
    xfdf: str


class LayerSaved(TypedDict):
    """A saved layer, and the number of its marks."""

    id: int
    fileId: int
    marks: int


class Released(TypedDict):
    """Whether a layer is released."""

    id: int
    released: bool


class MarkDeleted(TypedDict):
    """The deleted mark."""

    id: int


class Comment(TypedDict):
    """A comment of the bank; `mine` if the caller may change it."""

    id: int
    text: str
    shared: bool
    mine: bool
    authorName: str

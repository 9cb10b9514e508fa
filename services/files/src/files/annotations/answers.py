"""Answers of the calls of annotations."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class Mark(TypedDict):
    """A mark: its points are strokes of x, y, x, y in PDF points from the bottom left; pages count from 0. `score` are
    the points that it gives for the work, which it carries or its words state."""

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
    """The marks of one person on a file; `score` is the sum of their points, null where none has any."""

    id: int
    authorId: int
    authorName: str
    mine: bool
    released: bool
    score: float | None
    marks: list[Mark]


class Layers(TypedDict):
    """The layers that the caller sees; `releases` where they may release their own. `markedCopy` is the id of the PDF
    with all released marks, once it is made."""

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
    """A layer that was saved, and the number of its marks."""

    id: int
    fileId: int
    marks: int


class Released(TypedDict):
    """Whether a layer is released."""

    id: int
    released: bool


class MarkDeleted(TypedDict):
    """The mark that is gone."""

    id: int


class Comment(TypedDict):
    """A comment of the bank; `mine` where the caller changes it."""

    id: int
    text: str
    shared: bool
    mine: bool
    authorName: str

"""A request of a list, which is read and checked (`read`) and becomes SQL (`query`)."""

from kit.lists.request.listrequest import MOST_IDS, NONE, ListRequest
from kit.lists.request.parsing import read
from kit.lists.request.shapes import Rows, shape
from kit.lists.request.tokens import token
from kit.lists.request.values import day_bound

__all__ = [
    "MOST_IDS",
    "NONE",
    "ListRequest",
    "Rows",
    "day_bound",
    "read",
    "shape",
    "token",
]

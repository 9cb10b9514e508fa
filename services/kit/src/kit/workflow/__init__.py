"""Workflow: the states of a record and the moves between them, as one readable table.

The server's check, the moves in a detail answer, the page's buttons and dialogs, the table in docs and the test that
walks state × move × role are derived from it.
"""

from kit.workflow.moves import ANY, UNDO, Confirm, Move, Need, Step
from kit.workflow.workflow import Workflow

__all__ = ["ANY", "UNDO", "Confirm", "Move", "Need", "Step", "Workflow"]

"""Formulas: a small language that computes a column of a list from its other columns, compiled to SQL.

A formula reads columns that the list shows its reader, those of records that it refers to (`kit.lists.joins`), and
nothing else of the database: its functions are those of `functions.FUNCTIONS`. Every text of a formula travels as a
parameter.
"""

from kit.lists.formulas.computed import NAMES, PARAMETER, with_computed
from kit.lists.formulas.functions import FUNCTIONS
from kit.lists.formulas.tokens import FormulaError

__all__ = ["FUNCTIONS", "NAMES", "PARAMETER", "FormulaError", "with_computed"]

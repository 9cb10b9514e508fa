"""Formulas: a small language that computes a column of a list from its other columns, compiled to SQL.

A formula can read columns that its reader sees in the list, those of referenced records (`kit.lists.others.joins`), and
nothing else of the database; its functions are `functions.FUNCTIONS`. Every text of a formula is passed as a
parameter.
"""

from kit.lists.formulas.computed import NAMES, PARAMETER, with_computed
from kit.lists.formulas.functions import FUNCTIONS
from kit.lists.formulas.tokens import FormulaError

__all__ = ["FUNCTIONS", "NAMES", "PARAMETER", "FormulaError", "with_computed"]

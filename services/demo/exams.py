"""Exam series and exams: people stores them, finance has their fees."""

from __future__ import annotations

import random
from dataclasses import dataclass

from services.demo.world import BOARDS, LEVELS, SEED, SUBJECTS, TODAY

SERIES = (
    (1, f"November {TODAY.year}", "public", "november", TODAY.year),
    (2, f"Summer {TODAY.year + 1}", "public", "summer", TODAY.year + 1),
    (3, f"Trial exams, January {TODAY.year + 1}", "trial", "january", TODAY.year + 1),
)
"""id, name, type, season, year"""
COUNT = 60
_NO_EXAM = {"University entrance": "AS"}
"""Course levels without exams, and the exam level in their place."""


@dataclass(frozen=True)
class Exam:
    """An exam of a series. `board_fee` is the board's charge in pence."""

    id: int
    series_id: int
    board: str
    code: str
    level: str
    subject: str
    papers: int
    board_fee: int

    @property
    def title(self) -> str:
        return f"{self.level} {self.subject}"


def exams() -> list[Exam]:
    """Return the exams, equally many in each series, from a seed of their own."""
    dice = random.Random(SEED + 41)  # noqa: S311  reproducible data, not a secret
    result = []
    for number in range(1, COUNT + 1):
        subject, board, level = dice.choice(sorted(SUBJECTS)), dice.choice(BOARDS), dice.choice(sorted(LEVELS))
        result.append(
            Exam(
                id=number,
                series_id=(number - 1) % len(SERIES) + 1,
                board=board,
                code=f"{7000 + number * 37 % 2900}",
                level=_NO_EXAM.get(level, level),
                subject=subject,
                board_fee=dice.randint(40, 130) * 100,
                papers=dice.randint(1, 4),
            )
        )
    return result

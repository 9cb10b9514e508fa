"""Tables of tuition offers and of terms."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.tables import write
from services.demo.tuition import acceptances, offers, terms
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM tuition_offer)"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write the terms, the answers to them, and the offers."""
    with connection.cursor() as cursor:
        write(cursor, "tutor_terms", terms(world))
        write(cursor, "terms_acceptance", acceptances(world))
        write(cursor, "tuition_offer", offers(world))

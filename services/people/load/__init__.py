"""Volume of people."""

from services.people.load.persons import load

__all__ = ["load"]

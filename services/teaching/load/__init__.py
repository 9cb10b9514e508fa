"""Volume of teaching."""

from services.teaching.load.slips import load

__all__ = ["load"]

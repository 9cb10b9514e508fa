"""Volume of support."""

from services.support.load.tickets import load

__all__ = ["load"]

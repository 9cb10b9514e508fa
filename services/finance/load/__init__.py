"""Volume of finance."""

from services.finance.load.invoices import load

__all__ = ["load"]

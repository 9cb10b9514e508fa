"""The PDF of an invoice, made where staff's own is made: in the sending room."""

from __future__ import annotations


def available() -> bool:
    """Whether there is a PDF to offer."""
    return False


def pdf(invoice_id: int) -> bytes:
    """The bytes of the PDF."""
    raise NotImplementedError

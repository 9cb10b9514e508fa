"""The payment page: an invoice shown to whoever has its link and passcode (`docs/finance.md`, Payment page)."""

"""Exchange rates to sterling, kept by accounting for each currency and month (`docs/finance.md`, VAT in sterling)."""

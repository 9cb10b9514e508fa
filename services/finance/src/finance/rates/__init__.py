"""Exchange rates to sterling, entered by accounting for each currency and month (`docs/finance.md`, VAT in
sterling)."""

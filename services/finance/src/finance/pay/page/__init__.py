"""The payment page itself: what is shown to somebody without an account."""

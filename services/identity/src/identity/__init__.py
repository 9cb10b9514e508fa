"""identity: accounts and sign-in, organisations, and each person's workspace."""

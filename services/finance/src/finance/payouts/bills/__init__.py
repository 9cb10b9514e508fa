"""Bills of suppliers: enter, approve, pay; whoever enters one does not approve it."""

"""Bills of suppliers: enter, approve, pay; the person who enters one does neither of the others."""

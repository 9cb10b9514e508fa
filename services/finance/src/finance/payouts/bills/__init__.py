"""Bills of suppliers: enter, approve, pay; the person who enters a bill can do neither of the others."""

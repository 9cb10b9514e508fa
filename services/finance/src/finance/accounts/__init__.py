"""The chart of accounts: nominal codes and their sub accounts."""

"""Anomalies: entries that disagree with the candidate, the deadlines, the fees or the seats."""

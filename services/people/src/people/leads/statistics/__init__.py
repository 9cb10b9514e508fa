"""Statistics of leads: shares, cohorts by month, and the time in a status."""

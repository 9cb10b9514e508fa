"""Read models of other services' records, fed by their events."""

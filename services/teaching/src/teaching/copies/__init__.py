"""What teaching keeps of other services' records, fed by their events."""

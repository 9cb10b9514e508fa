"""What an exam costs, and the lines that bill it."""

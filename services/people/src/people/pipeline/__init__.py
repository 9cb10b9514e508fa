"""The way of a student from the offer to the first tutorials, as stages that follow from facts."""

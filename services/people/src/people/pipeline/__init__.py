"""The pipeline of students from the offer to the first tutorials, in stages that follow from facts."""

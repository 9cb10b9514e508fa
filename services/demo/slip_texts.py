"""Texts from which the demo slips are put together."""

from __future__ import annotations

DID = (
    "worked through",
    "went over",
    "practised",
    "discussed",
    "corrected",
    "planned",
    "revised",
    "compared",
    "analysed",
    "wrote up",
    "timed",
    "checked",
    "summarised",
    "presented",
)
WHAT = (
    "the questions on the last topic",
    "two past papers",
    "the opening of the essay",
    "the set text",
    "the proof from last week",
    "the data exercise",
    "the vocabulary of the unit",
    "the practical report",
    "the mark scheme",
    "the sources for the coursework",
    "a timed answer",
    "the translation",
    "the graphs of chapter six",
    "the case study",
    "the long question",
    "the notes on method",
)
HOW = (
    "with growing confidence",
    "slowly and with care",
    "without any help",
    "with a few prompts",
    "at a good pace",
    "under timed conditions",
    "step by step",
    "in some depth",
    "more surely than before",
    "with real interest",
    "despite a slow start",
    "to a high standard",
)
SHOWN = (
    "the method is secure now",
    "the argument still needs evidence",
    "the first half came easily",
    "small slips cost most of the marks",
    "the explanation was clear",
    "the units need attention",
    "the structure is much better",
    "recall of detail is patchy",
    "the harder parts were done alone",
    "the conclusion did not follow yet",
    "accuracy has improved",
    "the reasoning was sound",
)
NEXT = (
    "we look at the second half of the paper next",
    "a plan for the holidays is the next step",
    "the same again under exam conditions would help",
    "more reading around the topic is worth it",
    "the corrections come to the next tutorial",
    "we go on to the new chapter",
    "a second attempt is due on Friday",
    "we compare it with a model answer next week",
    "speed is what to practise",
    "a short test will show what has stayed",
    "the glossary should be learnt",
    "we return to the basics once more",
)
COPIED = "A pleasant hour in which we made much progress with everything that was planned for this stage of the course."
TARGETS = ("Finish the past paper and mark it", "Plan two essays", "Revise chapters 4 to 6", "Learn the vocabulary")
REASONS = ("Please say more about the independent work", "The comments do not match the ratings given")
JUSTIFICATIONS = {5: "Outstanding work throughout the hour", 1: "Came without the work that was set", 0: "Not covered"}


CONCERNS = "The student is worried about money at home, and asks that the family is not told yet."

import type { Entry } from "../types";

/** The states of an entry in words and colours. */
export const states: Readonly<Record<Entry["status"], { status: string; type: string }>> = {
  draft: { status: "Draft", type: "grey" },
  received: { status: "Received", type: "blue" },
  inReview: { status: "In review", type: "amber" },
  accepted: { status: "Accepted", type: "green" },
  returned: { status: "Returned", type: "red" },
};

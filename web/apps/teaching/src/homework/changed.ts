import { invalidate } from "@staffroom/api";

/** Refreshes everything that shows homework, including slips that need a target. */
export function homeworkChanged(): void {
  for (const path of ["/homework", "/student/homework", "/v2/cws", "/slip"]) void invalidate(path);
}

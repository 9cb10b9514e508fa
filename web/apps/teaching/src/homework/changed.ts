import { invalidate } from "@staffroom/api";

/** Refreshes whatever shows homework, slips that need a target among them. */
export function homeworkChanged(): void {
  for (const path of ["/homework", "/student/homework", "/v2/cws", "/slip"]) void invalidate(path);
}

import { invalidate } from "@staffroom/api";

/** Refreshes whatever shows homework. */
export function homeworkChanged(): void {
  for (const path of ["/homework", "/student/homework", "/v2/cws"]) void invalidate(path);
}

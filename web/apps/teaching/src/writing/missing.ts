import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { createContext } from "react";
import type { Slip } from "../types";
import { stepsOf, type Step } from "./steps";

/** What submit would refuse, in the order of the server's checks. */
export type Missing = Answer<"teaching", "/slip/{id}/missing">[number];

export const missingPath = (id: number) => `/slip/${id}/missing`;

/** What the slip lacks; asked anew after each change, by its writers alone. */
export function useMissing(slip: Slip): readonly Missing[] | undefined {
  const enabled = slip.may.edit.includes("present");
  return useApi<Missing[]>(missingPath(slip.id), undefined, { enabled, staleTime: 0 }).data;
}

const information = new Set(["present", "onTime", "absenceReason"]);
const preparation = new Set(["cat1", "cat1Comment", "targets"]);

/** The step of a field. */
export function stepOf(field: string, slip: Pick<Slip, "type" | "slipType" | "present">): Step {
  const step = information.has(field) ? "information" : preparation.has(field) ? "preparation" : field.startsWith("comment") ? "comments" : "performance";
  return stepsOf(slip).includes(step) ? step : "information";
}

/** The missing parts that a refused submit has marked, by field. */
export const Marked = createContext<ReadonlyMap<string, string>>(new Map());

/** Focuses the control of a field, or what stands for it. */
export function focusField(form: HTMLElement | null, field: string, looks = 40): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${field}"], [data-category="${field}"]`);
  // The tools of a text come before it.
  const target = place?.querySelector<HTMLElement>("input, textarea, [contenteditable='true']");
  if (!target && looks > 0) {
    // The editor of a step that has just been opened is on its way.
    setTimeout(() => focusField(form, field, looks - 1), 50);
    return;
  }
  place?.scrollIntoView({ block: "center" });
  (target ?? place?.querySelector("button"))?.focus();
}

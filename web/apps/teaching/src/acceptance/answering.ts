import { api, ApiError, invalidate, signOut } from "@staffroom/api";
import { toast } from "@staffroom/ui";
import type { How, Offer } from "./types";

/** Saves that the tutor accepts the terms. */
export const acceptTerms = (id: number, shown: How | null) =>
  api.post("/tutortcsandcsaccepted", { id, accepted: true, shown: shown ?? "" });

/** Saves that the tutor rejects the terms, explains the consequences, and signs out (teaching.md 6). */
export async function rejectTerms(id: number, shown: How | null): Promise<void> {
  try {
    await api.post("/tutortcsandcsaccepted", { id, accepted: false, shown: shown ?? "" });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "terms_rejected") throw error;
    await signOut();
    toast.refusal(error.message, error.title ?? "Tutor Charter not accepted");
  }
}

export async function answerOffer(
  { tutor, course }: Offer,
  status: "accepted" | "declined",
  reason = "",
): Promise<void> {
  await api.post(`/tutor/${tutor.id}/course/${course.id}`, { status, reason });
  offersChanged();
}

export function offersChanged(): void {
  for (const path of ["/offers", "/my/offers"]) void invalidate(path);
}

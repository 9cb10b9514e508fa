import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { zone } from "@staffroom/ui";
import dayjs from "dayjs";

/** The period, and the deadline's day and time, as entered. */
export type When = { dateFrom: string; dateTo: string; dueDate: string; dueTime: string };
export const noTimes: When = { dateFrom: "", dateTo: "", dueDate: "", dueTime: "17:00" };

const minutes = 5;
const perDay = (24 * 60) / minutes;
/** The times of a day in 5-minute steps (teaching.md 5). */
export const times = Array.from({ length: perDay }, (_, step) => {
  const minute = step * minutes;
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
});

export const required = "Please check required fields are filled out";
export const notInOrder = "Please check dates are in sequential order";

/** Returns the deadline in UTC; null if London's clocks skip that time. */
export function deadlineOf({ dueDate, dueTime }: When): string | null {
  const moment = dayjs.tz(`${dueDate}T${dueTime}:00`, zone);
  return moment.format("YYYY-MM-DDTHH:mm") === `${dueDate}T${dueTime}`
    ? moment.utc().format("YYYY-MM-DDTHH:mm:ss[Z]")
    : null;
}

/**
 * Return the error of the times, in the order of the server's checks; null if they are valid (teaching.md 5, Bulk
 * request reports).
 */
export function problemOf(when: When): string | null {
  if (Object.values(when).some((value) => !value)) return required;
  if (deadlineOf(when) === null)
    return `The clocks go forward on that day, and ${when.dueTime} does not exist. Please choose another time`;
  return when.dateTo < when.dateFrom || when.dueDate <= when.dateTo ? notInOrder : null;
}

export type Called = Answer<"teaching", "/report/call", "post">;

/** Makes one call for a course and a tutor. */
export const callFor = (courseId: number, tutorId: number, when: When): Promise<Called> =>
  api.post<Called>("/report/call", {
    courseId,
    tutorId,
    dateFrom: when.dateFrom,
    dateTo: when.dateTo,
    deadline: deadlineOf(when),
  });

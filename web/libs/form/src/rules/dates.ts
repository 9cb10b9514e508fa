const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** True for an existing ISO date: `2026-11-21`. */
export function isRealDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  return !!match && exists(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** True for a date of the legacy forms, `31st July 2020`, with the correct ordinal. */
export function isSpokenDate(text: string): boolean {
  const match = /^(\d{1,2})(st|nd|rd|th)? ([a-z]+) (\d{4})$/i.exec(text.trim());
  if (!match) return false;
  const day = Number(match[1]);
  const month = months.indexOf((match[3] ?? "").toLowerCase()) + 1;
  const ending =
    day % 10 === 1 && day !== 11
      ? "st"
      : day % 10 === 2 && day !== 12
        ? "nd"
        : day % 10 === 3 && day !== 13
          ? "rd"
          : "th";
  return month > 0 && (!match[2] || match[2].toLowerCase() === ending) && exists(Number(match[4]), month, day);
}

const often: Readonly<Record<string, [string, string]>> = { DAILY: ["day", "days"], WEEKLY: ["week", "weeks"], MONTHLY: ["month", "months"], YEARLY: ["year", "years"] };
const days: Readonly<Record<string, string>> = { MO: "Monday", TU: "Tuesday", WE: "Wednesday", TH: "Thursday", FR: "Friday", SA: "Saturday", SU: "Sunday" };

/** A rule in words: `Every 2 weeks on Monday and Wednesday`. Parts without words of their own stay as they are. */
export function inWords(rule: string): string {
  const parts = Object.fromEntries(rule.split(";").map((part) => part.split("=") as [string, string]));
  const names = often[parts.FREQ ?? ""];
  if (!names) return rule;
  const every = Number(parts.INTERVAL ?? 1) > 1 ? `Every ${parts.INTERVAL} ${names[1]}` : `Every ${names[0]}`;
  const on = parts.BYDAY?.split(",").map((day) => days[day] ?? day).join(" and ");
  if (on) return `${every} on ${on}`;
  return parts.BYMONTHDAY ? `${every} on day ${parts.BYMONTHDAY}` : every;
}

/** Returns the days of a month, `2026-02`, within a range of days if there is one: `2026-02-01..2026-02-28`. */
export function daysOf(month: string, within = ".."): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const [low = "", high = ""] = within.split("..");
  const [first, last] = [`${month}-01`, `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`];
  return `${low > first ? low : first}..${high && high < last ? high : last}`;
}

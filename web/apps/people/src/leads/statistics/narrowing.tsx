import { DayPicker } from "@staffroom/list";
import { PageHeader, useAddress } from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import "./style.css";

/** The days of enquiry that the address narrows figures to, as the filter of the lists; empty is no limit. */
export function useAsked(): [Record<string, string>, { from: string; to: string }, (change: Partial<{ from: string; to: string }>) => void] {
  const [address, change] = useAddress();
  const [from, to] = [address.get("from") ?? "", address.get("to") ?? ""];
  const set = (changed: Partial<{ from: string; to: string }>) =>
    change((before) => {
      for (const [name, value] of Object.entries(changed)) {
        if (value) before.set(name, value);
        else before.delete(name);
      }
      return before;
    }, { replace: true });
  return [from || to ? { created: `${from}..${to}` } : {}, { from, to }, set];
}

/** The pages of figures of leads. */
const pages = [
  ["/leads/statistics", "Conversion"], ["/statistics/leads1", "Month and status"], ["/statistics/leads2", "Subject and level"],
  ["/statistics/leadorigin", "Origin"], ["/statistics/leads-declined", "Declined"], ["/exams/leads/conversions", "Exam leads"],
] as const;

type Props = { title: string; children: (query: Record<string, string>) => ReactNode };

/** A page of figures of leads, narrowed by the days on which they asked. */
export function LeadFigures({ title, children }: Props) {
  const [query, days, change] = useAsked();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title={title} />
      <nav className="lead-narrow-by" aria-label="Figures of leads">
        {pages.map(([path, label]) => <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>{label}</Link>)}
      </nav>
      <div className="lead-narrow-by">
        {(["from", "to"] as const).map((name) => {
          const label = name === "from" ? "Asked from" : "Asked to";
          return <DayPicker key={name} label={label} placeholder={label} value={days[name]} onChange={(value) => change({ [name]: value })} />;
        })}
      </div>
      <div className="lead-statistics">{children(query)}</div>
    </>
  );
}

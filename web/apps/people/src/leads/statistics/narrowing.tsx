import { t } from "@staffroom/language";
import { DayBounds, daysFilter, useNarrowing } from "@staffroom/screen";
import { PageHeader } from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import "./style.css";

/** The pages of figures of leads. */
const pages = [
  ["/leads/statistics", "Conversion"],
  ["/statistics/leads1", "Month and status"],
  ["/statistics/leads2", "Subject and level"],
  ["/statistics/leadorigin", "Origin"],
  ["/statistics/leads-declined", "Declined"],
  ["/exams/leads/conversions", "Exam leads"],
] as const;

type Props = { title: string; children: (query: Record<string, string>) => ReactNode };

/** A page of figures of leads, narrowed by the days of the enquiries. */
export function LeadFigures({ title, children }: Props) {
  const [days, narrow] = useNarrowing(["from", "to"]);
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title={title} />
      <nav className="lead-narrow-by" aria-label="Figures of leads">
        {pages.map(([path, label]) => (
          <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="lead-narrow-by">
        <DayBounds days={days} onChange={narrow} labels={{ from: t("Asked from"), to: t("Asked to") }} />
      </div>
      <div className="lead-statistics sr-stack">{children(daysFilter("created", days))}</div>
    </>
  );
}

import { useApis } from "@staffroom/api";
import type { Area, ProfileRoute, RecordData, Row } from "@staffroom/contract";
import { FieldValue, useFields } from "@staffroom/form";
import { fillPath } from "@staffroom/list";
import { formatMoney, formatNumber } from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBelonging } from "../belonging";

const declared = (area: Area) => area.summary;

/** Formats the amounts of a total by currency: `£1,200.00 + €90.00`. */
function amounts(totals: readonly Row[], sum: string): string {
  const owed = totals.filter((total) => Number(total[sum]) !== 0);
  return (
    owed.map((total) => formatMoney(total[sum], total.currency)).join(" + ") || formatMoney(0, totals[0]?.currency)
  );
}

function Tile({ title, children, alert }: { title: string; children: ReactNode; alert?: boolean }) {
  return (
    <div data-alert={alert || undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type SummaryProps = {
  profile: Pick<ProfileRoute<unknown, string>, "thing" | "facts">;
  record: RecordData;
  base: string;
};

/** The summary above a record: its facts, and the figures of every area that has some. */
export function Summary({ profile: { thing, facts = [] }, record, base }: SummaryProps) {
  const fields = useFields(thing).data?.sections.flatMap((section) => section.fields);
  const figures = useBelonging(declared, thing, record);
  const answers = useApis<{ total: number } & Row[]>(
    figures.map(
      ({ list, filters, sum }) => `${list}/${sum ? "totals" : "count"}?${new URLSearchParams(filters).toString()}`,
    ),
  );
  if (!facts.length && !figures.length) return null;
  return (
    <dl className="sr-summary">
      {facts.map((fact) => {
        if (typeof fact !== "string")
          return (
            <Tile key={fact.title} title={fact.title}>
              {fact.draw(record)}
            </Tile>
          );
        const field = fields?.find(({ name }) => name === fact);
        return (
          field && (
            <Tile key={fact} title={field.title}>
              <FieldValue field={field} value={record[fact]} />
            </Tile>
          )
        );
      })}
      {figures.map(({ title, sum, target, alert, says }, place) => {
        const { data, error } = answers[place] ?? {};
        if (error) return null;
        const isSome = data && (sum ? data.some((total) => Number(total[sum]) !== 0) : data.total > 0);
        if (says && !isSome) return null;
        const shown = says ?? (data && (sum ? amounts(data, sum) : formatNumber(data.total)));
        return (
          <Tile key={title} title={title} alert={alert && isSome}>
            {shown ? (
              <Link to={fillPath(target.replace("{record}", base), record)}>{shown}</Link>
            ) : (
              <span className="sr-muted" aria-busy>
                …
              </span>
            )}
          </Tile>
        );
      })}
    </dl>
  );
}

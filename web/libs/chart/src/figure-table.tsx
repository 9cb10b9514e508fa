import type { FigureGroup, Figures } from "@staffroom/contract";
import { PlainTable } from "@staffroom/ui";
import { Button } from "antd";
import { formatFigure } from "./figure";

type Props = { caption: string; figures: Figures; onPick: (filters: Record<string, string>) => void };

/** `+12%`, `new`; nothing if both periods are empty. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? "" : "new";
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}%`;
}

/** Figures as a table: what the chart shows, for keyboard, screen reader and print. */
export function FigureTable({ caption, figures, onPick }: Props) {
  const { by, measures, groups, period, totals } = figures;
  const cellOf = (one: { currency: string | null; values: number[]; before: number[] | null }, place: number) =>
    formatFigure(figures, place, one.values[place] ?? 0, one.currency);
  const amounts = measures.flatMap((measure, place) => [
    { title: measure.title, num: true, cell: (group: FigureGroup) => cellOf(group, place) },
    !!period && {
      title: "Change",
      num: true,
      className: "sr-muted",
      cell: (group: FigureGroup) => changeOf(group.values[place] ?? 0, group.before?.[place] ?? 0),
    },
  ]);
  return (
    <PlainTable
      className="sr-table sr-figures-table"
      caption={<span className="sr-visually-hidden">{caption}</span>}
      rows={groups}
      keyOf={(group) => JSON.stringify([group.keys, group.currency])}
      empty="There is nothing to count."
      columns={[
        {
          title: by[0]?.title,
          head: true,
          cell: ({ filters, texts }) =>
            filters ? (
              <Button
                type="link"
                size="small"
                style={{ minWidth: 24 }}
                aria-label={`${texts.join(", ")}: show rows`}
                onClick={() => onPick(filters)}
              >
                {texts[0]}
              </Button>
            ) : (
              texts[0]
            ),
        },
        by.length > 1 && { title: by[1]?.title, cell: (group) => group.texts[1] },
        ...amounts,
      ]}
      foot={totals.map((total) => (
        <tr key={total.currency ?? ""}>
          <th scope="row" colSpan={by.length}>
            {total.currency ? `All in ${total.currency}` : "All"}
          </th>
          {measures.map((measure, place) => [
            <td key={measure.name} className="num">
              {cellOf(total, place)}
            </td>,
            period && (
              <td key={`${measure.name} change`} className="num sr-muted">
                {changeOf(total.values[place] ?? 0, total.before?.[place] ?? 0)}
              </td>
            ),
          ])}
        </tr>
      ))}
    />
  );
}

import { useSession } from "@staffroom/api";
import type { Column, Row } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { Fragment, type ReactNode } from "react";
import { nextSort, type ListView } from "../request/address";
import { wordsIn } from "./cells";
import { textWidth } from "./measure";
import type { ChangeView } from "../request/use-view";

/** A table narrower than this, in pixels, has no room for columns: the values of a row are below its name. */
export const stackedBelow = 520;
/** The heights of such a row, in pixels: with two lines, and with a second line of values. */
const [twoLines, threeLines] = [56, 80];
/** Values below the name; beyond two lines they are cut. */
const most = 4;
/**
 * Number of measured rows; the font size of values relative to a cell's; the width of a tag's dot, border and gap, and
 * a cell's padding.
 */
const [measuredRows, smaller, ofTag, ofCell] = [50, 12 / 13, 38, 14];
const isColored = ({ options }: Column) => !!options?.some(({ color }) => color);
const measured = new Set<Column["type"]>(["date", "datetime", "integer", "decimal", "percent"]);

/** The places of a row's columns: its name and a figure on the first line, other values and its state on the second. */
type Stack = {
  name: Column | undefined;
  figure: Column | undefined;
  state: Column | undefined;
  others: Column[];
};

/** The figure is an amount, or the sorted column. */
export function stackOf(shown: readonly Column[], naming: Column | undefined, view: Pick<ListView, "sort">): Stack {
  const rest = shown.filter((column) => column !== naming && column.type !== "id");
  const figure =
    rest.find(({ type }) => type === "money") ??
    rest.find(({ name, type }) => name === view.sort[0]?.name && measured.has(type));
  return {
    name: naming,
    figure,
    state: rest.find(isColored),
    others: rest.filter((column) => column !== figure && column.type !== "money" && !isColored(column)),
  };
}

/** Returns a value without its column heading: a number or a day has the title before it. */
const labelled = ({ title, type }: Column, content: ReactNode): ReactNode =>
  type === "boolean" ? (
    title
  ) : measured.has(type) ? (
    <>
      {title} {content}
    </>
  ) : (
    content
  );

/** Returns the columns whose values are below the name of a row: those with text that is not in `shownValues` yet. */
function valued({ name, others }: Stack, row: Row, own?: string): Column[] {
  // Users know their own name in their own rows; a client who is the student is named once.
  const shownValues = new Set<unknown>([name && row[name.name], own]);
  return others.filter((column) => {
    const value = row[column.name];
    if (value === null || value === undefined || value === "" || value === false || value === 0) return false;
    if (typeof value === "string" && shownValues.has(value)) return false;
    shownValues.add(value);
    return true;
  });
}

/** Returns the row height of a stacked list `width` pixels wide: three lines if a value would be cut on the second. */
export function stackedHeight(stack: Stack, rows: readonly Row[], width: number): number {
  const isCut = (row: Row) => {
    const texts = valued(stack, row)
      .slice(0, most)
      .map((column) =>
        column.type === "boolean"
          ? column.title
          : `${measured.has(column.type) ? `${column.title} ` : ""}${wordsIn(column, row)}`,
      );
    const tag = stack.state ? wordsIn(stack.state, row) : "";
    return (textWidth(texts.join(" · ")) + textWidth(tag)) * smaller + (tag ? ofTag : 0) + ofCell > width;
  };
  return rows.slice(0, measuredRows).some(isCut) ? threeLines : twoLines;
}

type StackedRowProps = {
  stack: Stack;
  row: Row;
  draw: (column: Column, row: Row) => ReactNode;
};

/** A row of two or three lines; `draw` draws the value of a column. */
export function StackedRow({ stack, row, draw }: StackedRowProps) {
  const { user } = useSession();
  const { name, figure, state } = stack;
  const values = valued(stack, row, user ? `${user.firstName} ${user.lastName}` : undefined).flatMap((column) => {
    const content = draw(column, row);
    return content ? [{ column, content }] : [];
  });
  return (
    <div className="sr-stacked">
      <div>
        <span className="sr-stacked-name">{name && draw(name, row)}</span>
        {figure && (
          <span className={figure.type === "money" ? "sr-num" : "sr-num sr-stacked-moment"}>{draw(figure, row)}</span>
        )}
      </div>
      <div>
        <span className="sr-stacked-values">
          {values.slice(0, most).map(({ column, content }, place) => (
            <Fragment key={column.name}>
              {place > 0 && " · "}
              <span title={column.title}>{labelled(column, content)}</span>
            </Fragment>
          ))}
        </span>
        {state && draw(state, row)}
      </div>
    </div>
  );
}

/** The order of stacked rows, which have no column headings to press; if none sorts, the name of the first. */
export function StackedSort({ shown, view, change }: { shown: readonly Column[]; view: ListView; change: ChangeView }) {
  const sortable = shown.filter((column) => column.sortable);
  const [key] = view.sort;
  const by = shown.find(({ name }) => name === key?.name);
  if (!sortable.length) return <span className="sr-visually-hidden">{shown[0]?.title}</span>;
  const items = sortable.map(({ name, title }) => ({
    key: name,
    label: title,
    icon: name === key?.name ? <Icon name={key.descending ? "arrow-down" : "arrow-up"} size={13} /> : undefined,
  }));
  return (
    <Dropdown
      trigger={["click"]}
      menu={{ items, onClick: ({ key: name }) => change((now) => ({ sort: nextSort(now.sort, name, false) })) }}
    >
      <Button type="text" size="small" className="sr-stacked-sort">
        {by ? `Sorted by ${by.title}` : "Sort"} <Icon name={key?.descending ? "arrow-down" : "arrow-up"} size={12} />
      </Button>
    </Dropdown>
  );
}

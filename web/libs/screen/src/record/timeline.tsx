import { seldomChanged, useApi, useApis, useListPages } from "@staffroom/api";
import type { Area, Column, FieldChange, ListMeta, RecordData, Row, TimelineSource } from "@staffroom/contract";
import { authorOf, useFields } from "@staffroom/form";
import { t } from "@staffroom/language";
import { fillPath, isFilled, textOf, wordsIn } from "@staffroom/list";
import { Icon, LoadingState, Panel, plainText, StatePanel, useMedia } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useBelonging } from "../belonging";
import { changeEntries, mergedEntries, timeOf, type Entry, type Read } from "./timeline-model";

const declared = (area: Area) => area.timeline;
/** Number of entries shown at first and per click, and the page sizes used to load them. */
const shownAtFirst = 10;
const shownMore = 25;
const sizes = [10, 50, 250];

/** Returns the address of a row; `{record}` is the address of the record's page. */
const addressOf = (target: string, row: Row, base: string) =>
  target && isFilled(target, { record: base, ...row }) ? fillPath(target.replace("{record}", base), row) : null;

/** The record, its name, and the address of its page. */
type Props = { thing: string; record: RecordData; title: string; base: string };

/** Formats a value of a row; rich text as plain text if no column declares its type. */
function wordsOf(meta: ListMeta | undefined, name: string, row: Row): string {
  const column = meta?.columns.find((one) => one.name === name);
  return column ? wordsIn(column, row) : plainText(textOf(row[name]));
}

function entryOf(source: TimelineSource, meta: ListMeta | undefined, row: Row, { title, base }: Props): Entry {
  // The record's name would be in each of them.
  const [first = "", ...others] = source.shows.map((column) => wordsOf(meta, column, row));
  const kind = t(source.kind);
  const [name = "", ...more] = [first || kind, ...others].filter((words) => words && words !== title);
  const key = `${source.list} ${String(row.id)}`;
  const isDay = meta?.columns.find((column) => column.name === source.at)?.type === "date";
  return {
    key,
    at: String(row[source.at] ?? ""),
    isDay,
    kind,
    icon: source.icon,
    name,
    more: more.join(", "),
    target: addressOf(source.target ?? meta?.target ?? "", row, base),
  };
}

/**
 * Loads the rows of the areas' lists that belong to the record, up to `size`, and the changes of its fields; `isEmpty`
 * if nothing can belong to it.
 */
function useEntries(props: Props, size: number): Read & { isEmpty: boolean; isLoading: boolean; away: string[] } {
  const { thing, record } = props;
  const sources = useBelonging(declared, thing, record);
  const pages = useListPages(
    sources.map(({ list, filters, filtersInHeaders, at }) =>
      filtersInHeaders
        ? { path: list, query: {}, headers: filters }
        : { path: list, query: { ...filters, sort: `-${at}`, page: 1, pageSize: size } },
    ),
  );
  const withColumns = sources.filter(({ filtersInHeaders }) => !filtersInHeaders).map(({ list }) => list);
  const columns = useApis<ListMeta>(
    withColumns.map((list) => `${list}/columns`),
    seldomChanged,
  );
  const metas = new Map(withColumns.map((list, place) => [list, columns[place]?.data]));
  const seesChanges = !!record.may?.history;
  const changes = useApi<FieldChange[]>(`${thing}/${record.id}/history`, undefined, { enabled: seesChanges });
  const fields = useFields(thing).data?.sections;
  const read = sources.flatMap((source, place): Read[] => {
    const page = pages[place]?.data;
    const meta = metas.get(source.list);
    if (!page || (!meta && !source.filtersInHeaders)) return [];
    return [
      {
        entries: page.data.filter((row) => row[source.at]).map((row) => entryOf(source, meta, row, props)),
        isWhole: page.next === null,
      },
    ];
  });
  const known = new Map(fields?.flatMap((section) => section.fields).map((field) => [field.name, field]));
  const valueWords = (name: string, value: unknown) => {
    const field = known.get(name);
    return field ? wordsIn(field as Column, { id: 0, [name]: value }) : plainText(textOf(value));
  };
  if (changes.data)
    read.push({
      entries: changeEntries(changes.data, (name) => known.get(name)?.title ?? name, authorOf, valueWords),
      isWhole: true,
    });
  return {
    ...mergedEntries(read),
    isEmpty: !sources.length && !seesChanges,
    isLoading: pages.some(({ isPending }) => isPending) || (seesChanges && changes.isPending),
    away: sources.filter((_, place) => pages[place]?.error).map(({ kind }) => t(kind)),
  };
}

/** The events of a record, of every kind and area that its reader may see, newest first. */
export function Timeline(props: Props) {
  // On a phone the record's fields are below it.
  const [most, setMost] = useState(useMedia("(max-width: 1179px)") ? 3 : shownAtFirst);
  const [kind, setKind] = useState("");
  const size = sizes.find((one) => one >= most) ?? 250;
  const { entries, isWhole, isEmpty, isLoading, away } = useEntries(props, size);
  const kinds = useMemo(() => [...new Set(entries.map((entry) => entry.kind))].toSorted(), [entries]);
  const chosen = kind ? entries.filter((entry) => entry.kind === kind) : entries;
  const shown = chosen.slice(0, most);
  const hasMore = chosen.length > shown.length || (!isWhole && most < 250);
  if (isEmpty) return null;
  return (
    <Panel
      title={
        <>
          <Icon name="history" size={15} /> Timeline
        </>
      }
    >
      {kinds.length > 1 && (
        <div className="sr-chips" role="group" aria-label="Kinds of entries">
          {["", ...kinds].map((one) => (
            <button key={one} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
              {one || "All"}
            </button>
          ))}
        </div>
      )}
      {away.length > 0 && <p className="sr-muted">{away.join(", ")}: cannot be read now</p>}
      {shown.length > 0 && (
        <ol className="sr-timeline">
          {shown.map((entry) => (
            <li key={entry.key}>
              <span className="sr-timeline-icon">
                <Icon name={entry.icon} size={14} />
              </span>
              <div>
                {entry.target ? (
                  <Link className="sr-timeline-name" to={entry.target}>
                    {entry.name || entry.kind}
                  </Link>
                ) : (
                  <span className="sr-timeline-name">{entry.name || entry.kind}</span>
                )}
                <small className="sr-muted">{[entry.kind, entry.more].filter(Boolean).join(" · ")}</small>
              </div>
              <time className="sr-muted sr-num" dateTime={entry.at}>
                {timeOf(entry)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {isLoading && shown.length === 0 && <LoadingState rows={6} />}
      {!isLoading && shown.length === 0 && (
        <StatePanel
          compact
          icon="history"
          title="Nothing has happened yet"
          text="Invoices, slips, emails, tickets, comments and changes gather here."
        />
      )}
      {hasMore && (
        <Button type="link" size="small" loading={isLoading} onClick={() => setMost(most + shownMore)}>
          Show older
        </Button>
      )}
    </Panel>
  );
}

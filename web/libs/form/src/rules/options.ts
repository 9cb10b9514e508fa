import { seldomChanged, useApi } from "@staffroom/api";
import type { Field, Option, OptionValue } from "@staffroom/contract";
import { labelSearch, useDebounced } from "@staffroom/ui";
import { useMemo, useState } from "react";

type Source = Pick<Field, "options" | "optionsFrom" | "archivedFrom">;
type Asked = {
  enabled?: boolean;
  /** The current value: if it is no longer offered, it is read from the archived options. */
  chosen?: unknown;
  /** Appends all archived options, for a filter. */
  archived?: boolean;
};

type Answered =
  | string
  | { id: number; title?: string; name?: string }
  | { value: OptionValue; label: string; color?: string };

function toOption(entry: Answered): Option {
  if (typeof entry === "string") return { value: entry, label: entry };
  if ("value" in entry) return entry;
  return { value: entry.id, label: entry.title ?? entry.name ?? String(entry.id) };
}

const unpack = (answer: Answered[] | Record<string, string> | undefined): Option[] =>
  Array.isArray(answer)
    ? answer.map(toOption)
    : Object.entries(answer ?? {}).map(([value, label]) => ({ value, label: String(label) }));

/** Maximum number of options that a service returns at once (`people/choices.py`): beyond it, the service searches. */
export const mostNames = 1000;

/**
 * Returns the options of a field or filter: its own, or those from `optionsFrom`. `search` configures how a Select
 * searches them: here, or in the service by `find` if that has more than it returned.
 */
export function useOptions(source: Source, { enabled = true, chosen, archived = false }: Asked = {}) {
  const [typed, find] = useState("");
  const word = useDebounced(typed.trim());
  const remote = useApi<Answered[]>(source.optionsFrom ?? "", undefined, {
    enabled: enabled && !!source.optionsFrom && !source.options?.length,
    staleTime: seldomChanged,
  });
  const offered = useMemo(
    () => (source.options?.length ? source.options : unpack(remote.data)),
    [source.options, remote.data],
  );
  const values = (Array.isArray(chosen) ? chosen : [chosen]).filter(
    (value) => value !== undefined && value !== null && value !== "",
  );
  const missing =
    !!remote.data && values.some((value) => !offered.some((option) => String(option.value) === String(value)));
  const closed = useApi<Answered[]>(source.archivedFrom ?? "", undefined, {
    enabled: enabled && !!source.archivedFrom && (archived || missing),
    staleTime: seldomChanged,
  });
  const chosenKey = values.join();
  const ids = values.filter((value) => /^\d+$/.test(String(value))).join();
  const isCut = Array.isArray(remote.data) && remote.data.length >= mostNames;
  const isAsking = isCut && word !== "";
  const matches = useApi<Answered[]>(
    source.optionsFrom ?? "",
    { search: word },
    { enabled: isAsking, staysUntilNext: true },
  );
  const names = useApi<Answered[]>(
    source.optionsFrom ?? "",
    { ids },
    { enabled: isCut && missing && ids !== "" && !source.archivedFrom, staysUntilNext: true },
  );
  const options = useMemo(() => {
    if (isCut) {
      const first = isAsking ? unpack(matches.data) : offered;
      return [
        ...first,
        ...[...unpack(names.data), ...offered].filter(
          ({ value }) => chosenKey.split(",").includes(String(value)) && !first.some((one) => one.value === value),
        ),
      ];
    }
    if (!closed.data) return offered;
    const more = unpack(closed.data).filter(({ value }) => archived || chosenKey.split(",").includes(String(value)));
    return [
      ...offered,
      ...more.map((option) => (archived ? { ...option, label: `${option.label} (archived)` } : option)),
    ];
  }, [offered, closed.data, archived, chosenKey, isCut, isAsking, matches.data, names.data]);
  const search = isCut ? { filterOption: false as const, searchValue: typed, onSearch: find } : labelSearch;
  return { options, loading: remote.isFetching || (isCut && matches.isFetching), search, isCut, find };
}

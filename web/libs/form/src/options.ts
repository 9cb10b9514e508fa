import { seldomChanged, useApi } from "@staffroom/api";
import type { Field, Option, OptionValue } from "@staffroom/contract";
import { useMemo } from "react";

type Source = Pick<Field, "options" | "optionsFrom" | "archivedFrom">;
type Asked = {
  enabled?: boolean;
  /** The present value: where it is no longer offered, it is read from the archived options. */
  chosen?: unknown;
  /** Adds all archived options after the others, for a filter. */
  archived?: boolean;
};

type Answered = string | { id: number; title?: string; name?: string } | { value: OptionValue; label: string; color?: string };

function toOption(entry: Answered): Option {
  if (typeof entry === "string") return { value: entry, label: entry };
  if ("value" in entry) return entry;
  return { value: entry.id, label: entry.title ?? entry.name ?? String(entry.id) };
}

const unpack = (answer: Answered[] | Record<string, string> | undefined): Option[] =>
  Array.isArray(answer)
    ? answer.map(toOption)
    : Object.entries(answer ?? {}).map(([value, label]) => ({ value, label: String(label) }));

/** The options of a field or filter: its own, or those that `optionsFrom` returns. */
export function useOptions(source: Source, { enabled = true, chosen, archived = false }: Asked = {}): { options: Option[]; loading: boolean } {
  const remote = useApi<Answered[]>(source.optionsFrom ?? "", undefined, {
    enabled: enabled && !!source.optionsFrom && !source.options?.length,
    staleTime: seldomChanged,
  });
  const offered = useMemo(() => (source.options?.length ? source.options : unpack(remote.data)), [source.options, remote.data]);
  const values = (Array.isArray(chosen) ? chosen : [chosen]).filter((value) => value !== undefined && value !== null && value !== "");
  const missing = !!remote.data && values.some((value) => !offered.some((option) => option.value === value));
  const closed = useApi<Answered[]>(source.archivedFrom ?? "", undefined, {
    enabled: enabled && !!source.archivedFrom && (archived || missing),
    staleTime: seldomChanged,
  });
  const chosenKey = values.join();
  const options = useMemo(() => {
    if (!closed.data) return offered;
    const more = unpack(closed.data).filter(({ value }) => archived || chosenKey.split(",").includes(String(value)));
    return [...offered, ...more.map((option) => (archived ? { ...option, label: `${option.label} (archived)` } : option))];
  }, [offered, closed.data, archived, chosenKey]);
  return { options, loading: remote.isFetching };
}

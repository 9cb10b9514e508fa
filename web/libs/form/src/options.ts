import { useApi } from "@staffroom/api";
import type { Field, Option, OptionValue } from "@staffroom/contract";
import { useMemo } from "react";

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

/** Choices of a field or filter: its own, or what `optionsFrom` answers. */
export function useOptions(source: Pick<Field, "options" | "optionsFrom">, enabled = true): { options: Option[]; loading: boolean } {
  const remote = useApi<Answered[]>(source.optionsFrom ?? "", undefined, {
    enabled: enabled && !!source.optionsFrom && !source.options?.length,
    staleTime: 5 * 60_000,
  });
  const options = useMemo(() => (source.options?.length ? source.options : unpack(remote.data)), [source.options, remote.data]);
  return { options, loading: remote.isFetching };
}

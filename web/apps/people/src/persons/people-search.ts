import { plainErrorText, useApi } from "@staffroom/api";
import { searchMinimum } from "@staffroom/list";
import { useDebounced } from "@staffroom/ui";
import { useState } from "react";
import type { Hit } from "../types";

const none: readonly Hit[] = [];

/**
 * Searches people of these kinds, or of all kinds and courses, by name. `select` are the props of a Select with the
 * hits.
 */
export function usePeopleSearch(kinds?: string, nobody = "Nobody with this name") {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const isLongEnough = search.length >= searchMinimum;
  const { data, error } = useApi<Hit[]>(
    "/people/search",
    { q: search, ...(kinds ? { kinds } : {}) },
    { enabled: isLongEnough },
  );
  return {
    hits: (isLongEnough && data) || none,
    forget: () => setTyped(""),
    select: {
      showSearch: { filterOption: false, onSearch: setTyped },
      placeholder: "Type at least three letters of the name",
      notFoundContent: !isLongEnough
        ? "Three letters at least"
        : error
          ? plainErrorText(error)
          : data
            ? nobody
            : "Searching…",
    },
  };
}

/** Formats a hit as one text: name and detail. */
export const nameOf = ({ title, detail }: Hit): string => [title, detail].filter(Boolean).join(" · ");

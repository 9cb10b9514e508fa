import { searchDebounceMs } from "@staffroom/api";
import { useEffect, useState } from "react";

/** The value once it has not changed for the debounce of a search. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

import { searchDebounceMs } from "@staffroom/api";
import { useEffect, useState } from "react";

/** Returns the value once it has not changed for the search debounce. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

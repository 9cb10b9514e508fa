import { useConnection } from "@staffroom/api";
import { useEffect, useState } from "react";

/** Milliseconds until what loads says that it still does. */
const slowAfter = 4000;

/** Says of content that loads that the line is slow, and nothing of one that is lost: the bar on top does. */
export function SlowNote() {
  const { isLost } = useConnection();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  return isSlow && !isLost ? (
    <p className="sr-slow" role="status">
      Still loading: the connection is slow.
    </p>
  ) : null;
}

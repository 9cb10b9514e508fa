import { useConnection } from "@staffroom/api";
import { useEffect, useState } from "react";

/** Milliseconds until loading content says that it is still loading. */
const slowAfter = 4000;

/** Says that the connection is slow. It says nothing of a lost connection, which the bar at the top reports. */
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

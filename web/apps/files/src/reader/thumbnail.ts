import { call } from "@staffroom/api";
import { useEffect, useState } from "react";
import { useReading } from "./use-reading";

/** Returns an object URL of a file's thumbnail; null if there is none. */
export function useThumbnail(fileId: number): string | null {
  const [address, setAddress] = useState<string | null>(null);
  const { data } = useReading(fileId);
  const isThere = data?.thumbnail === true;
  useEffect(() => {
    if (!isThere) return undefined;
    const leaving = new AbortController();
    let url = "";
    call("GET", `/file/${fileId}/thumbnail`, undefined, { headers: { Accept: "*/*" }, signal: leaving.signal })
      .then((answer) => answer.blob())
      .then((blob) => {
        if (!leaving.signal.aborted) setAddress((url = URL.createObjectURL(blob)));
      })
      // The file itself shows the error.
      .catch(() => undefined);
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
      setAddress(null);
    };
  }, [fileId, isThere]);
  return address;
}

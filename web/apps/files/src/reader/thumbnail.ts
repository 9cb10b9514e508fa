import { call } from "@staffroom/api";
import { useEffect, useState } from "react";

/** An object URL of a file's thumbnail; null where there is none. */
export function useThumbnail(fileId: number): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let url = "";
    call("GET", `/file/${fileId}/thumbnail`, undefined, { headers: { Accept: "*/*" }, signal: leaving.signal })
      .then((answer) => answer.blob())
      .then((blob) => {
        if (!leaving.signal.aborted) setAddress((url = URL.createObjectURL(blob)));
      })
      // A file without a thumbnail shows none.
      .catch(() => undefined);
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
      setAddress(null);
    };
  }, [fileId]);
  return address;
}

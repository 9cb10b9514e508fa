import { api, call } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useEffect, useState } from "react";

type Reading = Answer<"files", "/file/{id}/pages">;

/** The thumbnail of a file, asked for where there is one; null elsewhere. */
async function thumbnailOf(fileId: number, signal: AbortSignal): Promise<Blob | null> {
  const { thumbnail } = await api.get<Reading>(`/file/${fileId}/pages`, { signal });
  return thumbnail ? (await call("GET", `/file/${fileId}/thumbnail`, undefined, { headers: { Accept: "*/*" }, signal })).blob() : null;
}

/** An object URL of a file's thumbnail; null where there is none. */
export function useThumbnail(fileId: number): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let url = "";
    thumbnailOf(fileId, leaving.signal)
      .then((blob) => {
        if (blob && !leaving.signal.aborted) setAddress((url = URL.createObjectURL(blob)));
      })
      // The file itself says what is wrong.
      .catch(() => undefined);
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
      setAddress(null);
    };
  }, [fileId]);
  return address;
}

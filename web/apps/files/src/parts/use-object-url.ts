import { useEffect, useState } from "react";

/** Return an address of the blob for `src`, revoked when another one is shown. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => {
      URL.revokeObjectURL(url);
      setAddress(null);
    };
  }, [blob]);
  return address;
}

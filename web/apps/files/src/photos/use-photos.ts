import { useEffect, useRef, useState } from "react";
import { keepScan, readScan } from "./kept";
import { noScan } from "./model";

/**
 * The scan of the uploader: how many pages are stored, whether its dialog is open, and which file of the uploader is
 * its PDF.
 */
export function usePhotos(key: string) {
  const [pages, setPages] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const pdf = useRef<File | null>(null);
  useEffect(() => {
    if (!isOpen) void readScan(key).then((kept) => setPages(kept.pages.length));
  }, [key, isOpen]);
  const isOf = (file: File) => pdf.current === file;
  return {
    key,
    pages,
    isOpen,
    isOf,
    open: () => setOpen(true),
    close: () => setOpen(false),
    take: (file: File) => {
      pdf.current = file;
    },
    /** The PDF is on the server: its pages are no longer needed. */
    sent: (file: File) => {
      if (!isOf(file)) return;
      void keepScan(key, noScan);
      setPages(0);
    },
  };
}

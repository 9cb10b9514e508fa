import { newKey, plainErrorText } from "@staffroom/api";
import { toast } from "@staffroom/ui";
import { useEffect, useRef, useState } from "react";
import { keepScan, readScan } from "./kept";
import { mostPages, movePage, noScan, wholePhoto, type Scan, type ScanPage } from "./model";
import { fileOf, makePdf, shrink } from "./render";

const plain = { look: "colour", contrast: 0 } as const;
const noRoom = "This browser has no space to store the photos. Send them before you close the page.";

/** The pages of a scan, saved in this browser with each change; `shown` is the page that is being edited. */
export function useScan(key: string) {
  const [scan, setScan] = useState<Scan | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const latest = useRef<Scan>(noScan);
  const warned = useRef(false);
  useEffect(() => {
    let left = false;
    void readScan(key).then((kept) => {
      if (left) return;
      latest.current = kept;
      setScan(kept);
      setShown(kept.pages[0]?.id ?? null);
    });
    return () => {
      left = true;
    };
  }, [key]);

  const keep = async (next: Scan) => {
    latest.current = next;
    setScan(next);
    if ((await keepScan(key, next)) || warned.current) return;
    warned.current = true;
    toast.refusal(noRoom, "Photos");
  };
  /** A change of the pages makes a new PDF. */
  const setPages = (pages: readonly ScanPage[]) => void keep({ pages, pdf: null });

  const add = async (files: readonly File[], instead?: string) => {
    for (const file of files) {
      if (!instead && latest.current.pages.length >= mostPages)
        return toast.refusal(`A scan has at most ${mostPages} pages`, "Photos");
      try {
        const photo = await shrink(file);
        const { pages } = latest.current;
        // The pages of a scan mostly look alike.
        const { look, contrast } = pages.at(-1) ?? plain;
        const page: ScanPage = { id: newKey(), photo, corners: wholePhoto, turn: 0, look, contrast };
        setPages(instead ? pages.map((one) => (one.id === instead ? page : one)) : [...pages, page]);
        setShown(page.id);
      } catch {
        toast.refusal(`${file.name} cannot be read as a picture by this browser`, file.name);
      }
    }
  };
  const remove = (id: string) => {
    const { pages } = latest.current;
    const at = pages.findIndex((page) => page.id === id);
    const left = pages.filter((page) => page.id !== id);
    setPages(left);
    setShown(left[Math.min(at, left.length - 1)]?.id ?? null);
  };
  const finish = async (): Promise<File | null> => {
    if (latest.current.pdf) return fileOf(latest.current.pdf);
    setDone(0);
    try {
      const finished = await makePdf(latest.current, setDone);
      await keep(finished);
      return finished.pdf && fileOf(finished.pdf);
    } catch (error) {
      toast.refusal(plainErrorText(error), "The PDF was not made");
      return null;
    } finally {
      setDone(null);
    }
  };
  return {
    scan,
    shown,
    setShown,
    add,
    remove,
    finish,
    /** Number of pages already drawn for the PDF; null otherwise. */
    done,
    change: (id: string, part: Partial<ScanPage>) =>
      setPages(latest.current.pages.map((page) => (page.id === id ? { ...page, ...part } : page))),
    move: (id: string, by: -1 | 1) => setPages(movePage(latest.current.pages, id, by)),
    clear: () => {
      setPages([]);
      setShown(null);
    },
  };
}

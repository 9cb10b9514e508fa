import { usePage } from "@staffroom/ui";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { Sought } from "./load";
import { Viewer } from "./viewer";

const longestWord = 100;

/** `?q=lead&page=3`: the text to search for in the file, and the page to open. */
function soughtIn(search: URLSearchParams): Sought | undefined {
  const text = (search.get("q") ?? "").trim().slice(0, longestWord);
  const page = Number(search.get("page"));
  return text || page > 0 ? { text, page: page > 0 ? page : 1 } : undefined;
}

/** One file on its own page; `?list=4,5,6` are the files for previous and next. */
export default function Screen() {
  const { fileId = "" } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  usePage("File");
  const current = /^\d{1,15}$/.test(fileId) ? Number(fileId) : 0;
  const listed = (search.get("list") ?? "")
    .split(",")
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number);
  const files = listed.includes(current) ? listed : [current];
  const show = (id: number) => {
    const next = new URLSearchParams(search);
    // The search position applies only to this file.
    for (const name of ["q", "page"]) next.delete(name);
    void navigate(`/file/${id}?${next.toString()}`, { replace: true });
  };
  return (
    <Viewer files={files} current={current} sought={soughtIn(search)} onShow={show} onClose={() => void navigate(-1)} />
  );
}

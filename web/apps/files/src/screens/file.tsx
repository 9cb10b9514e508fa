import { usePage } from "@staffroom/ui";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Viewer } from "../viewer";

/** One file on a page of its own; `?list=4,5,6` are the files for previous and next. */
export default function Screen() {
  const { fileId = "" } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  usePage("File");
  const current = /^\d{1,15}$/.test(fileId) ? Number(fileId) : 0;
  const listed = (search.get("list") ?? "").split(",").filter((part) => /^\d{1,15}$/.test(part)).map(Number);
  const files = listed.includes(current) ? listed : [current];
  const show = (id: number) => void navigate(`/file/${id}?${search.toString()}`, { replace: true });
  return <Viewer files={files} current={current} onShow={show} onClose={() => void navigate(-1)} />;
}

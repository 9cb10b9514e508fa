import { useListMeta } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Link } from "react-router";
import "./style.css";

/** Opens the whiteboard of an event or a course; a blank one that belongs to it where there is none yet. */
export default function BoardLink({ courseId, eventId }: WidgetProps["board-link"]) {
  const meta = useListMeta("/boards");
  if (!courseId || !meta.data) return null;
  const event = eventId ? `&event=${eventId}` : "";
  return <Link className="ant-btn ant-btn-default brd-start" to={`/whiteboard/lesson?course=${courseId}${event}`}><Icon name="presentation" size={15} /> Whiteboard</Link>;
}

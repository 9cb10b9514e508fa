import { useListMeta } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useNavigate } from "react-router";

/** Opens the whiteboard of an event or a course; a blank one for it if there is none yet. */
export default function BoardLink({ courseId, eventId }: WidgetProps["board-link"]) {
  const meta = useListMeta("/boards");
  const navigate = useNavigate();
  if (!courseId || !meta.data) return null;
  const event = eventId ? `&event=${eventId}` : "";
  return (
    <Button
      size="small"
      icon={<Icon name="presentation" size={14} />}
      onClick={() => void navigate(`/whiteboard/lesson?course=${courseId}${event}`)}
    >
      Whiteboard
    </Button>
  );
}

import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Badge, Button, Tooltip } from "antd";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const storageKey = "staffroom.release-notes.seen";

/** A dot until the user has opened the newest release notes. */
export function ReleaseNotesBadge() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useApi<Answer<"identity", "/release-notes">>(
    "/release-notes",
    { pageSize: 10, page: 1 },
    { staleTime: 60 * 60_000 },
  );
  const newest = Array.isArray(data) ? Math.max(0, ...data.map((note) => note.id)) : 0;
  const [seen, setSeen] = useState(() => Number(localStorage.getItem(storageKey)));
  useEffect(() => {
    if (!pathname.startsWith("/release-notes") || newest <= seen) return;
    localStorage.setItem(storageKey, String(newest));
    setSeen(newest);
  }, [pathname, newest, seen]);
  const isNew = newest > seen;
  return (
    <Tooltip title="Release notes">
      <Button
        type="text"
        aria-label={isNew ? "Release notes, new ones" : "Release notes"}
        icon={
          <Badge dot={isNew} offset={[1, 1]}>
            <Icon name="sparkles" size={17} />
          </Badge>
        }
        onClick={() => void navigate("/release-notes")}
      />
    </Tooltip>
  );
}

import { api, isNotice, onLive, queryClient, startRealtime, useApi, useLiveState, useSession } from "@staffroom/api";
import type { Notice } from "@staffroom/contract";
import { formatAgo, Icon, StatePanel } from "@staffroom/ui";
import { Badge, Button, Popover, Tooltip } from "antd";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const path = "/notifications";
const stateWords = { connecting: "Connecting…", live: "Live", stale: "Not live: reconnecting" };

function useNotices(): Notice[] {
  const { user } = useSession();
  const { data } = useApi<Notice[]>(path, undefined, { staleTime: 60_000 });
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    const close = startRealtime();
    const stop = onLive((event) => {
      if (!isNotice(event)) return;
      queryClient.setQueryData<Notice[]>([path, {}, {}], (old = []) =>
        old.some((one) => one.number === event.data.number) ? old : [event.data, ...old],
      );
    });
    return () => {
      stop();
      close();
    };
  }, [userId]);
  return data ?? [];
}

/** The notifications of the user's channel, and the state of its connection. */
export function NotificationBell() {
  const state = useLiveState();
  const notices = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  useEffect(() => () => setOpen(false), [pathname]);
  const unread = notices.filter((notice) => !notice.read);
  const mark = (notice: Notice) => {
    queryClient.setQueryData<Notice[]>([path, {}, {}], (old = []) => old.map((one) => (one.number === notice.number ? { ...one, read: true } : one)));
    api.post(`${path}/${notice.number}/read`).catch(() => undefined);
  };
  const follow = (notice: Notice) => {
    mark(notice);
    setOpen(false);
    if (notice.target) void navigate(notice.target.replace(/^#/, ""));
  };
  return (
    <>
      <span className="sr-visually-hidden" role="status">{unread[0] && `${unread[0].title} ${unread[0].text ?? ""}`}</span>
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        content={
          <div className="sr-notices">
            <div className="sr-notices-head">
              <b>Notifications</b>
              <span className="sr-live" data-state={state}><i /> {stateWords[state]}</span>
            </div>
            {notices.length === 0 && <StatePanel icon="bell" title="All quiet" text="What concerns you will appear here at once." compact />}
            <ul>
              {notices.slice(0, 50).map((notice) => (
                <li key={notice.number} data-unread={!notice.read || undefined}>
                  <button type="button" onClick={() => follow(notice)}>
                    <span>{notice.title}</span>
                    {notice.text && <small>{notice.text}</small>}
                    <time dateTime={notice.created}>{formatAgo(notice.created)}</time>
                  </button>
                </li>
              ))}
            </ul>
            {unread.length > 0 && <Button type="link" size="small" onClick={() => unread.forEach(mark)}>Mark all as read</Button>}
          </div>
        }
      >
        <Tooltip title={`Notifications · ${stateWords[state]}`}>
          <Button
            type="text"
            aria-label={`Notifications, ${unread.length} unread, ${stateWords[state]}`}
            data-live={state}
            icon={
              <Badge count={unread.length} size="small" offset={[3, -1]}>
                <span className="sr-bell" data-state={state}><Icon name="bell" size={17} /><i /></span>
              </Badge>
            }
          />
        </Tooltip>
      </Popover>
    </>
  );
}

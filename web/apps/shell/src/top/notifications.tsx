import { useLiveState } from "@staffroom/api";
import { formatAgo, Icon, inWindow, StatePanel, useOnLeave } from "@staffroom/ui";
import { Badge, Button, Popover, Tooltip } from "antd";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { iconOf, markRead, targetOf, threadsOf, useNoticeChannel, useNotices, type Thread } from "./notices";

const stateWords = { connecting: "Connecting…", live: "Live", stale: "Not live: reconnecting" };
const shownAtMost = 12;

/** The notifications of the user's channel, and the state of its connection. */
export function NotificationBell() {
  const state = useLiveState();
  useNoticeChannel();
  const notices = useNotices().data ?? [];
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  useOnLeave(() => setOpen(false));
  const unread = notices.filter((notice) => !notice.read);
  const threads = threadsOf(notices);
  const follow = ({ latest, unread: numbers }: Thread) => {
    markRead(numbers);
    setOpen(false);
    if (latest.target) void navigate(targetOf(latest));
  };
  return (
    <>
      <span className="sr-visually-hidden" role="status">
        {unread[0] && `${unread[0].title} ${unread[0].text ?? ""}`}
      </span>
      <Popover
        trigger="click"
        placement="bottomRight"
        // On a phone the list is wider than the space left of the bell: it shifts into the window.
        align={inWindow}
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        content={
          <div className="sr-notices">
            <div className="sr-notices-head">
              <b>Notifications</b>
              <span className="sr-live" data-state={state}>
                <i /> {stateWords[state]}
              </span>
            </div>
            {threads.length === 0 && (
              <StatePanel icon="bell" title="All quiet" text="Notices for you appear here at once." compact />
            )}
            <ul>
              {threads.slice(0, shownAtMost).map((thread) => (
                <li key={thread.latest.number} data-unread={thread.unread.length > 0 || undefined}>
                  <button type="button" onClick={() => follow(thread)}>
                    <Icon name={iconOf[thread.latest.kind] ?? "bell"} size={15} />
                    <span>
                      {thread.latest.title}
                      {thread.count > 1 && <em> {thread.count}</em>}
                    </span>
                    {thread.latest.text && <small>{thread.latest.text}</small>}
                    <time dateTime={thread.latest.created}>{formatAgo(thread.latest.created)}</time>
                  </button>
                </li>
              ))}
            </ul>
            <div className="sr-notices-foot">
              <Link to="/inbox">Open the inbox</Link>
              {unread.length > 0 && (
                <Button type="link" size="small" onClick={() => markRead(unread.map(({ number }) => number))}>
                  Mark all as read
                </Button>
              )}
            </div>
          </div>
        }
      >
        <Tooltip title={open ? "" : `Notifications · ${stateWords[state]}`}>
          <Button
            type="text"
            aria-label={`Notifications, ${unread.length} unread, ${stateWords[state]}`}
            data-live={state}
            icon={
              <Badge count={unread.length} size="small" offset={[3, -1]}>
                <span className="sr-bell" data-state={state}>
                  <Icon name="bell" size={17} />
                  <i />
                </span>
              </Badge>
            }
          />
        </Tooltip>
      </Popover>
    </>
  );
}

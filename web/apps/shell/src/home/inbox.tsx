import {
  formatDateTime,
  formatAge,
  formatCount,
  Icon,
  IconButton,
  Answered,
  PageHeader,
  Panel,
  StatePanel,
  Tabs,
  useAttempt,
} from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { iconOf, markRead, readOlder, targetOf, threadsOf, useNotices, type Thread } from "../top/notices";

/** Number of notices per response: fewer mean that it is the last. */
const page = 50;

/** All notices of the person, unread ones first. */
export default function Inbox() {
  const notices = useNotices();
  const [tab, setTab] = useState<"unread" | "all">("unread");
  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <Link to="/settings">
            <Icon name="settings" size={15} /> Choose your notices
          </Link>
        }
      />
      <Panel flush>
        <Tabs
          className="sr-list-tabs"
          size="small"
          activeKey={tab}
          items={[
            { key: "unread", label: "Unread" },
            { key: "all", label: "All" },
          ]}
          onChange={(key) => setTab(key as typeof tab)}
        />
        <Answered query={notices} rows={8}>
          {(known) => {
            const threads = threadsOf(known).filter(({ unread }) => tab === "all" || unread.length > 0);
            const unread = threads.flatMap((thread) => thread.unread);
            return (
              <>
                <ul className="sr-inbox">
                  {threads.map((thread) => (
                    <Entry key={thread.latest.number} thread={thread} />
                  ))}
                </ul>
                {!threads.length && (
                  <StatePanel
                    icon="inbox"
                    title={tab === "unread" ? "You have read everything" : "Nothing has come yet"}
                    text="Mentions, answers to tickets and failed emails appear here at once."
                  />
                )}
                <div className="sr-inbox-foot">
                  {unread.length > 1 && (
                    <Button size="small" onClick={() => markRead(unread)}>
                      Mark all as read
                    </Button>
                  )}
                  <Older before={known.at(-1)?.number} isWhole={known.length < page} />
                </div>
              </>
            );
          }}
        </Answered>
      </Panel>
    </>
  );
}

function Entry({ thread: { latest, count, unread } }: { thread: Thread }) {
  const read = () => markRead(unread);
  return (
    <li data-unread={unread.length > 0 || undefined}>
      <Icon name={iconOf[latest.kind] ?? "bell"} size={16} />
      <div>
        {latest.target ? (
          <Link to={targetOf(latest)} onClick={read}>
            {latest.title}
          </Link>
        ) : (
          <span>{latest.title}</span>
        )}
        <small className="sr-muted">
          {[latest.text, count > 1 && formatCount(count, "notice", "notices")].filter(Boolean).join(" · ")}
        </small>
      </div>
      <time className="sr-muted sr-num" dateTime={latest.created} title={formatDateTime(latest.created)}>
        {formatAge(latest.created)}
      </time>
      {unread.length > 0 ? <IconButton label={`Mark ${latest.title} as read`} icon="check" onClick={read} /> : <span />}
    </li>
  );
}

/** Loads the notices before those that are shown. */
function Older({ before, isWhole }: { before: number | undefined; isWhole: boolean }) {
  const [busy, attempt] = useAttempt();
  const [ended, setEnded] = useState(false);
  if (isWhole || ended || before === undefined) return null;
  return (
    <Button
      type="link"
      size="small"
      loading={busy !== null}
      onClick={() => void attempt(async () => setEnded((await readOlder(before)) < page))}
    >
      Show older
    </Button>
  );
}

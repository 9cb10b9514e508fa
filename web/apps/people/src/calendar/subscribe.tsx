import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { copyText, Dialog, ErrorState, formatDateTime, Icon, LoadingState, useAttempt } from "@staffroom/ui";
import { Button, Checkbox, Input } from "antd";
import { useState } from "react";

const path = "/events/feed";

type Feed = Answer<"people", "/events/feed">;

/** The button and the dialog for the secret address at which other programs read the user's calendar. */
export function Subscribe() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon name="share" size={15} />} onClick={() => setOpen(true)}>
        Subscribe
      </Button>
      {isOpen && <SubscribeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { data: state, error, refetch } = useApi<Feed>(path, undefined, { staleTime: 0 });
  const [url, setUrl] = useState("");
  const [busy, run] = useAttempt();
  const make = () =>
    run(async () => {
      setUrl((await api.post<Answer<"people", "/events/feed", "post">>(path)).url);
      await invalidate(path);
    }, "make");
  const choose = (deadlines: boolean) =>
    run(async () => {
      await api.put(path, { deadlines });
      await invalidate(path);
    }, "choose");
  const stop = () =>
    run(async () => {
      await api.delete(path);
      setUrl("");
      await invalidate(path);
    }, "stop");
  const footer = state && (
    <>
      {state.exists && (
        <Button danger loading={busy === "stop"} onClick={() => void stop()}>
          Stop
        </Button>
      )}
      <Button type={state.exists ? "default" : "primary"} loading={busy === "make"} onClick={() => void make()}>
        {state.exists ? "Make a new address" : "Make the address"}
      </Button>
    </>
  );
  return (
    <Dialog open title="Subscribe to your calendar" footer={footer} onCancel={onClose}>
      <p>
        Other calendar programs, such as those of a phone, read your events at a secret address. Whoever has the address
        can read your calendar, so keep it to yourself.
      </p>
      {error && !state ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : !state ? (
        <LoadingState rows={2} />
      ) : (
        <State state={state} isNew={!!url} />
      )}
      {state?.exists && state.deadlines !== null && (
        <Checkbox
          checked={state.deadlines}
          disabled={busy === "choose"}
          onChange={({ target }) => void choose(target.checked)}
        >
          Exam deadlines too
        </Checkbox>
      )}
      {url && (
        <>
          <div className="people-feed">
            <Input
              readOnly
              aria-label="Address of your calendar"
              value={url}
              onFocus={({ target }) => target.select()}
            />
            <Button
              type="primary"
              icon={<Icon name="copy" size={15} />}
              onClick={() => void copyText(url, "Address copied")}
            >
              Copy
            </Button>
          </div>
          <p className="sr-help">
            Copy the address now: it is shown only once. Add it in the other program as a calendar by URL.
          </p>
        </>
      )}
    </Dialog>
  );
}

function State({ state, isNew }: { state: Feed; isNew: boolean }) {
  if (!state.exists) return <p role="status">There is no address yet.</p>;
  return (
    <p role="status">
      The address was made on {formatDateTime(state.created)}.{" "}
      {state.lastRead ? `A program last read it on ${formatDateTime(state.lastRead)}.` : "No program has read it yet."}
      {!isNew && " When you make a new address, this one stops."}
    </p>
  );
}

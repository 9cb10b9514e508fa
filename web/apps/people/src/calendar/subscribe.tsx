import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { ActionButton, Answered, Dialog, DialogButton, formatDateTime, useAttempt } from "@staffroom/ui";
import { Checkbox } from "antd";
import { useState } from "react";
import { CopyField } from "../copy-field";

const path = "/events/feed";

type Feed = Answer<"people", "/events/feed">;

/** The button and the dialog for the secret address at which other programs read the user's calendar. */
export const Subscribe = () => (
  <DialogButton label="Subscribe" icon="share">
    {(close) => <SubscribeDialog onClose={close} />}
  </DialogButton>
);

function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const query = useApi<Feed>(path, undefined, { staleTime: 0 });
  const state = query.data;
  const [url, setUrl] = useState("");
  const [busy, run] = useAttempt();
  const make = async () => {
    setUrl((await api.post<Answer<"people", "/events/feed", "post">>(path)).url);
    await invalidate(path);
  };
  const choose = (deadlines: boolean) =>
    run(async () => {
      await api.put(path, { deadlines });
      await invalidate(path);
    });
  const stop = async () => {
    await api.delete(path);
    setUrl("");
    await invalidate(path);
  };
  const footer = state && (
    <>
      {state.exists && (
        <ActionButton danger run={stop}>
          Stop
        </ActionButton>
      )}
      <ActionButton type={state.exists ? "default" : "primary"} run={make}>
        {state.exists ? "Make a new address" : "Make the address"}
      </ActionButton>
    </>
  );
  return (
    <Dialog open title="Subscribe to your calendar" footer={footer} onCancel={onClose}>
      <p>
        Other calendar programs, such as those of a phone, read your events at a secret address. Anybody with the
        address can read your calendar, so keep it to yourself.
      </p>
      <Answered query={query} rows={2} compact>
        {(feed) => <State state={feed} isNew={!!url} />}
      </Answered>
      {state?.exists && state.deadlines !== null && (
        <Checkbox
          checked={state.deadlines}
          disabled={busy !== null}
          onChange={({ target }) => void choose(target.checked)}
        >
          Exam deadlines too
        </Checkbox>
      )}
      {url && (
        <>
          <CopyField label="Address of your calendar" value={url} copy="Copy" notice="Address copied" />
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

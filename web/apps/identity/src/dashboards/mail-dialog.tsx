import { api, awaitJob, invalidate, mayKeep, useApi } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldInput } from "@staffroom/form";
import { Dialog, Facts, formatDateTime, IconButton, PlainTable, Refusable, toast, useAttempt } from "@staffroom/ui";
import { Button, Segmented, Select, type ButtonProps } from "antd";
import { useId, useState } from "react";
import type { Board } from "./types";

type Rhythm = "daily" | "weekly" | "monthly";
type BoardMail = {
  userId: number;
  name: string;
  rhythm: Rhythm;
  day: number | null;
  hour: number;
  next: string;
  lastSent: string | null;
  active: boolean;
  problem: string;
};
type MailSettings = { mine: BoardMail | null; others: BoardMail[]; owns: boolean };

const rhythms: readonly { value: Rhythm; label: string }[] = [
  { value: "daily", label: "Every weekday" },
  { value: "weekly", label: "Every week" },
  { value: "monthly", label: "Every month" },
];
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((label, place) => ({
  value: place + 1,
  label,
}));
const monthDays = Array.from({ length: 28 }, (_, place) => ({ value: place + 1, label: String(place + 1) }));
const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: clock(hour) }));
const readersField = {
  name: "readers",
  title: "Also to",
  type: "multiselect",
  optionsFrom: "/users",
  help: "Staff who open this dashboard. Each gets what they see themselves",
} as Field;

/** Formats `Every week on Monday at 07:00`. */
export function inWords({ rhythm, day, hour }: Pick<BoardMail, "rhythm" | "day" | "hour">): string {
  const at = clock(hour);
  if (rhythm === "daily") return `Every weekday at ${at}`;
  return rhythm === "weekly"
    ? `Every ${weekdays[(day ?? 1) - 1]?.label} at ${at}`
    : `On day ${day} of each month at ${at}`;
}

/** A dashboard's emails: the user's days and hour, for its owner the readers, and an email now. */
export function MailDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const path = `/dashboard/${board.id}/mail`;
  const { data } = useApi<MailSettings>(path);
  return (
    <Dialog open width={640} title={`Mail ${board.title}`} footer={null} onCancel={onClose}>
      {data && <Settings key={data.mine?.next ?? "none"} board={board} path={path} settings={data} />}
    </Dialog>
  );
}

type SettingsProps = {
  board: Board;
  path: string;
  settings: MailSettings;
};

function Settings({ board, path, settings: { mine, others, owns } }: SettingsProps) {
  const id = useId();
  const [busy, attempt] = useAttempt();
  const [rhythm, setRhythm] = useState<Rhythm>(mine?.rhythm ?? "weekly");
  const [day, setDay] = useState(mine?.day ?? 1);
  const [hour, setHour] = useState(mine?.hour ?? 7);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const refusal = mayKeep() ? null : "Not while you act as somebody else";

  const put = (to: readonly number[], said: string) =>
    attempt(async () => {
      await api.put(path, { rhythm, day: rhythm === "daily" ? null : day, hour, readers: to });
      setChosen((now) => now.filter((one) => !to.includes(one)));
      await invalidate(path);
      toast.success(said);
    }, "save");
  const stop = (userId: number, said: string) =>
    attempt(async () => {
      await api.delete(`${path}/${userId}`);
      setChosen((now) => now.filter((one) => one !== userId));
      await invalidate(path);
      toast.success(said);
    }, "stop");
  const sendNow = () =>
    attempt(async () => {
      const { id: job } = await api.post<{ id: string }>(`${path}/now`);
      const isSent = await awaitJob(job, { cancelled: "The email was cancelled" });
      await invalidate(path);
      if (isSent) toast.success("It was mailed to you");
      else toast.info("The PDF is still being made. It is mailed to you when it is ready.", "Not sent yet");
    }, "now");

  const button = (name: string, label: string, run: () => Promise<unknown>, look?: ButtonProps) => (
    <Refusable refusal={refusal}>
      <Button {...look} loading={busy === name} onClick={() => void run()}>
        {label}
      </Button>
    </Refusable>
  );

  return (
    <div className="id-mail">
      {mine ? (
        <>
          <Facts
            facts={{
              "You get it": inWords(mine),
              "Next on": formatDateTime(mine.next),
              "Last sent": mine.lastSent ? formatDateTime(mine.lastSent) : "Not yet",
            }}
          />
          {mine.problem && (
            <p className="id-mail-problem" role="status">
              {mine.problem}
            </p>
          )}
        </>
      ) : (
        <p>You do not get this dashboard by email yet. It comes as a PDF of what you see here.</p>
      )}
      <div className="id-mail-times">
        <Segmented
          aria-label="How often"
          options={[...rhythms]}
          value={rhythm}
          onChange={(next) => {
            setRhythm(next as Rhythm);
            setDay(1);
          }}
        />
        {rhythm === "weekly" && (
          <label htmlFor={`${id}-day`}>
            <span>Day</span>
            <Select id={`${id}-day`} options={weekdays} value={day} onChange={setDay} />
          </label>
        )}
        {rhythm === "monthly" && (
          <label htmlFor={`${id}-day`}>
            <span>Day of the month</span>
            <Select id={`${id}-day`} options={monthDays} value={day} onChange={setDay} />
          </label>
        )}
        <label htmlFor={`${id}-hour`}>
          <span>Hour</span>
          <Select id={`${id}-hour`} options={hours} value={hour} onChange={setHour} />
        </label>
      </div>
      {owns && (
        <div className="id-mail-readers">
          <label htmlFor={`${id}-readers`}>{readersField.title}</label>
          <FieldInput
            id={`${id}-readers`}
            field={readersField}
            value={chosen}
            onChange={(ids) => setChosen((ids ?? []) as number[])}
          />
          <div className="sr-help">{readersField.help}</div>
        </div>
      )}
      <div className="id-mail-buttons">
        {button("now", "Send now", sendNow)}
        {mine &&
          button("stop", "Stop", () => stop(mine.userId, "You no longer get this dashboard by email"), {
            danger: true,
          })}
        {chosen.length > 0 && button("save", "Mail to readers", () => put(chosen, "The readers get it by email"))}
        {button("save", mine ? "Save" : "Mail it to me", () => put([], "You get this dashboard by email"), {
          type: "primary",
        })}
      </div>
      {owns && others.length > 0 && (
        <PlainTable
          rows={others}
          keyOf={({ userId }) => userId}
          empty="Nobody"
          stacks
          columns={[
            { title: "Reader", head: true, cell: ({ name }) => name },
            { title: "When", cell: inWords },
            { title: "Next on", cell: ({ next }) => formatDateTime(next) },
            {
              title: "Last sent",
              cell: ({ lastSent, problem }) => (
                <>
                  {lastSent ? formatDateTime(lastSent) : "Not yet"}
                  {problem && <small className="id-mail-problem">{problem}</small>}
                </>
              ),
            },
            {
              title: "",
              cell: ({ userId, name }) => (
                <IconButton
                  icon="trash"
                  size={14}
                  label={`Stop the email to ${name}`}
                  onClick={() => void stop(userId, `${name} no longer gets this dashboard by email`)}
                />
              ),
            },
          ]}
        />
      )}
      <p className="sr-help">
        Hours are those of London. {board.title} comes with the period and the organisation that it is set to.
      </p>
    </div>
  );
}

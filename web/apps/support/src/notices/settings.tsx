import { api, dataKey, queryClient, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, PlainTable, Refusable, useAttempt } from "@staffroom/ui";
import { Select, Switch } from "antd";
import { useId } from "react";
import "./style.css";

const path = "/notifications/settings";
type Settings = Answer<"support", "/notifications/settings">;
const rhythms = [
  { value: "off", label: "Never" },
  { value: "daily", label: "Every day at 07:30" },
  { value: "weekly", label: "Every Monday at 07:30" },
] as const;
type Kind = Settings["kinds"][number];

/** A switch for each kind of notice and each channel, and how often unread ones are sent as one email. */
export default function NoticeSettings() {
  const settings = useApi<Settings>(path);
  const [busy, attempt] = useAttempt();
  const digestId = useId();
  const put = (at: string, body: object) =>
    attempt(async () => queryClient.setQueryData(dataKey(path), await api.put<Settings>(at, body)));
  const choose = ({ name, bell, mail }: Kind, change: Partial<Kind>) =>
    put(path, { kind: name, bell, mail, ...change });
  const rhythm = (every: Settings["digest"]) => put("/notifications/digest", { every });
  return (
    <Answered query={settings} rows={5}>
      {({ address, digest, kinds }) => (
        <>
          <PlainTable
            rows={kinds}
            keyOf={({ name }) => name}
            columns={[
              {
                title: "Notice",
                head: true,
                cell: ({ title, text }) => (
                  <>
                    <b>{title}</b>
                    <br />
                    <span className="sr-muted">{text}</span>
                  </>
                ),
              },
              {
                title: "Bell",
                cell: (kind) => (
                  <Refusable refusal={kind.must && "This notice always rings, so that nobody misses it"}>
                    <Switch
                      size="small"
                      aria-label={`${kind.title}: bell`}
                      checked={kind.bell}
                      disabled={busy !== null}
                      onChange={(bell) => void choose(kind, { bell })}
                    />
                  </Refusable>
                ),
              },
              {
                title: "Email",
                cell: (kind) => (
                  <Refusable refusal={!address && "Your account has no email address"}>
                    <Switch
                      size="small"
                      aria-label={`${kind.title}: email`}
                      checked={kind.mail}
                      disabled={busy !== null}
                      onChange={(mail) => void choose(kind, { mail })}
                    />
                  </Refusable>
                ),
              },
            ]}
          />
          <div className="sr-notice-digest">
            <label htmlFor={digestId}>Unread notices as one email</label>
            <Refusable refusal={!address && "Your account has no email address"}>
              <Select
                id={digestId}
                value={digest}
                disabled={busy !== null}
                options={[...rhythms]}
                onChange={(every: Settings["digest"]) => void rhythm(every)}
              />
            </Refusable>
          </div>
          <p className="sr-muted">
            {address
              ? `Emails go to ${address}.`
              : "Your account has no email address. A system administrator can add one."}
          </p>
        </>
      )}
    </Answered>
  );
}

import { api, invalidate } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { toast, useAttempt } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import "../style.css";

export type Mailbox = Answer<"support", "/v2/support/mailbox/{id}">;
type Kept = Answer<"support", "/v2/support/mailbox/{id}/password", "post">;
const path = "/v2/support/mailbox";

/** The password of the IMAP account: it is never shown, only replaced. */
export default function MailboxPassword({ record: mailbox }: RecordPieceProps<Mailbox>) {
  const [password, setPassword] = useState("");
  const [busy, attempt] = useAttempt();
  const id = useId();
  const keep = () =>
    attempt(async () => {
      const { hasPassword } = await api.post<Kept>(`${path}/${mailbox.id}/password`, { password });
      setPassword("");
      toast.success(hasPassword ? "The password is stored, encrypted" : "The password was removed");
      await invalidate(`${path}/${mailbox.id}`);
    });
  return (
    <form
      className="sr-mail-password"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <label htmlFor={id}>IMAP password</label>
      <Input.Password
        id={id}
        value={password}
        autoComplete="off"
        placeholder={mailbox.hasPassword ? "Stored; enter a new one to replace it" : "None stored"}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button htmlType="submit" loading={busy !== null}>
        {!password && mailbox.hasPassword ? "Remove password" : "Store password"}
      </Button>
    </form>
  );
}

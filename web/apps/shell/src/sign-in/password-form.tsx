import { ApiError, api, plainErrorText } from "@staffroom/api";
import { messages } from "@staffroom/form";
import { useDialogs } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useState, type FormEvent } from "react";

const minLength = 10;
const maxLength = 128;
type Entries = { currentPassword: string; newPassword: string; again: string };
type Problems = Partial<Entries>;

/** Returns the errors of the entries, with the messages of the form rules. */
export function passwordProblems(entries: Entries, needsOld: boolean): Problems {
  const problems: Problems = {};
  if (needsOld && !entries.currentPassword) problems.currentPassword = messages.required;
  if (!entries.newPassword) problems.newPassword = messages.required;
  else if (entries.newPassword.length < minLength) problems.newPassword = messages.minLength(minLength);
  else if (entries.newPassword.length > maxLength) problems.newPassword = messages.maxLength(maxLength);
  if (!entries.again) problems.again = messages.required;
  else if (entries.again !== entries.newPassword) problems.again = messages.sameAs("New password");
  return problems;
}

/** The password form. It does not use field metadata, because passwords must not become drafts. */
export function PasswordForm({ token, onDone }: { token: string | null; onDone: () => void }) {
  const dialogs = useDialogs();
  const [entries, setEntries] = useState<Entries>({ currentPassword: "", newPassword: "", again: "" });
  const [problems, setProblems] = useState<Problems>({});
  const [notice, setNotice] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refused = passwordProblems(entries, !token);
    setProblems(refused);
    setNotice("");
    if (Object.keys(refused).length) {
      dialogs.formErrors();
      return;
    }
    setBusy(true);
    try {
      const { currentPassword, newPassword } = entries;
      await api.post("/auth/password/change", token ? { token, newPassword } : { currentPassword, newPassword });
      onDone();
    } catch (error) {
      if (error instanceof ApiError) setProblems(error.fields as Problems);
      setNotice(plainErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  const entry = (name: keyof Entries, title: string, autoComplete: string) => (
    <div className="sr-field">
      <label className="sr-field-label" htmlFor={name}>
        {title}
      </label>
      <Input.Password
        id={name}
        autoComplete={autoComplete}
        status={problems[name] ? "error" : undefined}
        value={entries[name]}
        onChange={(event) => setEntries({ ...entries, [name]: event.target.value })}
      />
      {problems[name] && (
        <span className="sr-note sr-note-bad" role="alert">
          {problems[name]}
        </span>
      )}
    </div>
  );
  return (
    <form className="sr-form" onSubmit={submit} noValidate>
      {!token && entry("currentPassword", "Present password", "current-password")}
      {entry("newPassword", "New password", "new-password")}
      {entry("again", "New password again", "new-password")}
      {notice && (
        <div className="sr-note sr-note-bad" role="alert">
          {notice}
        </div>
      )}
      <div className="sr-form-foot">
        <Button type="primary" htmlType="submit" loading={busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}

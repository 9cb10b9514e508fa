import { api, useSession } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldForm } from "@staffroom/form";
import { Panel, StatePanel, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { Logo } from "./logo";
import { PasswordForm } from "./password-form";

const forgotFields: Field[] = [
  { name: "username", title: "User name or email address", type: "text", required: true, maxLength: 254 },
];

function Card({ children, title }: { children: ReactNode; title: string }) {
  return (
    <div className="sr-card-page">
      <Panel>
        <div className="sr-sign-in-brand">
          <Logo size={26} /> Staffroom
        </div>
        <h1>{title}</h1>
        {children}
      </Panel>
    </div>
  );
}

/** Changes the user's own password, sets a new one with an emailed link's token, or requests that link. */
export default function PasswordChange() {
  usePage("Change password");
  const { user } = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [sent, setSent] = useState(false);
  const [done, setDone] = useState(false);
  const token = params.get("token");
  if (done) {
    return (
      <Card title="Password changed">
        <StatePanel
          icon="check"
          title="Your new password is valid from now on"
          compact
          actions={
            <Button type="primary" onClick={() => void navigate("/")}>
              {user ? "Go home" : "Sign in"}
            </Button>
          }
        />
      </Card>
    );
  }
  if (token || user) {
    return (
      <Card title={token ? "Choose a new password" : "Change password"}>
        <PasswordForm token={token} onDone={() => setDone(true)} />
      </Card>
    );
  }
  return (
    <Card title="Forgotten your password?">
      {sent ? (
        <StatePanel
          icon="mail"
          title="Check your mail"
          text="If we know you, a link to choose a new password is on its way. It is valid for an hour."
          compact
        />
      ) : (
        <>
          <p className="sr-muted">We send you a link to choose a new one.</p>
          <FieldForm
            fields={forgotFields}
            submitLabel="Send the link"
            onSubmit={(values) => api.post("/auth/password/forgot", values).then(() => setSent(true))}
          />
        </>
      )}
      <a href="#/login">Back to sign in</a>
    </Card>
  );
}

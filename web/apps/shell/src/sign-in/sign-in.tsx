import {
  ApiError,
  appName,
  loadPiece,
  plainErrorText,
  rememberedUsername,
  signIn,
  signInElsewhere,
  signOut,
  useApi,
  useSession,
} from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { formatCount, usePage } from "@staffroom/ui";
import { Button, Input, Modal, Spin } from "antd";
import { lazy, Suspense, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useLocation } from "react-router";
import { askedBy, type Asked } from "../security/second-factor";
import { Submit } from "../security/submit";
import { Logo } from "./logo";

const SecondStep = lazy(() => loadPiece(() => import("../security/second-step")));

/** Returns the address to open after sign-in; only addresses of this app. */
export function readDestination(search: string): string {
  const target = new URLSearchParams(search).get("redirect") ?? "/";
  return /^\/(?![/\\])/.test(target) && target !== "/login" ? target : "/";
}

const refusals = new Map([
  ["not_linked", "Your sign-in account is not linked to a Staffroom user; please ask support to link it."],
  ["inactive", "Your Staffroom account is not active; please ask support."],
  ["no_access", "You do not have access to this application."],
  ["sign_in_expired", "This sign-in took too long or began in another window; please try again."],
  ["sign_in_stopped", "You stopped the sign-in. Please try again."],
  ["unavailable", "The sign-in service is currently not available. Please try again in a minute."],
]);

/** Texts for the error codes in the address on return from Keycloak. */
function readRefusal(search: string): string {
  const code = new URLSearchParams(search).get("refused");
  return code === null ? "" : (refusals.get(code) ?? "You could not be signed in. Please try again.");
}

function problemText(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfter) {
    const minutes = Math.ceil(error.retryAfter / 60);
    const wait =
      minutes > 120 ? formatCount(Math.ceil(minutes / 60), "hour", "hours") : formatCount(minutes, "minute", "minutes");
    return `Too many tries. Please wait ${wait} and try again, or set a new password by mail.`;
  }
  return plainErrorText(error);
}

function SignInForm({ username = "" }: { username?: string }) {
  const [name, setName] = useState(username);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!name.trim() || !password) {
      setProblem("Please enter your user name and password");
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      await signIn(name.trim(), password);
    } catch (error) {
      const next = askedBy(error);
      setAsked(next);
      setProblem(next ? "" : problemText(error));
      setBusy(false);
      if (!next) box.current?.querySelector<HTMLInputElement>("#password")?.select();
    }
  };
  const back = (error?: unknown) => {
    setAsked(null);
    setPassword("");
    setProblem(error === undefined ? "" : problemText(error));
  };
  if (asked)
    return (
      <Suspense fallback={<Spin />}>
        <SecondStep asked={asked} username={name.trim()} problemOf={problemText} onBack={back} />
      </Suspense>
    );
  return (
    <form ref={box} className="sr-sign-in-form" onSubmit={submit} noValidate>
      <div>
        <label htmlFor="username">User name</label>
        <Input
          id="username"
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!username}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor="password">Password</label>
        <Input.Password
          id="password"
          size="large"
          autoComplete="current-password"
          autoFocus={!!username}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <Submit problem={problem} busy={busy}>
        Sign in
      </Submit>
    </form>
  );
}

/** The sign-in form, or a button to Keycloak if that stores the passwords. */
function SignInWay({ username, redirect, below }: { username?: string; redirect: string; below?: ReactNode }) {
  const { data } = useApi<Answer<"identity", "/auth/session">>("/auth/session", undefined, { staleTime: Infinity });
  const page = data?.signInPage;
  if (!page)
    return (
      <>
        <SignInForm username={username} />
        {below}
      </>
    );
  return (
    <Button type="primary" size="large" block onClick={() => signInElsewhere(page, redirect)}>
      Continue to sign in
    </Button>
  );
}

/** The page's texts for each application, and the link to the other. */
const apps = {
  staff: {
    whom: "The back office, for staff.",
    other: { href: "./client/", text: "Tutor, student or parent? Sign in here" },
    parts: [
      "People and courses",
      "Slips, homework and reports",
      "Invoices in step with the accounts",
      "Every document in its place",
    ],
  },
  client: {
    whom: "For tutors, students and parents.",
    other: { href: "../", text: "Do you work in the office? Sign in here" },
    parts: ["Your week at a glance", "Slips and homework", "Courses and files", "Help when you need it"],
  },
};

export function SignInPage() {
  usePage("Sign in");
  const { search } = useLocation();
  const { whom, parts, other } = apps[appName];
  const refusal = readRefusal(search);
  return (
    <div className="sr-sign-in">
      <aside className="sr-sign-in-side" aria-hidden>
        <div className="sr-sign-in-brand">
          <Logo size={34} /> Staffroom
        </div>
        <blockquote>
          Everyone who teaches, learns and pays, <em>in one room.</em>
        </blockquote>
        <ul>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </aside>
      <main className="sr-sign-in-main">
        <div className="sr-sign-in-card">
          <div className="sr-sign-in-brand sr-sign-in-brand-small">
            <Logo size={28} /> Staffroom
          </div>
          <h1>Sign in</h1>
          <p className="sr-muted">{whom}</p>
          {refusal && (
            <div className="sr-sign-in-problem" role="alert">
              {refusal}
            </div>
          )}
          <SignInWay
            redirect={readDestination(search)}
            below={
              <a className="sr-sign-in-forgot" href="#/password/change">
                Forgotten your password?
              </a>
            }
          />
          <a className="sr-sign-in-other" href={other.href}>
            {other.text}
          </a>
        </div>
      </main>
    </div>
  );
}

/** Sign-in over the current screen, which stays: waiting calls continue afterwards. */
export function SignInAgain() {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  // After a reload there is no typed username, but the account has one.
  const username = rememberedUsername() || user?.username || "";
  return (
    <Modal
      open
      // The dialog takes the focus when it opens.
      afterOpenChange={(open) => open && document.getElementById(username ? "password" : "username")?.focus()}
      title="Your session has ended"
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={400}
      footer={null}
      zIndex={1900}
    >
      <p>Sign in again to go on where you were{user ? `, ${user.firstName}` : ""}. What you typed is still here.</p>
      <SignInWay username={username} redirect={pathname + search} />
      <Button type="link" block onClick={() => void signOut()}>
        Leave instead
      </Button>
    </Modal>
  );
}

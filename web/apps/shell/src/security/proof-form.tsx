import { plainErrorText } from "@staffroom/api";
import { Button, Input } from "antd";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { passkeysWork, signWithPasskey, type Proof, type ProofAsked } from "./second-factor";
import { Submit } from "./submit";

type Way = "passkey" | "totp" | "recoveryCode" | "password";

const entries = {
  totp: {
    label: "Code from your authenticator app",
    empty: "Please enter the six digits that the app shows",
    other: "Use a code from your app",
  },
  recoveryCode: {
    label: "Recovery code",
    empty: "Please enter one of your recovery codes",
    other: "Use a recovery code",
  },
  password: { label: "Present password", empty: "Please enter your password", other: "Use your password" },
  passkey: { label: "", empty: "", other: "Use your passkey" },
} as const;

/**
 * Returns the text for a passkey that the user cancelled or the browser refused, and that of `problemOf` for another
 * error.
 */
export function passkeyProblem(error: unknown, problemOf: (error: unknown) => string): string {
  return error instanceof DOMException
    ? "The passkey was not used. Please try again, or choose another way."
    : problemOf(error);
}

type ProofFormProps = {
  asked: ProofAsked;
  yes: string;
  problemOf?: (error: unknown) => string;
  onProof: (proof: Proof) => Promise<void>;
  below?: ReactNode;
};

/**
 * Asks for proof: a passkey, a code, a recovery code or the password, whichever the user has. `onProof` rejects a wrong
 * one.
 */
export function ProofForm({ asked, yes, problemOf = plainErrorText, onProof, below }: ProofFormProps) {
  const ways = (asked.kinds as Way[]).filter((way) => way !== "passkey" || passkeysWork());
  const [way, setWay] = useState<Way>(ways[0] ?? "totp");
  const [entry, setEntry] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();
  const prove = async (proof: () => Promise<Proof>) => {
    setBusy(true);
    setProblem("");
    try {
      await onProof(await proof());
    } catch (error) {
      setProblem(passkeyProblem(error, problemOf));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (way === "passkey") void prove(async () => ({ passkey: await signWithPasskey(asked.passkey ?? {}) }));
    else if (!entry.trim()) setProblem(entries[way].empty);
    else
      void prove(async () => ({ [way === "totp" ? "code" : way]: entry })).then(() =>
        document.getElementById(id)?.focus(),
      );
  };
  const choose = (next: Way) => {
    setWay(next);
    setEntry("");
    setProblem("");
  };
  const shared = {
    id,
    size: "large" as const,
    autoFocus: true,
    value: entry,
    onChange: (event: { target: { value: string } }) => setEntry(event.target.value),
  };
  return (
    <form className="sr-sign-in-form" onSubmit={submit} noValidate>
      {way === "passkey" ? (
        <p className="sr-muted">Your browser asks for the passkey: a finger, a face, a PIN or a key.</p>
      ) : (
        <div key={way}>
          <label htmlFor={id}>{entries[way].label}</label>
          {way === "totp" && <Input {...shared} inputMode="numeric" autoComplete="one-time-code" maxLength={9} />}
          {way === "recoveryCode" && (
            <Input {...shared} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} />
          )}
          {way === "password" && <Input.Password {...shared} autoComplete="current-password" />}
        </div>
      )}
      <Submit problem={problem} busy={busy} autoFocus={way === "passkey"}>
        {way === "passkey" ? "Use passkey" : yes}
      </Submit>
      <div className="sr-other-ways">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} type="link" onClick={() => choose(other)}>
              {entries[other].other}
            </Button>
          ))}
        {below}
      </div>
    </form>
  );
}

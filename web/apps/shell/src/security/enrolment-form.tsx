import { plainErrorText } from "@staffroom/api";
import { copyText, IconButton } from "@staffroom/ui";
import { Input, Segmented } from "antd";
import { useId, useState, type FormEvent } from "react";
import { createPasskey, passkeysWork, type Enrolment, type FirstAnswer } from "./second-factor";
import { Submit } from "./submit";
import { passkeyProblem } from "./proof-form";

type Kind = "totp" | "passkey";
const names = { totp: "Authenticator app", passkey: "Passkey" };
/** Formats the secret in groups of four, for typing by hand. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

type EnrolmentFormProps = {
  enrolment: Enrolment;
  problemOf?: (error: unknown) => string;
  onAdd: (first: FirstAnswer) => Promise<void>;
};

/**
 * Adds an authenticator app (QR code, or the secret typed by hand, then one code) or a passkey. `onAdd` rejects a wrong
 * answer.
 */
export function EnrolmentForm({ enrolment, problemOf = plainErrorText, onAdd }: EnrolmentFormProps) {
  const kinds: Kind[] = enrolment.passkey && passkeysWork() ? ["totp", "passkey"] : ["totp"];
  const [kind, setKind] = useState<Kind>("totp");
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (kind === "totp" && !code.trim()) return setProblem("Please enter the six digits that the app shows");
    setBusy(true);
    setProblem("");
    try {
      const first = kind === "totp" ? { code } : { passkey: await createPasskey(enrolment.passkey ?? {}) };
      await onAdd({ name: name.trim() || names[kind], ...first });
    } catch (error) {
      setProblem(passkeyProblem(error, problemOf));
      setBusy(false);
    }
  };
  return (
    <form className="sr-sign-in-form" onSubmit={(event) => void submit(event)} noValidate>
      {kinds.length > 1 && (
        <Segmented<Kind>
          block
          value={kind}
          options={kinds.map((value) => ({ value, label: names[value] }))}
          onChange={(next) => {
            setKind(next);
            setProblem("");
          }}
        />
      )}
      {kind === "totp" ? (
        <ol className="sr-enrolment-steps">
          <li>
            Scan this picture with an authenticator app, such as Google Authenticator, Microsoft Authenticator or
            1Password.
            <img
              className="sr-enrolment-qr"
              src={enrolment.qr}
              alt="QR code for your authenticator app"
              width={176}
              height={176}
            />
            <span className="sr-enrolment-open">
              On this phone: <a href={enrolment.address}>open your app</a>
            </span>
            <span className="sr-enrolment-secret">
              Or type this key: <code>{grouped(enrolment.secret)}</code>
              <IconButton icon="copy" label="Copy the key" onClick={() => void copyText(enrolment.secret, "Copied")} />
            </span>
          </li>
          <li>
            <label htmlFor={id}>Enter the code that the app shows</label>
            <Input
              id={id}
              size="large"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={9}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </li>
        </ol>
      ) : (
        <p className="sr-muted">
          A passkey is stored on this device, your phone or a security key. You use it with a finger, your face or a
          PIN.
        </p>
      )}
      <div>
        <label htmlFor={`${id}-name`}>Name, so that you recognise it</label>
        <Input
          id={`${id}-name`}
          maxLength={60}
          placeholder={names[kind]}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Submit problem={problem} busy={busy}>
        {kind === "totp" ? "Add authenticator app" : "Add passkey"}
      </Submit>
    </form>
  );
}

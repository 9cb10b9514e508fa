import { api, invalidate, useApi, useSession } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import {
  attempt,
  Dialog,
  ErrorState,
  formatCount,
  formatDateTime,
  Icon,
  PageHeader,
  Panel,
  toast,
  useDialogs,
} from "@staffroom/ui";
import { Button, Input, Skeleton } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { isExpired, type Enrolment, type Factor, type OwnFactors, type Proof, type ProofAsked } from "./second-factor";
import { EnrolmentForm } from "./enrolment-form";
import { ProofForm } from "./proof-form";
import { RecoveryCodes } from "./recovery-codes";

const path = "/auth/second-factors";
type Added = Answer<"identity", "/auth/second-factors", "post">;
type Codes = Answer<"identity", "/auth/second-factors/recovery-codes", "post">;
/** A change that requires a proof first. */
type Wish = { kind: "add" } | { kind: "remove"; factor: Factor } | { kind: "codes" };
type Step =
  | { at: "proof"; asked: ProofAsked }
  | { at: "enrolment"; enrolment: Enrolment }
  | { at: "codes"; codes: string[] };

const titles = { add: "Add a second factor", remove: "Remove a second factor", codes: "New recovery codes" };
const yes = { add: "Go on", remove: "Remove", codes: "Make new codes" };
const askFor = () => api.post<ProofAsked>(`${path}/challenge`);

/** The steps of a change: the proof, then the new factor, then its recovery codes. */
function ChangeDialog({ wish, asked, onDone }: { wish: Wish; asked: ProofAsked; onDone: () => void }) {
  const [step, setStep] = useState<Step>({ at: "proof", asked });
  const done = (text: string) => {
    toast.success(text);
    onDone();
  };
  const prove = async (proof: Proof) => {
    const body = step.at === "proof" && step.asked.challenge ? { challenge: step.asked.challenge, ...proof } : proof;
    try {
      if (wish.kind === "remove") {
        await api.post(`${path}/${wish.factor.id}/remove`, body);
        done("The second factor was removed");
      } else if (wish.kind === "codes")
        setStep({ at: "codes", codes: (await api.post<Codes>(`${path}/recovery-codes`, body)).recoveryCodes });
      else setStep({ at: "enrolment", enrolment: await api.post<Enrolment>(`${path}/enrolment`, body) });
    } catch (error) {
      // A challenge expires after minutes: the next attempt has a new one.
      if (isExpired(error)) setStep({ at: "proof", asked: await askFor() });
      throw error;
    }
  };
  return (
    <Dialog
      open
      title={titles[wish.kind]}
      width={440}
      footer={null}
      mask={{ closable: false }}
      closable={step.at !== "codes"}
      keyboard={step.at !== "codes"}
      onCancel={onDone}
      destroyOnHidden
    >
      {step.at === "proof" && (
        <>
          <p>
            {wish.kind === "remove" ? `You no longer sign in with ${wish.factor.name}. ` : ""}
            {wish.kind === "codes" ? "The codes that you have stop working. " : ""}Please confirm first that it is you.
          </p>
          <ProofForm key={step.asked.challenge} asked={step.asked} yes={yes[wish.kind]} onProof={prove} />
        </>
      )}
      {step.at === "enrolment" && (
        <EnrolmentForm
          enrolment={step.enrolment}
          onAdd={async (first) => {
            const { recoveryCodes } = await api.post<Added>(path, { challenge: step.enrolment.challenge, ...first });
            if (recoveryCodes) setStep({ at: "codes", codes: recoveryCodes });
            else done("The second factor was added");
          }}
        />
      )}
      {step.at === "codes" && <RecoveryCodes codes={step.codes} yes="I have kept them" onDone={onDone} />}
    </Dialog>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const [name, setName] = useState<string | null>(null);
  const rename = async () => {
    if (name?.trim() && (await attempt(() => api.put(`${path}/${factor.id}`, { name })))) invalidate(path);
    setName(null);
  };
  return (
    <li>
      <Icon name={factor.kind === "passkey" ? "key" : "shield"} size={18} />
      <div>
        {name === null ? (
          <b>{factor.name}</b>
        ) : (
          <Input
            aria-label={`Name of ${factor.name}`}
            size="small"
            autoFocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => void rename()}
            onBlur={() => void rename()}
          />
        )}
        <div className="sr-muted">
          {factor.kind === "passkey" ? "Passkey" : "Authenticator app"},{" "}
          {factor.lastUsed ? `last used ${formatDateTime(factor.lastUsed)}` : "not used yet"}
        </div>
      </div>
      <span className="sr-recovery-actions">
        <Button size="small" aria-label={`Rename ${factor.name}`} onClick={() => setName(factor.name)}>
          Rename
        </Button>
        <Button size="small" danger aria-label={`Remove ${factor.name}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  );
}

/** The signed-in person's factors, with their actions. */
function SecondFactors({ own }: { own: OwnFactors }) {
  const [change, setChange] = useState<{ wish: Wish; asked: ProofAsked } | null>(null);
  const dialogs = useDialogs();
  const begin = async (wish: Wish) => {
    if (wish.kind === "remove" && own.asked && own.factors.length === 1) {
      dialogs.say(
        "info",
        "This one stays",
        "Your role asks for a second factor. Please add another one before you remove this one.",
      );
      return;
    }
    await attempt(async () => setChange({ wish, asked: await askFor() }));
  };
  const none = own.factors.length === 0;
  return (
    <>
      <p>
        {own.asked
          ? "Your role asks for a second factor when you sign in."
          : "Besides your password you show something that you have. Somebody who learns your password cannot sign in with it."}
      </p>
      {!none && (
        <ul className="sr-factors" aria-label="Second factors">
          {own.factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemove={() => void begin({ kind: "remove", factor })} />
          ))}
        </ul>
      )}
      <div className="sr-recovery-actions">
        <Button
          type={none ? "primary" : "default"}
          icon={<Icon name="plus" size={15} />}
          onClick={() => void begin({ kind: "add" })}
        >
          Add a second factor
        </Button>
        {!none && <Button onClick={() => void begin({ kind: "codes" })}>New recovery codes</Button>}
      </div>
      {!none && (
        <p className={own.recoveryCodes < 3 ? "sr-note-bad" : "sr-muted"}>
          {own.recoveryCodes === 0
            ? "You have no recovery codes left. Please make new ones."
            : `You have ${formatCount(own.recoveryCodes, "recovery code", "recovery codes")} left.`}
        </p>
      )}
      {change && (
        <ChangeDialog
          {...change}
          onDone={() => {
            setChange(null);
            invalidate(path);
          }}
        />
      )}
    </>
  );
}

function OwnSecondFactors() {
  const { data, error, refetch } = useApi<OwnFactors>(path);
  if (error)
    return <ErrorState error={error} title="Your second factors cannot be shown" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  if (data.external)
    return <p>The sign-in service of your organisation keeps your second factor. You change it there.</p>;
  return <SecondFactors own={data} />;
}

/** The password and the second factors of the signed-in person. */
export default function Security() {
  const { user } = useSession();
  const acting = !!user?.impersonatedBy;
  return (
    <div className="sr-security">
      <PageHeader
        title="Sign-in and security"
        subtitle={acting ? `You act as ${user.firstName}. Their sign-in is theirs alone.` : undefined}
      />
      {!acting && (
        <Panel title="Second factor">
          <OwnSecondFactors />
        </Panel>
      )}
      {!acting && (
        <Panel title="Password">
          <p>A new password ends your other sessions.</p>
          <Link to="/password/change">Change password</Link>
        </Panel>
      )}
    </div>
  );
}

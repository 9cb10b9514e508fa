import { StatePanel } from "@staffroom/ui";
import { Button, Spin } from "antd";
import { useEffect, useState } from "react";
import {
  enrolAtSignIn,
  enrolmentOf,
  isExpired,
  proveSignIn,
  type Asked,
  type Enrolment,
  type FirstAnswer,
} from "./second-factor";
import { EnrolmentForm } from "./enrolment-form";
import { ProofForm } from "./proof-form";
import { RecoveryCodes } from "./recovery-codes";

type Props = {
  asked: Asked;
  username: string;
  problemOf: (error: unknown) => string;
  /** Called to return to the password, with the error that causes it. */
  onBack: (error?: unknown) => void;
};

/** The step after the password: the second factor, or adding one if the role requires it. */
export default function SecondStep({ asked, ...props }: Props) {
  return asked.step === "prove" ? (
    <Prove asked={asked} {...props} />
  ) : (
    <FirstFactor challenge={asked.challenge} {...props} />
  );
}

function Prove({ asked, username, problemOf, onBack }: Props & { asked: Extract<Asked, { step: "prove" }> }) {
  return (
    <ProofForm
      asked={asked}
      yes="Sign in"
      problemOf={problemOf}
      onProof={(proof) =>
        proveSignIn(username, asked.challenge ?? "", proof).catch((error: unknown) => {
          if (!isExpired(error)) throw error;
          onBack(error);
        })
      }
      below={
        <Button type="link" onClick={() => onBack()}>
          Back
        </Button>
      }
    />
  );
}

function FirstFactor({ challenge, username, problemOf, onBack }: Omit<Props, "asked"> & { challenge: string }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [added, setAdded] = useState<{ codes: string[]; enter: () => void } | null>(null);
  useEffect(() => {
    let gone = false;
    enrolmentOf(challenge).then(
      (answer) => gone || setEnrolment(answer),
      (error: unknown) => gone || onBack(error),
    );
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `onBack` reads nothing else
  }, [challenge]);
  const add = async (first: FirstAnswer) => {
    try {
      setAdded(await enrolAtSignIn(username, challenge, first));
    } catch (error) {
      if (!isExpired(error)) throw error;
      onBack(error);
    }
  };
  if (added)
    return (
      <>
        <StatePanel icon="check" title="Your second factor was added" compact />
        <RecoveryCodes codes={added.codes} yes="Go on" onDone={added.enter} />
      </>
    );
  if (!enrolment) return <Spin />;
  return (
    <>
      <p className="sr-muted">Your role asks for a second factor beside the password. It takes a minute, once.</p>
      <EnrolmentForm enrolment={enrolment} problemOf={problemOf} onAdd={add} />
      <Button type="link" block onClick={() => onBack()}>
        Back
      </Button>
    </>
  );
}

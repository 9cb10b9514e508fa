import { api, queryClient, refresh, useApi } from "@staffroom/api";
import { Refusable, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { FullScreen } from "../parts/full-screen";
import { acceptTerms } from "./answering";
import { ReadTerms } from "./read-terms";
import "./style.css";
import { Reject } from "./tuition";
import type { How, ShownTerms } from "./types";

const nothing = () => undefined;
/** Number of checks, and milliseconds between them, for whether the session is a tutor's again. */
const tries = 20;
const pause = 300;

/** Waits until the tutor's session has its rights: identity receives the answer shortly afterwards. */
async function untilLetIn(): Promise<void> {
  for (let count = 0; count < tries; count += 1) {
    await refresh();
    try {
      return await api.get("/my/offers/columns");
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** The terms that the tutor rejected: they cover everything until they are accepted (teaching.md 6). */
export default function TermsGate() {
  const query = useApi<ShownTerms[]>("/my/terms");
  const first = query.data?.[0];
  return first ? <Gate key={first.id} terms={first} onAccepted={() => void query.refetch()} /> : null;
}

function Gate({ terms, onAccepted }: { terms: ShownTerms; onAccepted: () => void }) {
  const [how, setHow] = useState<How | null>(null);
  const [busy, attempt] = useAttempt();
  const accept = () =>
    attempt(async () => {
      await acceptTerms(terms.id, how);
      await untilLetIn();
      await queryClient.resetQueries();
      toast.success(`${terms.title} accepted`);
      onAccepted();
    });
  return (
    <FullScreen label="Terms and conditions" onClose={nothing}>
      <div className="tea-form">
        <div className="tea-head">
          <h1>Terms and conditions</h1>
        </div>
        <div className="tea-body">
          <p>You did not accept these terms before. Please read and accept them to go on.</p>
          <ReadTerms terms={terms} how={how} onRead={setHow} />
        </div>
        <div className="tea-foot">
          <Reject terms={terms.id} how={how} />
          <span className="sr-spacer" />
          <Refusable refusal={how === null && "Please read the terms to the end, or confirm that you have read them"}>
            <Button type="primary" loading={busy !== null} onClick={() => void accept()}>
              Accept terms
            </Button>
          </Refusable>
        </div>
      </div>
    </FullScreen>
  );
}

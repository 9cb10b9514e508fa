import { useRecord } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, Dialog, IconButton, Refusable, toast, useAttempt, useGone, usePage } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { Part } from "../parts/part";
import { FullScreen } from "../parts/full-screen";
import { useClose } from "../parts/use-close";
import { acceptTerms, answerOffer, offersChanged, rejectTerms } from "./answering";
import { OfferFacts } from "./offer-facts";
import { ReadTerms } from "./read-terms";
import "./style.css";
import type { How, Offer } from "./types";

const longest = 500;

/** The screen `/tuition/{id}`: an offer of tuition with its terms, accepted or declined (teaching.md 2). */
export default function Tuition() {
  const { id = "" } = useParams();
  const close = useClose("/offers");
  const query = useRecord<Offer>(`/offers/${id}`);
  useGone(query, "The offer", close);
  usePage("Offer of tuition");
  return (
    <FullScreen label="Offer of tuition" onClose={close} onEscape={close} isEmpty={!query.data}>
      <Answered query={query} rows={8}>
        {(offer) => (
          <Body
            key={offer.id}
            offer={offer}
            onClose={close}
            reload={() => {
              void query.refetch();
              offersChanged();
            }}
          />
        )}
      </Answered>
    </FullScreen>
  );
}

function Body({ offer, onClose, reload }: { offer: Offer; onClose: () => void; reload: () => void }) {
  const [how, setHow] = useState<How | null>(null);
  const [declining, setDeclining] = useState(false);
  const [busy, attempt] = useAttempt();
  const { terms, course, status } = offer;
  const needsTerms = !!terms && !terms.accepted;
  const isOpen = status === "offered";
  const accept = () =>
    attempt(async () => {
      if (needsTerms) await acceptTerms(terms.id, how);
      await answerOffer(offer, "accepted");
      toast.success(`${course.title} accepted`);
      onClose();
    }, "accept").finally(reload);
  return (
    <div className="tea-form">
      <div className="tea-head">
        <h1>{course.title}</h1>
        <ChoiceTag of="/my/offers/columns" name="status" value={status} />
        <span className="sr-spacer" />
        <IconButton label="Close" icon="close" size={16} onClick={onClose} />
      </div>
      <div className="tea-body">
        <Part title="The offer">
          <OfferFacts offer={offer} />
        </Part>
        {terms && <ReadTerms terms={terms} how={how} onRead={setHow} />}
      </div>
      <div className="tea-foot">
        {isOpen && needsTerms && <Reject terms={terms.id} how={how} />}
        <span className="sr-spacer" />
        {isOpen && (
          <Button danger onClick={() => setDeclining(true)}>
            Decline
          </Button>
        )}
        {isOpen && (
          <Refusable
            refusal={
              needsTerms &&
              how === null &&
              `Please read and accept the academic year terms and conditions for ${terms.department} before accepting this offer of tuition`
            }
          >
            <Button type="primary" loading={busy === "accept"} onClick={() => void accept()}>
              {needsTerms ? "Accept terms and offer" : "Accept offer"}
            </Button>
          </Refusable>
        )}
        {!isOpen && <Button onClick={onClose}>Close</Button>}
      </div>
      {declining && (
        <Decline
          offer={offer}
          onClose={() => setDeclining(false)}
          onDone={() => {
            reload();
            onClose();
          }}
        />
      )}
    </div>
  );
}

function Decline({ offer, onClose, onDone }: { offer: Offer; onClose: () => void; onDone: () => void }) {
  const [reason, setReason] = useState("");
  const [busy, attempt] = useAttempt();
  const decline = () =>
    attempt(async () => {
      await answerOffer(offer, "declined", reason.trim());
      toast.success(`${offer.course.title} declined`);
      onDone();
    });
  return (
    <Dialog
      open
      title={`Decline ${offer.course.title}?`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Refusable refusal={!reason.trim() && "Please give a reason"}>
            <Button type="primary" danger loading={busy !== null} onClick={() => void decline()}>
              Decline offer
            </Button>
          </Refusable>
        </>
      }
    >
      <label htmlFor="decline-reason">Reason</label>
      <Input.TextArea
        id="decline-reason"
        rows={4}
        maxLength={longest}
        showCount
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}

/** Rejects the terms, after a question, because it signs the tutor out. */
export function Reject({ terms, how }: { terms: number; how: How | null }) {
  const [asking, setAsking] = useState(false);
  const [busy, attempt] = useAttempt();
  return (
    <>
      <Button type="text" danger onClick={() => setAsking(true)}>
        I do not accept the terms
      </Button>
      {asking && (
        <Dialog
          open
          title="Reject the terms and conditions?"
          onCancel={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Go back</Button>
              <Button
                type="primary"
                danger
                loading={busy !== null}
                onClick={() => void attempt(() => rejectTerms(terms, how))}
              >
                Reject terms
              </Button>
            </>
          }
        >
          <p>You are signed out, and have no access until you accept them.</p>
        </Dialog>
      )}
    </>
  );
}

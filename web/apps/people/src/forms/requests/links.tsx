import { api, invalidate } from "@staffroom/api";
import { FieldInput } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { copyText, Dialog, Icon, Refusable, useAttempt } from "@staffroom/ui";
import { Button, Input, InputNumber } from "antd";
import { useId, useState } from "react";
import { ByName } from "../filling/begin";
import type { FormRecord } from "../types";

/** The links for people without an account to fill in a form. */
export function LinksOfForm({ form }: { form: FormRecord }) {
  const [open, setOpen] = useState(false);
  const isOutside = Array.isArray(form.audience) && (form.audience as string[]).includes("outside");
  const refusal =
    form.status !== "published"
      ? "Publish the form first"
      : !isOutside
        ? "Add “People outside, by a link” to who fills the form in, under Details"
        : null;
  return (
    <>
      <ListScreen
        path="/form/links"
        fixed={{ formId: String(form.id) }}
        embedded={{ inAddress: true }}
        emptyText="A link lets somebody without an account fill in the form, so many times and until a day."
        actions={
          <Refusable refusal={refusal}>
            <Button type="primary" icon={<Icon name="share" size={15} />} onClick={() => setOpen(true)}>
              New link
            </Button>
          </Refusable>
        }
      />
      {open && <LinkDialog form={form} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ form, onClose }: { form: FormRecord; onClose: () => void }) {
  const id = useId();
  const [purpose, setPurpose] = useState("");
  const [expires, setExpires] = useState<unknown>("");
  const [about, setAbout] = useState<{ kind: string; id: number } | null>(null);
  const [usesMost, setUsesMost] = useState(1);
  const [address, setAddress] = useState<string | null>(null);
  const [busy, attempt] = useAttempt();
  const make = () =>
    attempt(async () => {
      // The server must not store the response with the secret: there is no Idempotency-Key.
      const link = await api.post<{ address: string }>(`/form/${form.id}/links`, {
        purpose: purpose.trim(),
        expires,
        usesMost,
        ...(about ? { kind: about.kind, personId: about.id } : {}),
      });
      setAddress(new URL(link.address, window.location.href).href);
      await invalidate("/form/links");
    });
  const missing =
    purpose.trim().length < 3 ? "Say what the link is for" : !expires ? "Enter until when it can be used" : null;
  return (
    <Dialog
      open
      title="New link for people without an account"
      onCancel={onClose}
      footer={
        address ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Go back</Button>
            <Refusable refusal={missing}>
              <Button type="primary" loading={busy !== null} onClick={() => void make()}>
                Create link
              </Button>
            </Refusable>
          </>
        )
      }
    >
      {address ? (
        <div className="forms-prop">
          <label className="forms-prop-label" htmlFor={`${id}-address`}>
            Address of the form
          </label>
          <div className="forms-address">
            <Input id={`${id}-address`} readOnly value={address} onFocus={({ target }) => target.select()} />
            <Button icon={<Icon name="copy" size={15} />} onClick={() => void copyText(address, "Link copied")}>
              Copy link
            </Button>
          </div>
          <div className="sr-help">
            It is shown only now. Whoever has it can fill in the form; revoke it in the list when it is no longer
            needed.
          </div>
        </div>
      ) : (
        <>
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-purpose`}>
              Purpose
            </label>
            <Input
              id={`${id}-purpose`}
              value={purpose}
              maxLength={300}
              placeholder="Reference for Ada Byron"
              onChange={({ target }) => setPurpose(target.value)}
            />
            <div className="sr-help">Shown above the form.</div>
          </div>
          {form.about !== "none" && (
            <div className="forms-prop">
              <p className="sr-help">Whom is the form about?</p>
              <ByName onChosen={setAbout} />
            </div>
          )}
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-expires`}>
              Usable until
            </label>
            <FieldInput
              id={`${id}-expires`}
              field={{ name: "expires", title: "Usable until", type: "datetime", required: true, time: "23:59" }}
              value={expires}
              onChange={setExpires}
            />
            <div className="sr-help">At most a year from now.</div>
          </div>
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-uses`}>
              How many entries
            </label>
            <InputNumber
              id={`${id}-uses`}
              min={1}
              max={10_000}
              value={usesMost}
              onChange={(next) => setUsesMost(next ?? 1)}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}

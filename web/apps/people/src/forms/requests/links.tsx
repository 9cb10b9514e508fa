import { api, invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { Labelled, LabelledInput } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { ActionButton, Dialog, DialogButton } from "@staffroom/ui";
import { Button, Input, InputNumber } from "antd";
import { useId, useState } from "react";
import { CopyField } from "../../copy-field";
import { ByName } from "../filling/begin";
import type { FormRecord } from "../types";

const expiresField: Field = {
  name: "expires",
  title: "Usable until",
  type: "datetime",
  required: true,
  time: "23:59",
  help: "At most a year from now.",
};

/** Returns why no link can be made now, or null. */
function refusalOf({ status, audience }: FormRecord): string | null {
  if (status !== "published") return "Publish the form first";
  return audience.includes("outside")
    ? null
    : "Add “People outside, by a link” to who fills the form in, under Details";
}

/** The links for people without an account to fill in a form. */
export const LinksOfForm = ({ form }: { form: FormRecord }) => (
  <ListScreen
    path="/form/links"
    fixed={{ formId: String(form.id) }}
    embedded={{ inAddress: true }}
    emptyText="A link lets somebody without an account fill in the form, a limited number of times and until a given day."
    actions={
      <DialogButton primary label="New link" icon="share" refusal={refusalOf(form)}>
        {(close) => <LinkDialog form={form} onClose={close} />}
      </DialogButton>
    }
  />
);

function LinkDialog({ form, onClose }: { form: FormRecord; onClose: () => void }) {
  const id = useId();
  const [purpose, setPurpose] = useState("");
  const [expires, setExpires] = useState<unknown>("");
  const [about, setAbout] = useState<{ kind: string; id: number } | null>(null);
  const [usesMost, setUsesMost] = useState(1);
  const [address, setAddress] = useState<string | null>(null);
  const make = async () => {
    // The server must not store the response with the secret: there is no Idempotency-Key.
    const link = await api.post<{ address: string }>(`/form/${form.id}/links`, {
      purpose: purpose.trim(),
      expires,
      usesMost,
      ...(about ? { kind: about.kind, personId: about.id } : {}),
    });
    setAddress(new URL(link.address, window.location.href).href);
    await invalidate("/form/links");
  };
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
            <ActionButton type="primary" refusal={missing} run={make}>
              Create link
            </ActionButton>
          </>
        )
      }
    >
      {address ? (
        <Labelled
          id={`${id}-address`}
          label="Address of the form"
          help="It is shown only now. Whoever has it can fill in the form; revoke it in the list when it is no longer needed."
        >
          <CopyField id={`${id}-address`} value={address} copy="Copy link" notice="Link copied" />
        </Labelled>
      ) : (
        <>
          <Labelled id={`${id}-purpose`} label="Purpose" help="Shown above the form.">
            <Input
              id={`${id}-purpose`}
              value={purpose}
              maxLength={300}
              placeholder="Reference for Ada Byron"
              onChange={({ target }) => setPurpose(target.value)}
            />
          </Labelled>
          {form.about !== "none" && (
            <div className="sr-labelled">
              <p className="sr-help">Whom is the form about?</p>
              <ByName onChosen={setAbout} />
            </div>
          )}
          <LabelledInput field={expiresField} value={expires} onChange={setExpires} />
          <Labelled id={`${id}-uses`} label="How many entries">
            <InputNumber
              id={`${id}-uses`}
              min={1}
              max={10_000}
              value={usesMost}
              onChange={(next) => setUsesMost(next ?? 1)}
            />
          </Labelled>
        </>
      )}
    </Dialog>
  );
}

import { api, seldomChanged, useApi } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FormField, FormFoot, useForm } from "@staffroom/form";
import { Icon, IconButton, plainText, Refusable, RichTextView } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import type { TextItem } from "../../types";
import { useDirty, useEditing, useRemoval } from "../context";
import { useFormKeys } from "../form-keys";
import { oneAtATime, SamplesMenu } from "./samples";

type Place = "header" | "footer";

const field: Field = { name: "description", title: "Text", type: "richtext", required: true };
const fields = [field];

function TextForm({ place, text, onClose }: { place: Place; text: TextItem | null; onClose: () => void }) {
  const { invoice, reload } = useEditing();
  const [initial] = useState({ description: text?.description ?? "" });
  const form = useForm({
    fields,
    initial,
    label: `${place === "header" ? "Header" : "Footer"} item`,
    onSubmit: async ({ description }, key, overwritten) => {
      if (text)
        await api.put(`/invoice/footerHeader/${text.id}`, {
          field: "description",
          newValue: description,
          oldValue: overwritten.description ?? initial.description,
        });
      else
        await api.post(
          `/invoice/${invoice.id}/footerHeader/${place}`,
          { tag: "custom", description },
          { idempotencyKey: key },
        );
      await reload();
      onClose();
    },
  });
  const { setBox } = form;
  useDirty(form.dirty);
  const { cancel, onKeyDown } = useFormKeys({ form, close: onClose });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter saves and Esc leaves, wherever one is
    <section
      className="fin-text-form"
      ref={setBox}
      aria-label={`${place === "header" ? "Header" : "Footer"} item`}
      onKeyDown={onKeyDown}
    >
      <FormField form={form} field={field} autoFocus />
      <FormFoot
        form={form}
        submitLabel="Save"
        keys="Ctrl+Enter"
        className="fin-line-foot"
        onCancel={() => void cancel()}
        onSubmit={() => void form.submit()}
      >
        <span className="sr-spacer" />
      </FormFoot>
    </section>
  );
}

/** The texts above or below the items. */
export function Texts({ place }: { place: Place }) {
  const { invoice, refusal: readOnly, act } = useEditing();
  const refusal = readOnly ?? invoice.issued?.text;
  const removePart = useRemoval();
  const [form, setForm] = useState<{ text: TextItem | null } | null>(null);
  const samples = useApi<Answer<"finance", "/invoice/footerHeader/{place}/samples">>(
    `/invoice/footerHeader/${place}/samples`,
    undefined,
    { enabled: !refusal, staleTime: seldomChanged },
  );
  const busy = form ? oneAtATime : undefined;
  const texts = place === "header" ? invoice.headerItems : invoice.footerItems;

  const add = (description: string) =>
    act(() => api.post(`/invoice/${invoice.id}/footerHeader/${place}`, { tag: "sample", description }), "Item added");
  const remove = ({ id, description }: TextItem) =>
    removePart({
      noun: "Item",
      name: plainText(description),
      path: `/invoice/footerHeader/${id}`,
      addTo: `footerHeader/${place}`,
    });

  return (
    <>
      <ul className="fin-texts">
        {texts.map((text, index) => (
          <li key={text.id}>
            {form?.text?.id === text.id ? (
              <TextForm place={place} text={text} onClose={() => setForm(null)} />
            ) : (
              <>
                <RichTextView html={text.description} />
                {!refusal && (
                  <span className="fin-tools">
                    <IconButton
                      label={`Edit ${place} item ${index + 1}`}
                      refusal={busy}
                      icon="pencil"
                      size={14}
                      onClick={() => setForm({ text })}
                    />
                    <IconButton
                      label={`Delete ${place} item ${index + 1}`}
                      icon="trash"
                      size={14}
                      onClick={() => remove(text)}
                    />
                  </span>
                )}
              </>
            )}
          </li>
        ))}
        {!texts.length && !form && (
          <li className="fin-none">
            {place === "header" ? "There are no texts above the items." : "There are no texts below the items."}
          </li>
        )}
        {form && !form.text && (
          <li>
            <TextForm place={place} text={null} onClose={() => setForm(null)} />
          </li>
        )}
      </ul>
      {!refusal && (
        <div className="fin-add">
          <Refusable refusal={busy}>
            <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setForm({ text: null })}>
              Add {place} item
            </Button>
          </Refusable>
          <SamplesMenu samples={samples.data} refusal={busy} onChosen={({ description }) => void add(description)} />
        </div>
      )}
    </>
  );
}

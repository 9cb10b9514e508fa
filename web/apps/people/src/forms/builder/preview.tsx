import { Panel, RichTextView, toast } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { evaluate, problemsOf } from "../answers";
import { FormFields, type Filling } from "../filling/form-fields";
import type { Answers, Definition, Signature } from "../types";
import { pageOf } from "./model";

type Width = "desk" | "phone";
type Props = { title: string; definition: Definition; chosen: string; onChoose: (id: string) => void };

/** A preview of the selected field's page, on a desktop or phone. It can be filled in, but saves nothing. */
export function Preview({ title, definition, chosen, onChoose }: Props) {
  const [answers, setAnswers] = useState<Answers>({});
  const [signatures, setSignatures] = useState<Record<string, Signature>>({});
  const [width, setWidth] = useState<Width>("desk");
  const [isStaff, setStaff] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const evaluated = useMemo(() => evaluate(definition, answers, isStaff), [definition, answers, isStaff]);
  const page = definition.pages[pageOf(definition, chosen)];
  const problems = isChecked ? problemsOf(definition, answers, isStaff, signatures) : {};
  const filling: Filling = {
    answers,
    evaluated,
    problems,
    signatures,
    change: (id, value) => setAnswers((now) => ({ ...now, [id]: value })),
    leave: () => undefined,
    refusalToSign: () => null,
    sign: async (field, name, drawing) => setSignatures((now) => ({ ...now, [field.id]: { name, drawing } })),
  };
  const isHidden = page && !evaluated.pages.includes(page);
  return (
    <section className="forms-preview" aria-label="Preview">
      <header>
        <Segmented<Width>
          aria-label="Width of the preview"
          value={width}
          onChange={setWidth}
          options={[
            { value: "desk", label: "Desk" },
            { value: "phone", label: "Phone" },
          ]}
        />
        <Segmented
          aria-label="Seen by"
          value={isStaff ? "staff" : "others"}
          onChange={(next) => setStaff(next === "staff")}
          options={[
            { value: "staff", label: "Staff" },
            { value: "others", label: "Others" },
          ]}
        />
        <Button
          size="small"
          onClick={() => {
            setChecked(true);
            toast.success("The preview shows what is missing");
          }}
        >
          Check
        </Button>
        <Button
          size="small"
          onClick={() => {
            setAnswers({});
            setSignatures({});
            setChecked(false);
          }}
        >
          Clear
        </Button>
      </header>
      <div className="forms-preview-page" data-width={width}>
        {page && (
          <Panel>
            <h2 className="forms-page-title">{page.title || title}</h2>
            {isHidden && <p className="sr-muted">This page is hidden with these answers.</p>}
            {page.help && <RichTextView html={page.help} />}
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- focusing a control selects its
                field; the outline has buttons for it */}
            <div
              onFocusCapture={({ target }) => {
                const id = target.closest("[data-field]")?.getAttribute("data-field")?.split(".").at(-1);
                if (id && id !== chosen) onChoose(id);
              }}
            >
              <FormFields fields={page.fields} filling={filling} />
            </div>
            {!page.fields.length && <p className="sr-muted">Add the first field of this page.</p>}
          </Panel>
        )}
      </div>
    </section>
  );
}

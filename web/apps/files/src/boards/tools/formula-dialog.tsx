import { Dialog } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { formulaHtml, formulaPicture, sizeOfFormula } from "../canvas/formula";
import type { Stage } from "../canvas/stage";

const longest = 2000;
const samples: readonly [name: string, latex: string][] = [
  ["Fraction", "\\frac{a}{b}"],
  ["Root", "\\sqrt{x}"],
  ["Power", "x^{2}"],
  ["Index", "x_{1}"],
  ["Sum", "\\sum_{i=1}^{n} i"],
  ["Integral", "\\int_{0}^{1} x\\,dx"],
  ["Vector", "\\vec{v}"],
  ["Matrix", "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}"],
];

/** The dialog for a new or existing formula: LaTeX with a preview. */
export function FormulaDialog({ stage }: { stage: Stage }) {
  const asked = stage.formula.use();
  return asked && <Form key={asked.id ?? ""} stage={stage} id={asked.id} />;
}

function Form({ stage, id }: { stage: Stage; id: string | null }) {
  const element = id ? stage.document.elements.get(id) : undefined;
  const old = element?.k === "formula" ? element : null;
  const [latex, setLatex] = useState(old?.t ?? "");
  const [problem, setProblem] = useState("");
  const preview = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let left = false;
    const show = (html: string, text: string) => {
      if (left) return;
      if (preview.current && !text) preview.current.innerHTML = html;
      setProblem(text);
    };
    if (!latex.trim()) show("", "");
    else
      formulaHtml(latex).then(
        (html) => show(html, ""),
        (error: unknown) =>
          show(
            "",
            error instanceof Error ? error.message.replace(/^KaTeX parse error: /, "") : "The formula did not load",
          ),
      );
    return () => {
      left = true;
    };
  }, [latex]);
  const close = () => stage.formula.set(null);
  const keep = async () => {
    const text = latex.trim();
    if (!text || problem) return;
    const style = stage.style.get();
    const picture = await formulaPicture(text, old?.c ?? style.c);
    const { width, height } = sizeOfFormula(picture, old?.s ?? style.s);
    if (old && id)
      stage.document.change(() => stage.document.set(id, { ...old, t: text, x2: old.x + width, y2: old.y + height }));
    else {
      const { x, y } = stage.view.get();
      const place = { x: x - width / 2, y: y - height / 2, x2: x + width / 2, y2: y + height / 2 };
      const added = stage.document.add({
        k: "formula",
        ...stage.placeOfNew(),
        c: style.c,
        w: 1,
        t: text,
        s: style.s,
        ...place,
      });
      stage.tool.set("select");
      stage.selection.set([added]);
    }
    close();
  };
  return (
    <Dialog
      open
      title={old ? "Change formula" : "New formula"}
      okText={old ? "Save formula" : "Add formula"}
      okButtonProps={{ disabled: !latex.trim() || !!problem }}
      onOk={() => void keep()}
      onCancel={close}
    >
      <div className="brd-formula">
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 2, maxRows: 6 }}
          aria-label="LaTeX"
          placeholder="LaTeX, for example: E = mc^2"
          maxLength={longest}
          value={latex}
          onChange={({ target }) => setLatex(target.value)}
          onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && void keep()}
        />
        <div className="brd-samples" role="group" aria-label="Insert">
          {samples.map(([name, text]) => (
            <Button
              key={name}
              size="small"
              onClick={() => setLatex(`${latex}${latex && !latex.endsWith(" ") ? " " : ""}${text}`)}
            >
              {name}
            </Button>
          ))}
        </div>
        <div
          ref={preview}
          className="brd-preview"
          role="img"
          aria-label={latex.trim() ? `Preview of ${latex.trim()}` : "Preview"}
        />
        <p className="brd-problem" role="alert">
          {problem}
        </p>
      </div>
    </Dialog>
  );
}

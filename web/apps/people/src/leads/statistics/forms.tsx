import type { RecordPieceProps } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { Panel, toast } from "@staffroom/ui";
import { Button } from "antd";
import "./style.css";

type Form = { kind: string | null; embedded: string; wordingId: number | null; wordingText: string };
type Kind = { value: string | number; label: string };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Returns the HTML with which a provider's website sends an enquiry to a form; its signature replaces the page's
 * timestamp.
 */
export const snippetOf = (address: string, form: Form, kinds: readonly Kind[]) => {
  const choices = kinds
    .map(({ value, label }) => `<option value="${escaped(String(value))}">${escaped(label)}</option>`)
    .join("");
  return `<form method="post" action="${address}?origin=Website&amp;campaign=Homepage">
  <label>First name <input name="firstName" autocomplete="given-name" required></label>
  <label>Last name <input name="lastName" autocomplete="family-name" required></label>
  <label>Email <input name="email" type="email" autocomplete="email" required></label>
  <label>Phone <input name="phone" type="tel" autocomplete="tel"></label>
${
  form.kind
    ? ""
    : `  <label>Kind of tuition <select name="kind"><option></option>${choices}</select></label>
`
}  <label>Message <textarea name="words"></textarea></label>
  <label><input type="checkbox" name="consent" value="yes" required> ${escaped(form.wordingText)}</label>
  <input type="hidden" name="wording" value="${form.wordingId ?? ""}">
  <input type="hidden" name="embedded" value="${escaped(form.embedded)}">
  <input name="website" tabindex="-1" autocomplete="off" style="position:absolute;left:-99rem" aria-hidden="true">
  <button type="submit">Send enquiry</button>
</form>`;
};

/** The address of a public enquiry form, and the HTML for a website. */
export default function PublicForm({ record }: RecordPieceProps) {
  const address = `${window.location.origin}/api/v1/public/enquiry/${String(record.slug)}`;
  const kinds = (useFields("/leads/forms")
    .data?.sections.flatMap(({ fields }) => fields)
    .find(({ name }) => name === "kind")?.options ?? []) as readonly Kind[];
  const snippet = snippetOf(address, record as unknown as Form, kinds);
  const copy = () => void navigator.clipboard.writeText(snippet).then(() => toast.success("HTML copied"));
  return (
    <Panel
      title="On your website"
      extra={
        <Button size="small" onClick={copy}>
          Copy HTML
        </Button>
      }
    >
      <p>Copy the lines again after a change of the wording of consent: they name its version.</p>
      <p>
        Link to{" "}
        <a href={`${address}?origin=Website`} target="_blank" rel="noreferrer">
          the form
        </a>
        , or embed these lines. Origin, campaign and referrer come from the address.
      </p>
      <pre className="lead-snippet">{snippet}</pre>
    </Panel>
  );
}

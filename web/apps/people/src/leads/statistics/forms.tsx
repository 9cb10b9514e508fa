import type { RecordPieceProps } from "@staffroom/contract";
import { Panel, toast } from "@staffroom/ui";
import { Button } from "antd";
import "./style.css";

/** The HTML that a website of the provider shows to send an enquiry to a form. */
export const snippetOf = (address: string) => `<form method="post" action="${address}?origin=Website&campaign=Homepage">
  <label>First name <input name="firstName" required></label>
  <label>Last name <input name="lastName" required></label>
  <label>Email <input name="email" type="email" required></label>
  <label>Message <textarea name="words"></textarea></label>
  <label><input type="checkbox" name="consent" value="yes" required> You may keep this and contact me about it.</label>
  <input name="website" tabindex="-1" autocomplete="off" style="position:absolute;left:-99rem" aria-hidden="true">
  <button type="submit">Send enquiry</button>
</form>`;

/** The address of a public enquiry form, and what a website embeds. */
export default function PublicForm({ record }: RecordPieceProps) {
  const address = `${window.location.origin}/api/v1/public/enquiry/${String(record.slug)}`;
  const snippet = snippetOf(address);
  const copy = () => void navigator.clipboard.writeText(snippet).then(() => toast.success("HTML copied"));
  return (
    <Panel title="On your website" extra={<Button size="small" onClick={copy}>Copy HTML</Button>}>
      <p>Link to <a href={`${address}?origin=Website`} target="_blank" rel="noreferrer">the form</a>, or embed these lines. Origin, campaign and referrer come from the address.</p>
      <pre className="lead-snippet">{snippet}</pre>
    </Panel>
  );
}

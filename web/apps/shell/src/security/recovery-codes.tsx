import { saveAs } from "@staffroom/api";
import { copyText, Icon } from "@staffroom/ui";
import { Button } from "antd";

/** Recovery codes, shown only once: to copy, print or save as a file. */
export function RecoveryCodes({ codes, yes, onDone }: { codes: string[]; yes: string; onDone: () => void }) {
  const text = codes.join("\n");
  const keep = () =>
    saveAs(
      new Blob([`Staffroom, recovery codes. Each works once.\n\n${text}\n`], { type: "text/plain" }),
      "staffroom-recovery-codes.txt",
    );
  return (
    <div className="sr-recovery">
      <p>
        With one of these codes you sign in when you do not have your second factor. Each works once. Please keep them
        in a safe place: they are not shown again.
      </p>
      <ol aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="sr-recovery-actions">
        <Button icon={<Icon name="copy" size={15} />} onClick={() => void copyText(text, "Recovery codes copied")}>
          Copy
        </Button>
        <Button icon={<Icon name="download" size={15} />} onClick={keep}>
          Download
        </Button>
        <Button icon={<Icon name="file" size={15} />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button type="primary" size="large" block onClick={onDone}>
        {yes}
      </Button>
    </div>
  );
}

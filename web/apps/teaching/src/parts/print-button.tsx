import type { Choice } from "@staffroom/contract";
import { Icon, useAttempt } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { startLater } from "./start-later";

const formats = [
  { key: "pdf", label: "One PDF" },
  { key: "zip", label: "ZIP with a PDF of each" },
];

/** Prints selected reports in `list`: one PDF with all of them, or a ZIP; a toast has the file when it is ready. */
export function PrintButton({ list, choice }: { list: "/reports" | "/collectionreports"; choice: Choice }) {
  const [busy, attempt] = useAttempt();
  const print = (format: string) =>
    attempt(() => startLater(`${list}/print`, { ...choice, format }, "Print", "The reports are being printed."));
  return (
    <Dropdown trigger={["click"]} menu={{ items: formats, onClick: ({ key }) => void print(key) }}>
      <Button size="small" loading={busy !== null} icon={<Icon name="file-text" size={14} />}>
        Print
      </Button>
    </Dropdown>
  );
}

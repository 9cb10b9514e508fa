import { api } from "@staffroom/api";
import type { Choice, Shape } from "@staffroom/contract";
import { tellLater } from "@staffroom/list";
import { Icon, toast, useAttempt } from "@staffroom/ui";
import { Button, Dropdown } from "antd";

const formats = [
  { key: "pdf", label: "One PDF" },
  { key: "zip", label: "ZIP with a PDF of each" },
];

/** Prints selected entries of a list: one PDF with all of them, or a ZIP; a toast has the file when it is ready. */
export function PrintEntries({ path, choice }: { path: `/form/${string}`; choice: Choice }) {
  const [busy, attempt] = useAttempt();
  const print = (format: string) =>
    attempt(async () => {
      const { id } = await api.post<Shape<"people", "Started">>(`${path}/print`, { ...choice, format });
      tellLater({ id, title: "Print" });
      toast.success("The forms are being printed. The file is offered here when it is ready");
    });
  return (
    <Dropdown trigger={["click"]} menu={{ items: formats, onClick: ({ key }) => void print(key) }}>
      <Button size="small" loading={busy !== null} icon={<Icon name="file-text" size={14} />}>
        Print
      </Button>
    </Dropdown>
  );
}

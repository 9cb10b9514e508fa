import { Icon, useAttempt } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import type { Drawing } from "../canvas/use-stage";
import type { Board } from "../channel";
import { exportBoard, keepBoard, type Kind } from "../keeping";

type ExportMenuProps = {
  drawing: Drawing;
  board: Board;
  name: string;
  draws: boolean;
};

/** Downloads the page or the whole board, or saves it among the files. */
export function ExportMenu({ drawing, board, name, draws }: ExportMenuProps) {
  const [busy, attempt] = useAttempt();
  const { paper } = drawing.stage;
  const items = [
    { key: "export png", label: "Page as PNG" },
    { key: "export pdf", label: "All pages as PDF" },
    ...(draws
      ? [
          { type: "divider" as const },
          { key: "keep png", label: "Keep the page among the files" },
          { key: "keep pdf", label: "Keep all pages among the files" },
        ]
      : []),
  ];
  const choose = ({ key }: { key: string }): void => {
    const [what, kind] = key.split(" ") as [string, Kind];
    void attempt(() =>
      what === "keep" ? keepBoard(drawing, board, name, kind, paper) : exportBoard(drawing, name, kind, paper),
    );
  };
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: choose }}>
      <Button loading={busy !== null} icon={<Icon name="download" size={15} />}>
        Export
      </Button>
    </Dropdown>
  );
}

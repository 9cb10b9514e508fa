import { attempt, Icon } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import type { Drawing } from "../canvas/use-stage";
import type { Board } from "../channel";
import { exportBoard, keepBoard, type Kind } from "../keeping";

/** Downloads the page or the whole board, or saves it among the files. */
export function ExportMenu({
  drawing,
  board,
  name,
  draws,
}: {
  drawing: Drawing;
  board: Board;
  name: string;
  draws: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const { paper } = drawing.stage;
  const run = async (work: (kind: Kind) => Promise<void>, kind: Kind): Promise<void> => {
    setBusy(true);
    await attempt(() => work(kind));
    setBusy(false);
  };
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
    void run(
      what === "keep"
        ? (one) => keepBoard(drawing, board, name, one, paper)
        : (one) => exportBoard(drawing, name, one, paper),
      kind,
    );
  };
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: choose }}>
      <Button loading={busy} icon={<Icon name="download" size={15} />}>
        Export
      </Button>
    </Dropdown>
  );
}

import { invalidate, useRecord } from "@staffroom/api";
import { Answered, Icon, useOpenRecord } from "@staffroom/ui";
import { Button, Popover } from "antd";
import { useState } from "react";
import { SlipMoves } from "./moves";
import type { Slip } from "./types";

/** A click into the dialog of a move must not close the popover. */
const dialogOpen = () => document.querySelector(".ant-modal-wrap:not([style*='display: none'])") !== null;

/** The moves of a row that has any; their questions and forms are loaded when opened. */
export function RowMoves({ id, name }: { id: number; name: string }) {
  const [, openSlip] = useOpenRecord("slip");
  const [open, setOpen] = useState(false);
  const changed = () => {
    setOpen(false);
    void invalidate(`/slip/${id}`);
  };
  const view = () => {
    setOpen(false);
    openSlip(id);
  };
  return (
    <Popover
      trigger="click"
      placement="left"
      open={open}
      onOpenChange={(next) => setOpen(next || dialogOpen())}
      destroyOnHidden
      content={<Offered id={id} onDone={changed} onOpen={view} />}
    >
      <Button size="small" type="text" aria-label={`Actions for ${name}`} icon={<Icon name="more" size={15} />} />
    </Popover>
  );
}

function Offered({ id, onDone, onOpen }: { id: number; onDone: () => void; onOpen: () => void }) {
  const query = useRecord<Slip>(`/slip/${id}`);
  return (
    <Answered query={query} rows={1} compact>
      {(slip) => (
        <div className="tea-choices">
          <Button size="small" onClick={onOpen}>
            View
          </Button>
          <SlipMoves moves={slip.moves} title={slip.title} slip={slip} size="small" onDone={onDone} />
        </div>
      )}
    </Answered>
  );
}

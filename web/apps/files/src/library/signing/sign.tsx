import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Button } from "antd";
import { useState } from "react";
import { SignDialog } from "./sign-dialog";
import "../style.css";

/** The documents that the user has to read and sign. */
export default function ToSign() {
  const [signing, setSigning] = useState<{ id: number; name: string } | null>(null);
  const start = (row: Row) => setSigning({ id: Number(row.fileId), name: String(row.document) });
  return (
    <>
      <ListScreen
        path="/library/sign"
        emptyText="You have no documents to sign."
        rowActions={(row) =>
          row.state !== "signed" && (
            <Button
              size="small"
              type="primary"
              aria-label={`Read and sign ${String(row.document)}`}
              onClick={() => start(row)}
            >
              Read and sign
            </Button>
          )
        }
      />
      {signing && <SignDialog file={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

import { ListScreen } from "@staffroom/list";
import { Icon, Refusable } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import type { FormRecord } from "../types";
import { RequestDialog } from "./request-dialog";

/** The requests of a form: each names a person and whether the form is filled in. */
export function RequestsOfForm({ form }: { form: FormRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListScreen
        path="/form/requests"
        fixed={{ formId: String(form.id) }}
        embedded={{ inAddress: true }}
        emptyText="Request the form from people, from the students of a course, or from the candidates of a series."
        actions={
          <Refusable refusal={form.status !== "published" && "Publish the form first"}>
            <Button type="primary" icon={<Icon name="send" size={15} />} onClick={() => setOpen(true)}>
              Request form
            </Button>
          </Refusable>
        }
      />
      {open && <RequestDialog form={form} onClose={() => setOpen(false)} />}
    </>
  );
}

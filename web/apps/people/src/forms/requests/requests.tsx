import { ListScreen } from "@staffroom/list";
import { DialogButton } from "@staffroom/ui";
import type { FormRecord } from "../types";
import { RequestDialog } from "./request-dialog";

/** The requests of a form: each names a person and whether the form is filled in. */
export const RequestsOfForm = ({ form }: { form: FormRecord }) => (
  <ListScreen
    path="/form/requests"
    fixed={{ formId: String(form.id) }}
    embedded={{ inAddress: true }}
    emptyText="Request the form from people, from the students of a course, or from the candidates of a series."
    actions={
      <DialogButton
        primary
        label="Request form"
        icon="send"
        refusal={form.status !== "published" && "Publish the form first"}
      >
        {(close) => <RequestDialog form={form} onClose={close} />}
      </DialogButton>
    }
  />
);

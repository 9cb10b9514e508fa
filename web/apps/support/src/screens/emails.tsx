import { invalidate, useApi } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { ErrorState, LoadingState, MergeFields, useOpenRecord } from "@staffroom/ui";
import { Drawer } from "antd";
import "../mail/style.css";
import type { Template } from "../mail/types";

/** The templates; the one that is open stands in the address beside the view of the list. */
export default function EmailsScreen() {
  const [open, show] = useOpenRecord("id");
  return (
    <>
      <ListScreen path="/emailTemplates" onOpen={(row: Row) => show(row.id as number)} emptyText="Add the first template with the button above." />
      <Drawer open={open !== null} onClose={() => show(null)} size={720} title="Email template" destroyOnHidden>
        {open !== null && <TemplateFields key={open} id={open} />}
      </Drawer>
    </>
  );
}

function TemplateFields({ id }: { id: number }) {
  const found = useApi<Template>(`/emailTemplate/${id}`);
  if (found.error && !found.data) return <ErrorState error={found.error} title="The template did not load" onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState rows={8} />;
  return (
    <div className="sr-template">
      <FieldSections thing="/emailTemplate" record={found.data} onSaved={() => void invalidate("/emailTemplates")} />
      <MergeFields fields={found.data.mergeFields} />
    </div>
  );
}

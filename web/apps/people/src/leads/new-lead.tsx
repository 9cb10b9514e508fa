import { api, invalidate } from "@staffroom/api";
import { FieldForm, useFields, type Form } from "@staffroom/form";
import { ErrorState, FieldsSkeleton, PageHeader, Panel, toast } from "@staffroom/ui";
import { useNavigate } from "react-router";
import { SameSomebody, useLike } from "./likeness";
import { leads } from "./types";
import "./style.css";

const names = [
  "firstName",
  "lastName",
  "enquirer",
  "email",
  "phone",
  "kind",
  "words",
  "nextStep",
  "nextDue",
  "ownerId",
  "departmentId",
  "originId",
] as const;

const typed = (form: Form, name: string) => String(form.drafts[name] ?? "");

function Known({ form }: { form: Form }) {
  const known = useLike({
    first: typed(form, "firstName"),
    last: typed(form, "lastName"),
    email: typed(form, "email"),
    phone: typed(form, "phone"),
  });
  return <SameSomebody found={known} />;
}

/** A new lead; possible duplicates are shown while typing. */
export default function NewLead() {
  const navigate = useNavigate();
  const { fields, error, refetch, isPending } = useFields("/enquiry");
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const shown = names.flatMap((name) => fields.get(name) ?? []);
  const save = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const { id } = await api.post<{ id: number }>("/enquiry", { ...values, leadStatus: "new" }, { idempotencyKey });
    toast.success(`${String(values.firstName)} ${String(values.lastName)} is a new lead`);
    void invalidate(leads);
    await navigate(`/lead/${id}`);
  };
  return (
    <>
      <PageHeader
        title="New lead"
        subtitle="Without a next step it is called on the next working day; without an owner the rota says whose it is."
      />
      <Panel>
        {isPending ? (
          <FieldsSkeleton />
        ) : (
          <FieldForm fields={shown} submitLabel="Save lead" onSubmit={save} onCancel={() => void navigate(leads)}>
            {(form) => <Known form={form} />}
          </FieldForm>
        )}
      </Panel>
    </>
  );
}

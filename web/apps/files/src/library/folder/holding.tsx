import { api, hasRole, useUser } from "@staffroom/api";
import { FormButton } from "@staffroom/form";
import { attempt, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { libraryChanged, type Folder } from "../types";

const reason = [
  { name: "reason", title: "Why nobody may delete it", type: "text", required: true, maxLength: 200 },
] as const;

type HoldingProps = {
  kind: "file" | "folder";
  id: number;
  name: string;
  hold: string;
  inherited?: Folder["hold"];
};

/** The hold on a file or folder: everybody with access to details sees the reason, sysAdmin sets and releases it. */
export function Holding({ kind, id, name, hold, inherited }: HoldingProps) {
  const mayHold = hasRole(useUser(), "sysAdmin");
  const dialogs = useDialogs();
  const release = async () => {
    const yes = await dialogs.ask({
      title: `Take the hold of ${name} away?`,
      text: "Administrators can delete it then, and its retention counts again.",
      yes: "Take hold away",
    });
    if (!yes || !(await attempt(() => api.post(`/${kind}/${id}/release`)))) return;
    libraryChanged();
    toast.success(`${name} is no longer on hold`);
  };
  if (!hold && !inherited && !mayHold) return null;
  return (
    <section className="lib-part" aria-label="Hold">
      {hold && (
        <p className="lib-hold">
          <Icon name="shield" size={14} /> <b>On hold</b>: {hold}
        </p>
      )}
      {inherited && (
        <p className="lib-hold">
          <Icon name="shield" size={14} /> <b>The folder {inherited.name} is on hold</b>: {inherited.hold}
        </p>
      )}
      {mayHold &&
        (hold ? (
          <Button size="small" onClick={() => void release()}>
            Take hold away
          </Button>
        ) : (
          <FormButton
            small
            icon="shield"
            label="Put on hold"
            title={`Put ${name} on hold`}
            submitLabel="Put on hold"
            intro="Nobody can delete it until sysAdmin takes the hold away."
            fields={reason as never}
            to={(values) => api.post(`/${kind}/${id}/hold`, values)}
            notice={`${name} is on hold`}
            onDone={libraryChanged}
          />
        ))}
    </section>
  );
}

import { api, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { FieldInput, useFields } from "@staffroom/form";
import { Dialog, PlainTable, toast, useAttempt } from "@staffroom/ui";
import { Button, DatePicker, Input, Select } from "antd";
import dayjs from "dayjs";
import { useEffect, useState } from "react";
import { libraryChanged, nameOf, signingPath, type LibraryFile } from "../types";

type Check = Answer<"files", "/file/{id}/signing/check", "post">;
type Role = Answer<"files", "/library/roles">[number];
const wire = "YYYY-MM-DD";

/** Asks people and roles to read and sign a document; shows in advance who has no access to it. */
export function AskDialog({ file, folderId, onClose }: { file: LibraryFile; folderId: number; onClose: () => void }) {
  const roles = useApi<Role[]>("/library/roles");
  const owner = useFields("/file").fields.get("owner");
  const person = owner && { ...owner, title: "Add a person" };
  const [users, setUsers] = useState<readonly number[]>([]);
  const [chosenRoles, setChosenRoles] = useState<readonly string[]>([]);
  const [due, setDue] = useState(() => dayjs().add(14, "day"));
  const [note, setNote] = useState("");
  const [check, setCheck] = useState<Check | null>(null);
  const [again, setAgain] = useState(0);
  const [busy, run] = useAttempt();
  useEffect(() => {
    let isCurrent = true;
    if (users.length + chosenRoles.length === 0) setCheck(null);
    else {
      void run(async () => {
        const next = await api.post<Check>(`${signingPath(file.id)}/check`, { users, roles: chosenRoles });
        if (isCurrent) setCheck(next);
      }, "check");
    }
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `run` is new with every render
  }, [users, chosenRoles, again, file.id]);
  const give = (ids: readonly number[]) =>
    run(async () => {
      await api.post("/adduserstofolder", { folderId, users: ids });
      libraryChanged();
      setAgain((count) => count + 1);
    }, "give");
  const ask = () =>
    run(async () => {
      const { asked } = await api.post<{ asked: number }>(signingPath(file.id), {
        users,
        roles: chosenRoles,
        due: due.format(wire),
        note,
      });
      libraryChanged();
      toast.success(asked === 1 ? "1 person is asked to sign" : `${asked} people are asked to sign`);
      onClose();
    }, "ask");
  const lacking = check?.noAccess ?? [];
  const names = new Map(
    [...(check?.asked ?? []), ...(check?.already ?? []), ...lacking].map(({ id, name }) => [id, name]),
  );
  return (
    <Dialog
      open
      width={640}
      title={`Ask to sign ${nameOf(file)}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            type="primary"
            disabled={!check || check.asked.length === 0 || lacking.length > 0}
            loading={busy === "ask"}
            onClick={() => void ask()}
          >
            Ask to sign
          </Button>
        </>
      }
    >
      <div className="lib-ask">
        <label htmlFor="lib-ask-role">
          Roles
          <Select
            id="lib-ask-role"
            mode="multiple"
            optionFilterProp="label"
            value={[...chosenRoles]}
            options={(roles.data ?? []).map(({ value, label, people }) => ({ value, label: `${label} (${people})` }))}
            onChange={(next: string[]) => setChosenRoles(next)}
          />
        </label>
        <label htmlFor="lib-ask-user">
          Add a person
          {person && (
            <FieldInput
              key={users.length}
              id="lib-ask-user"
              field={person}
              value={null}
              onBlur={() => undefined}
              onChange={(id) => id && setUsers((before) => [...new Set([...before, Number(id)])])}
            />
          )}
        </label>
        {users.length > 0 && (
          <ul className="lib-people" aria-label="People">
            {users.map((id) => (
              <li key={id}>
                {names.get(id) ?? "…"}{" "}
                <Button
                  size="small"
                  type="text"
                  aria-label={`Leave out ${names.get(id) ?? "this person"}`}
                  onClick={() => setUsers((before) => before.filter((one) => one !== id))}
                >
                  Leave out
                </Button>
              </li>
            ))}
          </ul>
        )}
        <label htmlFor="lib-ask-due">
          Sign by
          <DatePicker
            id="lib-ask-due"
            format="DD/MM/YY"
            allowClear={false}
            value={due}
            minDate={dayjs()}
            onChange={(value) => value && setDue(value)}
          />
        </label>
        <label htmlFor="lib-ask-note">
          Note to them
          <Input id="lib-ask-note" value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
        </label>
        {check && (
          <p role="status">
            {check.asked.length} to ask{check.already.length > 0 && `, ${check.already.length} asked before`}.
          </p>
        )}
        {lacking.length > 0 && (
          <div role="alert" className="lib-lacking">
            <PlainTable
              rows={lacking}
              caption="These people have no access to the folder"
              columns={[{ title: "Person", head: true, cell: ({ name }) => name }]}
            />
            <Button loading={busy === "give"} onClick={() => void give(lacking.map(({ id }) => id))}>
              Give them read access
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

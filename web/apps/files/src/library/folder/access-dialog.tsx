import { api } from "@staffroom/api";
import { FieldInput, useFields } from "@staffroom/form";
import { Dialog, formatDate, IconButton, PlainTable, useAttempt } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";
import { levels, libraryChanged, type Access, type Folder } from "../types";

/** The people with their level in a folder and the folder that grants it; levels of this folder are changed here. */
export function AccessDialog({ folder, title, onClose }: { folder: Folder; title?: string; onClose: () => void }) {
  const [people, setPeople] = useState<readonly Access[]>(folder.usersWithAccess ?? []);
  const [user, setUser] = useState<unknown>(null);
  const [level, setLevel] = useState("read");
  // Anyone who may own a file may also be given access.
  const owner = useFields("/file").fields.get("owner");
  const person = owner && { ...owner, title: "Person" };
  const [busy, run] = useAttempt();
  const send = (work: () => Promise<Access[]>, name: string) =>
    run(async () => {
      setPeople(await work());
      libraryChanged();
    }, name);
  const give = (id: number, given: string) =>
    send(() => api.post<Access[]>("/adduserstofolder", { folderId: folder.id, users: [{ id, level: given }] }), "give");
  const take = (id: number) =>
    send(() => api.post<Access[]>("/deleteusersfromfolder", { folderId: folder.id, users: [id] }), `take ${id}`);
  return (
    <Dialog open width={760} title={title ?? `Access to ${folder.name}`} footer={null} onCancel={onClose}>
      <p className="sr-muted">
        A level applies to this folder and all below it. To remove access that comes from a folder above, change it in
        that folder. sysAdmin is administrator of all folders. A hidden file is seen by administrators alone.
      </p>
      <div className="lib-give">
        <label className="lib-user" htmlFor="lib-user">
          Person
          {person && (
            <FieldInput id="lib-user" field={person} value={user} onBlur={() => undefined} onChange={setUser} />
          )}
        </label>
        <Select
          aria-label="Level"
          value={level}
          options={levels.map(({ value, label, help }) => ({ value, label, title: help }))}
          onChange={setLevel}
        />
        <Button
          type="primary"
          loading={busy === "give"}
          disabled={!user}
          onClick={async () => {
            if (await give(Number(user), level)) setUser(null);
          }}
        >
          Give access
        </Button>
      </div>
      <PlainTable<Access>
        stacks
        rows={people}
        empty="Nobody but sysAdmin has access."
        columns={[
          { title: "Person", head: true, cell: ({ name }) => name },
          {
            title: "Level",
            cell: ({ id, level: now, inherited }) =>
              inherited ? (
                levels.find(({ value }) => value === now)?.label
              ) : (
                <Select
                  aria-label="Level"
                  size="small"
                  value={now}
                  options={levels}
                  onChange={(value) => void give(id, value)}
                />
              ),
          },
          {
            title: "Why",
            cell: ({ folder: by, inherited, grantedBy, granted }) =>
              `${inherited ? `by the folder ${by.name}` : "by this folder"}${grantedBy && `, given by ${grantedBy}`}, ${formatDate(granted)}`,
          },
          {
            cell: ({ id, name, inherited }) =>
              !inherited && (
                <IconButton
                  icon="trash"
                  size={14}
                  label={`Take access away from ${name}`}
                  onClick={() => void take(id)}
                />
              ),
          },
        ]}
      />
    </Dialog>
  );
}

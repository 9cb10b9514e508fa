import { useListPage } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ListScreen, searchMinimum } from "@staffroom/list";
import { attempt, ErrorState, PageHeader, Panel, useAttempt, useDebounced, useDialogs } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { setMember, useRoles, type Role } from "./roles";
import { Split } from "../parts/split";

function AddMember({ role }: { role: Role }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const [busy, run] = useAttempt();
  const isLongEnough = search.length >= searchMinimum;
  const query = useListPage("/users", { search, status: "active", page: 1, pageSize: 10 }, { enabled: isLongEnough });
  const users = isLongEnough ? (query.data?.data ?? []) : [];
  const add = async (userId: number) => {
    if (await run(() => setMember(role.id, userId, true))) setTyped("");
  };
  return (
    <div className="id-add">
      <label htmlFor="add-member">Add</label>
      <Select<number>
        id="add-member"
        value={null}
        disabled={busy !== null}
        loading={query.isFetching}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        placeholder="Type three letters of a name, username or email"
        notFoundContent={
          !isLongEnough
            ? "Type three letters or more"
            : query.isFetching
              ? "Searching…"
              : "No active person has that name"
        }
        options={users.map((user) => ({
          value: Number(user.id),
          label: `${String(user.name)} · ${String(user.username)}`,
          disabled: (user.roles as string[]).includes(role.id),
        }))}
        onSelect={(userId) => void add(userId)}
      />
      <span className="sr-muted">They sign in again to use the role.</span>
    </div>
  );
}

/** Roles on the left, the members of the selected role on the right. */
export default function Screen() {
  const { data, error, refetch } = useRoles();
  const [params, setParams] = useSearchParams();
  const dialogs = useDialogs();
  const role = data?.find(({ id }) => id === params.get("role")) ?? data?.[0];
  const remove = async (row: Row, from: Role) => {
    const text = `${String(row.name)} loses what ${from.title} opens and is signed out at once.`;
    if (!(await dialogs.ask({ title: `Remove from ${from.title}?`, text, yes: "Remove", danger: true }))) return;
    await attempt(() => setMember(from.id, Number(row.id), false));
  };
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <>
      <PageHeader title="Roles" subtitle={role?.opens} />
      <Split
        label="Roles"
        entries={data?.map(({ id, title, color, members }) => ({ id, title, color, mark: <i />, note: members }))}
        chosen={role?.id}
        onChoose={(id) => setParams({ role: id })}
      >
        {role && (
          <div>
            <AddMember key={role.id} role={role} />
            <ListScreen
              key={`members-${role.id}`}
              path="/users"
              fixed={{ role: role.id }}
              embedded={{}}
              readOnly
              target="/users/{id}"
              emptyText="Nobody holds this role. Add the first above."
              rowActions={(row) => (
                <Button size="small" onClick={() => void remove(row, role)}>
                  Remove
                </Button>
              )}
            />
          </div>
        )}
      </Split>
    </>
  );
}

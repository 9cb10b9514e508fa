import { useListPage } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { ErrorState, LoadingState, PageHeader, Panel, toast, useDialogs } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useEffect, useState, type CSSProperties } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { setMember, useRoles, type Role } from "../roles";
import "../style.css";

function AddMember({ role }: { role: Role }) {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useListPage("/users", { search, status: "active", page: 1, pageSize: 10 }, { enabled: search.length >= 3 });
  const rows = search.length >= 3 ? (found.data?.data ?? []) : [];
  const add = async (userId: number) => {
    setBusy(true);
    try {
      await setMember(role.id, userId, true);
      setTyped("");
      setSearch("");
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="id-add">
      <label htmlFor="add-member">Add</label>
      <Select<number>
        id="add-member"
        value={null}
        disabled={busy}
        loading={found.isFetching}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        placeholder="Type three letters of a name, username or email"
        notFoundContent={search.length < 3 ? "Type three letters or more" : found.isFetching ? "Searching…" : "Nobody of that name is active"}
        options={rows.map((row) => ({
          value: Number(row.id),
          label: `${String(row.name)} · ${String(row.username)}`,
          disabled: (row.roles as string[]).includes(role.id),
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
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const role = data?.find(({ id }) => id === params.get("role")) ?? data?.[0];
  const remove = async (row: Row, from: Role) => {
    const text = `${String(row.name)} loses what ${from.title} opens and is signed out at once.`;
    if (!(await dialogs.ask({ title: `Remove from ${from.title}?`, text, yes: "Remove", no: "Cancel", danger: true }))) return;
    await setMember(from.id, Number(row.id), false).catch(toast.error);
  };
  if (error && !data) return <Panel><ErrorState error={error} onRetry={() => void refetch()} /></Panel>;
  return (
    <>
      <PageHeader title="Roles" subtitle={role?.opens} />
      <div className="id-split">
        <Panel flush>
          {!data && <LoadingState rows={12} />}
          <ul className="id-nav" aria-label="Roles">
            {data?.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === role?.id}
                  style={{ "--role": one.color } as CSSProperties}
                  onClick={() => setParams({ role: one.id })}
                >
                  <i />
                  {one.title}
                  <small className="sr-num">{one.members}</small>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
        {role && (
          <div>
            <AddMember key={role.id} role={role} />
            <ListScreen
              key={`members-${role.id}`}
              path="/users"
              fixed={{ role: role.id }}
              embedded={{}}
              readOnly
              onOpen={(row) => void navigate(`/users/${String(row.id)}`)}
              emptyText="Nobody holds this role. Add the first above."
              rowActions={(row) => <Button size="small" onClick={() => void remove(row, role)}>Remove</Button>}
            />
          </div>
        )}
      </div>
    </>
  );
}

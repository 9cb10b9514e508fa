import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useNavigate } from "react-router";

const person = (idName: string) => (value: unknown, row: Row) =>
  row[idName] ? <a href={`#/users/${String(row[idName])}`}>{String(value)}</a> : String(value ?? "");

const cells = { userName: person("userId"), actingUserName: person("actingUserId") };

/** Every sign-in, refusal, role change and impersonation; the newest first. */
export default function Screen() {
  const navigate = useNavigate();
  return (
    <ListScreen
      path="/auth/audit"
      readOnly
      cells={cells}
      onOpen={(row) => row.userId && void navigate(`/users/${String(row.userId)}/audit`)}
      emptyText="Sign-ins, refusals, role changes and impersonations will be listed here."
    />
  );
}

import type { Row } from "@staffroom/contract";
import "../style.css";

const person = (idName: string) => (value: unknown, row: Row) =>
  row[idName] ? <a href={`#/users/${String(row[idName])}`}>{String(value)}</a> : String(value ?? "");

export const auditCells = { actingUserName: person("actingUserId") };

export const departmentCells = {
  color: (value: unknown) => (
    <span className="id-swatch">
      <i style={{ background: String(value) }} />
      {String(value)}
    </span>
  ),
};

import type { Row, RowRights } from "@staffroom/contract";

/** True if a field of this row may change; rows without rights of their own follow the list's rights. */
export const mayEdit = (row: Row, field: string) => (row.may as RowRights | undefined)?.edit.includes(field) ?? true;

export const mayDelete = (row: Row) => (row.may as RowRights | undefined)?.delete ?? true;

import type { Row, RowRights } from "@staffroom/contract";

/** Whether a field of this row may change; rows that do not say leave it to the rights on the list. */
export const mayEdit = (row: Row, field: string) => (row.may as RowRights | undefined)?.edit.includes(field) ?? true;

export const mayDelete = (row: Row) => (row.may as RowRights | undefined)?.delete ?? true;

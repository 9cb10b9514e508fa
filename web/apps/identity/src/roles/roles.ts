import { api, invalidate, useApi } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";

export type Role = RowOf<"identity", "/v2/system/roles">;

/** The roles, in order of weight. */
export const useRoles = () => useApi<Role[]>("/v2/system/roles");

/** Grants or revokes a role, and refreshes the queries of roles. */
export async function setMember(roleId: string, userId: number, member: boolean): Promise<void> {
  const path = `/system/roles/${roleId}/members`;
  await (member ? api.post(path, { userId }) : api.delete(`${path}/${userId}`));
  await Promise.all([invalidate("/users"), invalidate("/v2/system/roles")]);
}

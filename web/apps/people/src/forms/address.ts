/** Returns the address at which a form of a generation is begun, or one of its entries opened. */
export function formAddress(
  {
    generation,
    formId,
    entryId,
    requestId,
    personId,
  }: {
    generation: number;
    formId: number;
    entryId?: number | null;
    requestId?: number | null;
    personId?: number | null;
  },
  staff = false,
): string {
  const base = generation === 1 || staff ? "/form" : "/formv2";
  const end = staff ? "/staff" : "";
  if (entryId) return `${base}/entry/${entryId}${end}`;
  const query = new URLSearchParams({
    ...(requestId ? { request: String(requestId) } : {}),
    ...(personId ? { person: String(personId) } : {}),
  }).toString();
  return `${base}/${formId}${end}${query ? `?${query}` : ""}`;
}

import { api } from "@staffroom/api";

/** Saves a view of a list as a table; returns the address of the table. */
export async function saveAsTable(
  title: string,
  shown: { list: string; screen: string; definition: object },
): Promise<string> {
  const { id } = await api.post<{ id: number }>("/tables", { title, ...shown });
  const { slug } = await api.get<{ slug: string }>(`/tables/${id}`);
  return `/table/${slug}`;
}

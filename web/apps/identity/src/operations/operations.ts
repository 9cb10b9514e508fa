import { api } from "@staffroom/api";
import type { Page, Row, Shape } from "@staffroom/contract";

export type Operations = Shape<"identity", "Operations">;

export const services = ["identity", "people", "teaching", "finance", "support", "files"];
export const titleOf = (service: string): string => service.charAt(0).toUpperCase() + service.slice(1);

/** Tasks that failed within a week in any service, oldest first, and the services that do not answer. */
export async function troubles(): Promise<Page> {
  const answers = await Promise.allSettled(services.map((service) => api.get<Operations>(`/jobs/${service}`)));
  const rows = answers.flatMap((answer, place): Row[] => {
    const service = services[place] ?? "";
    if (answer.status === "fulfilled")
      return answer.value.failed.map(({ id, title, created }) => ({ id, title, created, service: titleOf(service) }));
    return [
      { id: service, title: `${titleOf(service)} does not answer`, created: new Date().toISOString(), service: "" },
    ];
  });
  const data = rows.toSorted((one, other) => Date.parse(String(one.created)) - Date.parse(String(other.created)));
  return { data, total: data.length, totalIsExact: true, next: null };
}

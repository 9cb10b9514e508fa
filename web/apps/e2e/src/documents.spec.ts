import { request } from "@playwright/test";
import type { Job } from "@staffroom/contract";
import { Api, expect, staffAccounts, test } from "./fixtures";

/** Nearly as large as a person's document may be: some seconds of the renderer for people's html. */
const row = `<tr>${"<td style='padding: 4px'>cell</td>".repeat(6)}</tr>`;
const large = `<table>${row.repeat(1_300)}</table>`;

/** The status of one document drawn for this account. */
const drawn = (account: Api): Promise<number> =>
  account.post("/pdf/make", { htmlContent: large, pdfTitle: "large" }).then(
    () => 200,
    (problem: unknown) => Number(/^POST \/pdf\/make: (\d+)/.exec(String((problem as Error).message))?.[1]),
  );

test("what people have drawn holds up no invoice and no export", async ({ admin }) => {
  test.setTimeout(180_000);
  const { id } = await admin.draft();
  await admin.line(id, 12_345);
  await admin.put(`/invoice/${id}`, "dueDate", "2026-12-01");

  const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080" });
  const crowd = { isThere: true, answers: [] as number[] };
  const insist = async (account: Api): Promise<void> => {
    for (let status = 200; status === 200 && crowd.isThere;) crowd.answers.push((status = await drawn(account)));
  };
  // Each has a share of two at once.
  const accounts = staffAccounts.slice(0, 6).flatMap((name) => { const account = new Api(calls, name); return [account, account]; });
  const going = Promise.all(accounts.map(insist));
  await expect.poll(() => crowd.answers.length, { timeout: 60_000 }).toBeGreaterThan(0);

  const pdf = await admin.get<{ fileId: number; name: string }>(`/invoice/${id}/generate/pdf`);
  expect(pdf.name).toMatch(/\.pdf$/);
  const { id: job } = await admin.post<{ id: string }>("/departments/export", { format: "pdf" });
  await expect(async () => {
    const { state, error } = await admin.get<Job>(`/jobs/${job}`);
    expect(error ?? "").toBe("");
    expect(state).toBe("done");
  }).toPass({ timeout: 90_000 });
  // The crowd was there all the time: one of its documents comes after both.
  const before = crowd.answers.length;
  await expect.poll(() => crowd.answers.slice(before), { timeout: 60_000 }).toContain(200);
  crowd.isThere = false;
  await going;
  // Drawn, or told to come back: nothing broke.
  expect(crowd.answers.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  await calls.dispose();
});

test("every kind of file that a service makes is kept and handed over", async ({ page, admin }) => {
  const [first, second] = await admin.get<{ id: number }[]>("/invoices/1", { status: "paid", page: 1, pageSize: 10 });
  if (!first || !second) throw new Error("The demo data has paid invoices");
  const ids = [first.id, second.id];
  const made: [string, object, string][] = [
    ["/invoices/print", { format: "pdf", ids }, "%PDF"],
    ["/invoices/print", { format: "zip", ids }, "PK"],
    ["/invoices/export", { format: "xlsx", figures: { by: "status", sum: "total" } }, "PK"],
    ["/invoices/export", { format: "pdf", figures: { by: "date.month", sum: "total", chart: "area" } }, "%PDF"],
  ];
  for (const [path, body, mark] of made) {
    const { id } = await admin.post<{ id: string }>(path, body);
    let done: Job | undefined;
    await expect.poll(async () => (done = await admin.get<Job>(`/jobs/${id}`)).state, { timeout: 60_000 }).toMatch(/done|failed/);
    expect(done?.error ?? "", path).toBe("");
    const fileId = done?.result?.fileId ?? 0;
    const { authToken } = ((await (await page.request.post("/api/v1/auth/login", { data: { username: "sysadmin", password: "staffroom", app: "staff" } })).json()) as { data: { authToken: string } }).data;
    const content = await (await page.request.get(`/api/v1/file/${fileId}/download`, { headers: { Authorization: `Bearer ${authToken}` } })).body();
    expect(content.subarray(0, mark.length).toString("latin1")).toBe(mark);
  }
});

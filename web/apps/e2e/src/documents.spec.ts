import { request } from "@playwright/test";
import type { Job } from "@staffroom/contract";
import { Api, expect, openAs, staffAccounts, test } from "./fixtures";
import { all } from "./sizes";

/** Nearly the maximum size of a user's document: some seconds of the renderer for users' HTML. */
const row = `<tr>${"<td style='padding: 4px'>cell</td>".repeat(6)}</tr>`;
const large = `<table>${row.repeat(1_300)}</table>`;

/** Returns the status of one document drawn for this account. */
const drawn = (account: Api): Promise<number> =>
  account.post("/pdf/make", { htmlContent: large, pdfTitle: "large" }).then(
    () => 200,
    (problem: unknown) => Number(/^POST \/pdf\/make: (\d+)/.exec(String((problem as Error).message))?.[1]),
  );

test("documents drawn for users delay neither invoices nor exports", all, async ({ admin }) => {
  test.setTimeout(180_000);
  const { id } = await admin.draft();
  await admin.line(id, 12_345);
  await admin.put(`/invoice/${id}`, "dueDate", "2026-12-01");

  const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080" });
  const crowd = { isThere: true, answers: [] as number[] };
  const insist = async (account: Api): Promise<void> => {
    for (let status = 200; status === 200 && crowd.isThere;) crowd.answers.push((status = await drawn(account)));
  };
  // Each user may draw two at once.
  const accounts = staffAccounts.slice(0, 6).flatMap((name) => {
    const account = new Api(calls, name);
    return [account, account];
  });
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
  // The crowd waited all the time: one of its documents is drawn after both.
  const before = crowd.answers.length;
  await expect.poll(() => crowd.answers.slice(before), { timeout: 60_000 }).toContain(200);
  crowd.isThere = false;
  await going;
  // Each was drawn or asked to retry; nothing failed.
  expect(crowd.answers.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  await calls.dispose();
});

test("every kind of file that a service produces is stored and can be downloaded", async ({ page, admin }) => {
  const [first, second] = await admin.get<{ id: number }[]>("/invoices/1", { status: "paid", page: 1, pageSize: 10 });
  if (!first || !second) throw new Error("The demo data has paid invoices");
  const ids = [first.id, second.id];
  const requests: [string, object, string][] = [
    ["/invoices/print", { format: "pdf", ids }, "%PDF"],
    ["/invoices/print", { format: "zip", ids }, "PK"],
    ["/invoices/export", { format: "xlsx", figures: { by: "status", sum: "total" } }, "PK"],
    ["/invoices/export", { format: "pdf", figures: { by: "date.month", sum: "total", chart: "area" } }, "%PDF"],
  ];
  for (const [path, body, mark] of requests) {
    const { id } = await admin.post<{ id: string }>(path, body);
    let done: Job | undefined;
    await expect
      .poll(async () => (done = await admin.get<Job>(`/jobs/${id}`)).state, { timeout: 60_000 })
      .toMatch(/done|failed/);
    expect(done?.error ?? "", path).toBe("");
    const fileId = done?.result?.fileId ?? 0;
    const { authToken } = (
      (await (
        await page.request.post("/api/v1/auth/login", {
          data: { username: "sysadmin", password: "staffroom", app: "staff" },
        })
      ).json()) as { data: { authToken: string } }
    ).data;
    const content = await (
      await page.request.get(`/api/v1/file/${fileId}/download`, { headers: { Authorization: `Bearer ${authToken}` } })
    ).body();
    expect(content.subarray(0, mark.length).toString("latin1")).toBe(mark);
  }
});

/** A PDF with 李小龙 in a font that it names but does not embed, encoded by a table that the viewer must know. */
const named = (): Buffer => {
  const text = "BT /F 40 Tf 20 30 Td <674E5C0F9F99> Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>",
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
  ];
  const places: number[] = [];
  let body = "%PDF-1.4\n";
  objects.forEach((object, index) => {
    places.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${body}xref\n0 8\n0000000000 65535 f \n${table}trailer << /Size 8 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
};

test("a PDF with a Chinese font is shown, and only it loads the table of codes", async ({ page, admin }) => {
  const { id: entityTypeId } = await admin.student();
  const { id } = await admin.send<{ id: number }>("POST", "/system/uploader", {
    multipart: {
      uploadType: "document",
      entityType: "student",
      entityTypeId: String(entityTypeId),
      file: { name: "li.pdf", mimeType: "application/pdf", buffer: named() },
    },
  });
  const codes = page
    .context()
    .waitForEvent("response", (answer) => answer.url().endsWith("/static/cmaps/UniGB-UCS2-H.bcmap"));
  await openAs(page, "sysadmin", `/file/${id}`);
  expect((await codes).status()).toBe(200);
  const drawing = page.getByRole("document").locator("canvas").first();
  const ink = () =>
    drawing.evaluate((canvas: HTMLCanvasElement) =>
      canvas
        .getContext("2d")
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value, place) => place % 4 === 0 && value < 128),
    );
  await expect.poll(ink).toBe(true);
});

import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { currentToasts, type WidgetSource } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const train = {
  id: 31,
  date: "2026-10-01",
  category: "travel",
  description: "Train to Ely",
  amount: 6_480,
  VAT: 1_080,
  receipts: [5, 6],
};
const visit = {
  id: 32,
  date: "2026-10-02",
  category: "mileage",
  description: "Visit, 42 miles",
  amount: 1_890,
  VAT: 0,
  receipts: [],
};
const lunch = {
  id: 33,
  date: "2026-10-03",
  category: "meals",
  description: "Lunch",
  amount: 1_200,
  VAT: 0,
  receipts: [],
};
const claim = {
  id: 9,
  title: "October",
  currency: "GBP",
  orgId: 1,
  total: 9_570,
  status: "draft",
  user: { id: 2, name: "Stephen Staff" },
  lines: [train, visit, lunch],
  returnReason: "",
  approvedBy: null,
  paidDate: null,
  moves: [],
  may: { edit: ["title"] },
};
const fields = [
  { name: "date", title: "Date", type: "date", required: true },
  {
    name: "category",
    title: "Category",
    type: "select",
    required: true,
    options: [
      { value: "travel", label: "Travel" },
      { value: "mileage", label: "Mileage" },
      { value: "meals", label: "Meals" },
    ],
  },
  { name: "description", title: "Description", type: "text", required: true, maxLength: 200 },
  { name: "amount", title: "Amount", type: "money", required: true, content: "positiveCurrency" },
  { name: "VAT", title: "VAT", type: "money", required: true },
  { name: "receipts", title: "Receipts", type: "files" },
];
const uploads: WidgetSource = (name) =>
  name === "uploader"
    ? ((({ onUploaded }: { onUploaded: (files: object[]) => void }) => (
        <button type="button" onClick={() => onUploaded([{ id: 8, name: "ticket.pdf", size: 3 }])}>
          Upload
        </button>
      )) as never)
    : null;

beforeEach(() => {
  window.location.hash = "#/system/expenses"; // the home page shows fewer errors (platform.md 8)
  signInAs("staff");
});

async function show(more: object = {}) {
  const server = fakeServer();
  let now: object = { ...claim, ...more };
  serveList(server, "/expenses", [claim], { columns: [textColumn("title", "Title")] });
  server.on("GET", "/expenses/9", () => ({ status: 200, body: { data: now } }));
  server.on("GET", "/expenses/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "claim", title: "Claim", fields: [textColumn("title", "Title")] }] } },
  }));
  server.on("GET", "/expenses/line/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "line", title: "Line", fields }] } },
  }));
  renderRoute(area, "/system/expenses?claim=9", uploads);
  await screen.findByText("October, Stephen Staff");
  return { server, set: (change: object) => (now = { ...claim, ...more, ...change }) };
}
const lineOf = (text: string) => screen.getByText(text).closest("tr") as HTMLElement;
const sent = (server: ReturnType<typeof fakeServer>, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path);

it("expenses are shown in words, each with its receipts, and the sum", async () => {
  await show();
  await waitFor(() => expect(lineOf("Train to Ely").textContent).toContain("Travel"));
  expect(
    within(lineOf("Train to Ely"))
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/file/5", "/file/6"]);
  expect(lineOf("Train to Ely").textContent).toContain("£10.80£64.80");
  // Only mileage needs no receipt.
  expect(within(lineOf("Visit, 42 miles")).getByText("not needed")).toBeTruthy();
  expect(within(lineOf("Lunch")).getByText("missing")).toBeTruthy();
  expect((screen.getByText("Total").closest("tr") as HTMLElement).textContent).toContain("£95.70");
});

it("a new line sends pence and the ids of uploads, and refetches the claim", async () => {
  const { server, set } = await show();
  server.on("POST", "/expenses/9/line", () => {
    set({ lines: [...claim.lines, { ...train, id: 34, description: "Bus" }] });
    return { status: 201, body: { data: { id: 34 } } };
  });
  await user.click(await screen.findByRole("button", { name: /Add a line/ }));
  const form = (await screen.findByLabelText("Date")).closest(".ant-modal") as HTMLElement;
  await user.click(within(form).getByRole("button", { name: "Add a line" }));
  expect((await within(form).findAllByText("Field is required")).length).toBeGreaterThanOrEqual(3);
  expect(sent(server, "POST", "/expenses/9/line")).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "OK" }));
  await user.type(within(form).getByLabelText("Date"), "04/10/26{Enter}");
  await user.click(within(form).getByRole("combobox", { name: "Category" }));
  await user.click(await screen.findByTitle("Travel"));
  await user.type(within(form).getByLabelText(/^Description/), "Bus");
  await user.type(within(form).getByLabelText(/^Amount/), "19.99");
  await user.click(within(form).getByRole("button", { name: "Upload" }));
  expect(within(form).getByText("ticket.pdf")).toBeTruthy();
  await user.click(within(form).getByRole("button", { name: "Add a line" }));
  expect(await screen.findByText("Bus")).toBeTruthy();
  expect(sent(server, "POST", "/expenses/9/line")[0]?.body).toEqual({
    date: "2026-10-04",
    category: "travel",
    description: "Bus",
    amount: 1_999,
    VAT: 0,
    receipts: [8],
  });
});

it("only the corrected value of a line is sent", async () => {
  const { server, set } = await show();
  server.on("PUT", "/expenses/line/33", () => {
    set({ lines: [train, { ...lunch, description: "Dinner" }] });
    return { status: 200, body: { data: { changes: [], version: 2 } } };
  });
  await user.click(await screen.findByRole("button", { name: "Change Lunch" }));
  const box = await screen.findByLabelText(/^Description/);
  await user.clear(box);
  await user.type(box, "Dinner");
  await user.click(screen.getByRole("button", { name: "Save line" }));
  expect(await screen.findByText("Dinner")).toBeTruthy();
  expect(sent(server, "PUT", "/expenses/line/33")[0]?.body).toEqual({
    changes: [{ field: "description", newValue: "Dinner", oldValue: "Lunch" }],
  });
});

it("a line is deleted after a question that names it; a refusal is shown and the line stays", async () => {
  const { server, set } = await show();
  server.on("DELETE", "/expenses/line/33", () => ({
    status: 409,
    body: { error: "A claim cannot be changed while it is submitted", code: "conflict", requestId: "r" },
  }));
  await user.click(screen.getByRole("button", { name: "Delete Lunch" }));
  expect(await screen.findByText("Are you sure you wish to delete Lunch?")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Yes, delete" }));
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toContain("409: A claim cannot be changed while it is submitted"),
  );
  expect(screen.getByText("Lunch")).toBeTruthy();
  server.on("DELETE", "/expenses/line/33", () => {
    set({ lines: [train] });
    return { status: 200, body: { data: { id: 33 } } };
  });
  await user.click(screen.getByRole("button", { name: "Delete Lunch" }));
  await user.click((await screen.findAllByRole("button", { name: "Yes, delete" })).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByText("Lunch")).toBeNull());
});

it("a submitted claim is read-only, and says who did what", async () => {
  await show({ status: "paid", may: { edit: [] }, approvedBy: "Anna Account", paidDate: "2026-11-01" });
  expect(screen.getByText("Anna Account")).toBeTruthy();
  expect(screen.getByText("01/11/26")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Delete / })).toBeNull();
  expect(screen.queryByRole("button", { name: /Add a line/ })).toBeNull();
});

it("a returned claim says why, and an empty one what to do", async () => {
  await show({ status: "returned", returnReason: "The hotel's receipt is missing", lines: [], total: 0 });
  expect(screen.getByText("Returned: The hotel's receipt is missing")).toBeTruthy();
  expect(screen.getByText("Nothing yet. Add what you paid for.")).toBeTruthy();
});

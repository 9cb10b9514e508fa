import type { WidgetProps } from "@staffroom/contract";
import { fakeServer, forgetEverything, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Origin } from "./new-invoice";
import InvoicesOfPerson from "./of-person";

vi.mock("../editor/editor", () => ({ default: ({ id }: { id: number }) => <p>Invoice {id} is open</p> }));
// The form has an editor for rich text, which needs a real browser (month.spec.ts).
vi.mock("./new-invoice", () => ({
  NewInvoice: ({ origin, onMade }: { origin: Origin; onMade: (id: number) => void }) => (
    <div>
      <code data-testid="origin">{JSON.stringify(origin)}</code>
      <button type="button" onClick={() => onMade(9)}>
        Make 9
      </button>
    </div>
  ),
}));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const tab = (name: string) => ({
  name,
  title: name,
  options: [
    { value: "1", label: `One ${name}` },
    { value: "2", label: `Another ${name}` },
    { value: "", label: `Every ${name}` },
  ],
});

beforeEach(() => signInAs());
afterEach(forgetEverything);

function show(props: WidgetProps["invoices"], found: object[] = [{ id: 5, number: "INV-1-5" }]) {
  const server = fakeServer();
  serveList(server, "/invoices", found, {
    title: "Invoices",
    columns: [textColumn("number", "Number")],
    tabs: [tab("orgId"), tab("status"), tab("billingYear")],
  });
  server.on("GET", "/invoices/totals", () => ({
    status: 200,
    body: { data: [{ currency: "GBP", count: 1, amount: 500, outstanding: 300 }] },
  }));
  const { router } = renderScreen(<InvoicesOfPerson {...props} />, {
    path: "/students/:id/:tab",
    address: "/students/7/invoices?view=calendar&day=2026-11-01&status=1",
  });
  const asked = (path: string) => server.calls.filter((call) => call.path === path).at(-1);
  return { server, router, asked };
}

it("a student's invoices are listed with the total owed, and open in place", async () => {
  const { asked, router } = show({ kind: "student", id: 7 });
  await user.click(await screen.findByRole("button", { name: "View invoice INV-1-5" }));
  expect(await screen.findByText("Invoice 5 is open")).toBeTruthy();
  expect(router.state.location.search).toMatch(/invoice=5$/);
  expect(asked("/invoices")?.query).toMatchObject({ studentId: "7" });
  // Only the filters of the address: not a view, its day or the open invoice.
  expect(asked("/invoices/totals")?.query).toEqual({ studentId: "7", status: "1" });
  expect(screen.getByText("£3.00")).toBeTruthy();
  // So few that statuses narrow them; organisations and years would only take room.
  expect(screen.getByText("Every status")).toBeTruthy();
  expect(screen.queryByText(/Every (orgId|billingYear)/)).toBeNull();
});

it("a new invoice starts from the student, in the student's organisation, and opens", async () => {
  const { router } = show({ kind: "student", id: 7, organisationId: 3 }, []);
  await user.click(await screen.findByRole("button", { name: "New invoice" }));
  expect(JSON.parse((await screen.findByTestId("origin")).textContent ?? "")).toEqual({
    entityType: "student",
    entityTypeId: "7",
    orgId: "3",
  });
  await user.click(screen.getByRole("button", { name: "Make 9" }));
  expect(await screen.findByText("Invoice 9 is open")).toBeTruthy();
  expect(screen.queryByTestId("origin")).toBeNull();
  expect(router.state.location.search).toMatch(/invoice=9$/);
});

it.each([
  ["candidate", { entityType: "candidate", entityTypeId: "7" }, true],
  ["client", { clientId: "7" }, false],
] as const)("of a %s shows their own", async (kind, query, mayAdd) => {
  const { asked } = show({ kind, id: 7 });
  await screen.findByText("INV-1-5");
  await waitFor(() => expect(asked("/invoices")?.query).toMatchObject(query));
  expect(!!screen.queryByRole("button", { name: "New invoice" })).toBe(mayAdd);
});

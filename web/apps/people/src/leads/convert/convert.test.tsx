import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Conversion } from "./convert";
import type { Made, Proposal } from "./conversion";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const lead: Proposal = {
  leadId: 7,
  name: "Ada Lovelace",
  converted: null,
  exams: false,
  wishes: [],
  enquiries: [],
  client: { firstName: "Ada", lastName: "Lovelace", email: "", phone: "" },
  clients: [],
  students: [],
};
const converted: Made = {
  dry: true,
  leadId: 7,
  addressId: null,
  fee: null,
  client: { id: 3, name: "Ada King", isNew: true },
  courses: [],
  students: [],
};

beforeEach(() => signInAs());
afterEach(forgetEverything);

it("entries are kept until the lead is converted, beyond the dry run", async () => {
  const server = fakeServer();
  server.on("GET", "/lead/7/conversion", () => ({ status: 200, body: { data: lead } }));
  server.on("GET", "/system/course/subjects", () => ({ status: 200, body: { data: [] } }));
  server.on("GET", "/system/course/levels", () => ({ status: 200, body: { data: [] } }));
  server.on("POST", "/lead/7/convert", () => ({ status: 200, body: { data: converted } }));
  const shown = renderScreen(<Conversion leadId={7} />);
  await user.type(await screen.findByLabelText("City"), "Leeds");
  await user.click(screen.getByRole("button", { name: "Check conversion" }));
  await screen.findByText("New client: Ada King");
  shown.unmount();

  renderScreen(<Conversion leadId={7} />);
  expect((await screen.findByLabelText<HTMLInputElement>("City")).value).toBe("Leeds");
  await user.click(screen.getByRole("button", { name: "Check conversion" }));
  await user.click(await screen.findByRole("button", { name: "Convert lead" }));
  await screen.findByText("Lead converted");
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes("convert:7"))).toEqual([]));
});

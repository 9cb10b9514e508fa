import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FieldInput } from "./index";

it("each cell is labelled with its column and row", () => {
  const field = {
    name: "emergencyContacts",
    title: "Emergency contacts",
    type: "table" as const,
    columns: [
      { name: "name", title: "Name", type: "text" as const },
      { name: "phone", title: "Phone", type: "phone" as const },
    ],
  };
  const rows = [
    { name: "Ada", phone: "1" },
    { name: "Ben", phone: "2" },
  ];
  render(<FieldInput id="contacts" field={field} value={rows} onChange={() => undefined} />);
  expect((screen.getByLabelText("Phone, row 2") as HTMLInputElement).value).toBe("2");
});

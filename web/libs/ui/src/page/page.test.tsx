import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePage } from "./page";

function Named({ title }: { title: string }) {
  usePage(title);
  return null;
}
const shown = (list: string, opened?: string) => (
  <>
    <Named key={list} title={list} />
    {opened && <Named title={opened} />}
  </>
);

it("the title is that of an open overlay, and the page's again once that closes", () => {
  const { rerender } = render(shown("Invoices"));
  rerender(shown("Invoices", "Invoice INV-1-7"));
  expect(document.title).toBe("Invoice INV-1-7 · Staffroom");
  rerender(shown("Invoices", "Credit note INV-1-8"));
  expect(document.title).toBe("Credit note INV-1-8 · Staffroom");
  rerender(shown("Invoices"));
  expect(document.title).toBe("Invoices · Staffroom");
});

it("the title of the next screen stays", () => {
  const { rerender } = render(shown("Invoices", "Invoice INV-1-7"));
  rerender(shown("Students"));
  expect(document.title).toBe("Students · Staffroom");
});

import { expect, it } from "vitest";
import { snippetOf } from "./forms";

const form = { kind: null, embedded: "7.signed", wordingId: 3, wordingText: 'You may keep <this> & "that"' };
const kinds = [{ value: "exams", label: "Exams" }];

it("the HTML contains phone, kind, the wording with its version and the form's signature", () => {
  const root = new DOMParser().parseFromString(snippetOf("https://school.example/api", form, kinds), "text/html");
  const value = (name: string) => root.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
  expect([value("wording"), value("embedded"), value("website")]).toEqual(["3", "7.signed", ""]);
  expect(root.querySelector("[name=consent]")?.parentElement?.textContent?.trim()).toBe(form.wordingText);
  expect([...root.querySelectorAll("[name=kind] option")].map((one) => one.textContent)).toEqual(["", "Exams"]);
  expect(root.querySelector("[name=phone]")).toBeTruthy();
});

it("the HTML asks for no kind if the form has one", () => {
  expect(snippetOf("/a", { ...form, kind: "exams" }, kinds)).not.toContain('name="kind"');
});

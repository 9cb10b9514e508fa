import { renderScreen } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import RichTextEditor from "./editor";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
// jsdom has no layout and so no position, which the editor needs for scrolling.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

async function open(value: string) {
  const [onChange, submitted, keys] = [
    vi.fn(),
    vi.fn((event: { preventDefault: () => void }) => event.preventDefault()),
    vi.fn(),
  ];
  renderScreen(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- stands for a form with keys of its own
    <form onSubmit={submitted} onKeyDown={keys}>
      <RichTextEditor label="Text" value={value} onChange={onChange} />
    </form>,
  );
  await user.click(await screen.findByRole("button", { name: "Link" }));
  return { address: await screen.findByLabelText<HTMLInputElement>("Address"), onChange, submitted, keys };
}
const text = () => screen.getByRole("textbox", { name: "Text" });

it("an address is inserted if no text is selected, and the text takes the focus again", async () => {
  const { address, onChange, submitted } = await open("<p>See </p>");
  expect(address.value).toBe("https://");
  await waitFor(() => expect(document.activeElement).toBe(address));
  await user.type(address, "example.org/a{Enter}");
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith(expect.stringContaining('href="https://example.org/a"')),
  );
  await waitFor(() => expect(screen.queryByLabelText("Address")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(text()));
  expect(submitted).not.toHaveBeenCalled();
});

it.each(["https://", "example.org", "javascript:alert(1)", "mailto:", "http://a b"])(
  "refuses the address %s and keeps what was typed",
  async (typed) => {
    const { address, onChange } = await open("<p>See </p>");
    await user.clear(address);
    await user.type(address, typed);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Please enter a whole address/);
    expect(address.value).toBe(typed);
    expect(address.getAttribute("aria-invalid")).toBe("true");
    expect(onChange).not.toHaveBeenCalled();
  },
);

it("Esc changes nothing and closes only the dialog", async () => {
  const { address, onChange, keys } = await open("<p>See </p>");
  await user.type(address, "example.org{Escape}");
  await waitFor(() => expect(screen.queryByLabelText("Address")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(text()));
  expect(onChange).not.toHaveBeenCalled();
  expect(keys).not.toHaveBeenCalled();
});

it("a link's address is shown and removed", async () => {
  const { address, onChange } = await open('<p><a href="mailto:ada@example.org">Write</a></p>');
  expect(address.value).toBe("mailto:ada@example.org");
  await user.click(screen.getByRole("button", { name: "Remove link" }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith("<p>Write</p>"));
});

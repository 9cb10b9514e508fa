import { renderScreen } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { FieldInput } from "./index";

function Field({ time, onValue }: { time?: string; onValue: (value: unknown) => void }) {
  const [value, setValue] = useState<unknown>("");
  const keep = (next: unknown) => {
    setValue(next);
    onValue(next);
  };
  return (
    <FieldInput
      field={{ name: "due", title: "Due", type: "datetime", time }}
      id="due"
      value={value}
      onChange={keep}
      onBlur={() => undefined}
    />
  );
}

async function typed(text: string, time?: string) {
  const onValue = vi.fn();
  renderScreen(
    <>
      <Field time={time} onValue={onValue} />
      <button type="button">Next</button>
    </>,
  );
  const box = await screen.findByLabelText("Due");
  await userEvent.type(box, text);
  await userEvent.tab();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  return onValue.mock.lastCall?.[0];
}

it("a time typed after the day is kept", async () =>
  expect(await typed("05/12/30 09:30")).toBe("2030-12-05T09:30:00Z"));

it("a day typed without a time gets the usual time, in London", async () =>
  expect(await typed("05/07/30", "23:59")).toBe("2030-07-05T22:59:00Z"));

it("a day typed without a time begins at midnight if there is no usual time", async () =>
  expect(await typed("05/12/30")).toBe("2030-12-05T00:00:00Z"));

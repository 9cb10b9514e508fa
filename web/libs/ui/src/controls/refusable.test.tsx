import { renderScreen } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button, Switch } from "antd";
import { expect, it, vi } from "vitest";
import { IconButton } from "./icon-button";
import { Refusable } from "./refusable";

it("a usable control is left alone", async () => {
  const click = vi.fn();
  renderScreen(
    <Refusable refusal={undefined}>
      <Button onClick={click}>Add</Button>
    </Refusable>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(click).toHaveBeenCalledOnce();
});

it.each([
  ["button", <Button key="one">Use</Button>],
  ["switch", <Switch key="two" checked aria-label="Use" />],
])("a refused %s gives the reason on focus and does nothing", async (role, control) => {
  const act = vi.fn();
  renderScreen(
    <Refusable refusal="Not now">
      <control.type {...control.props} onClick={act} onChange={act} />
    </Refusable>,
  );
  await userEvent.tab();
  const refused = screen.getByRole(role, { name: "Use" });
  expect(document.activeElement).toBe(refused);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Not now");
  expect([refused.getAttribute("aria-disabled"), refused.getAttribute("aria-description")]).toEqual([
    "true",
    "Not now",
  ]);
  await userEvent.keyboard("{Enter}");
  await userEvent.click(refused);
  expect(act).not.toHaveBeenCalled();
});

it("an icon button keeps its name", async () => {
  renderScreen(
    <IconButton
      label="Next record"
      icon="chevron-right"
      refusal="This is the last one"
      onClick={() => expect.unreachable()}
    />,
  );
  const button = screen.getByRole("button", { name: "Next record" });
  await userEvent.click(button);
  expect((await screen.findByRole("tooltip")).textContent).toBe("This is the last one");
});

import type { WidgetProps } from "@staffroom/contract";
import { renderScreen } from "@staffroom/testing";
import { WidgetProvider, type WidgetSource } from "@staffroom/ui";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FilesInput } from "./files";

it("uploads are added, unwanted files removed, and the user chooses the content type", async () => {
  const given: WidgetProps["uploader"][] = [];
  const Uploader = (props: WidgetProps["uploader"]) => {
    given.push(props);
    return (
      <button type="button" onClick={() => props.onUploaded?.([{ id: 9, name: "new.pdf", size: 1 }])}>
        Upload
      </button>
    );
  };
  const change = vi.fn();
  renderScreen(
    <WidgetProvider value={((name) => (name === "uploader" ? Uploader : null)) as WidgetSource}>
      <FilesInput
        field={{ name: "attachments", title: "Attachments", type: "files" }}
        id="attachments"
        value={[4, { id: 5, name: "old.pdf" }]}
        onChange={change}
      />
    </WidgetProvider>,
  );
  await userEvent.click(screen.getByText("Upload"));
  expect(change).toHaveBeenLastCalledWith([{ id: 4 }, { id: 5, name: "old.pdf" }, { id: 9, name: "new.pdf", size: 1 }]);
  await userEvent.click(screen.getByLabelText("Remove old.pdf"));
  expect(change).toHaveBeenLastCalledWith([{ id: 4 }]);
  expect(given[0]?.kind).toBeUndefined();
});

import { forgetEverything } from "@staffroom/testing";
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useAutosave } from "./use-autosave";

afterEach(forgetEverything);

it("calls that are asked for during a call follow it one at a time", async () => {
  const finish: (() => void)[] = [];
  let unsaved = 0;
  const save = vi.fn(() => new Promise<void>((done) => finish.push(done)));
  const { result } = renderHook(() =>
    useAutosave({ key: "form/1", label: "Form", isSaved: () => unsaved === 0, save }),
  );
  expect(result.current.state).toBe("saved");
  unsaved = 3;
  const calls: Promise<boolean>[] = [];
  await act(async () => {
    for (let count = 0; count < 3; count += 1) calls.push(result.current.flush());
  });
  for (let sent = 1; sent <= 3; sent += 1) {
    expect(save).toHaveBeenCalledTimes(sent);
    unsaved -= 1;
    await act(async () => finish.at(-1)?.());
  }
  expect(await Promise.all(calls)).toEqual([false, false, true]);
});

it("what is not saved yet is shown so from the start", () => {
  const save = vi.fn(() => new Promise<void>(() => undefined));
  const { result } = renderHook(() => useAutosave({ key: "form/2", label: "Form", isSaved: () => false, save }));
  expect(result.current.state).not.toBe("saved");
});

import { renderScreen } from "@staffroom/testing";
import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { useAddress, type ChangeAddress } from "./address";

function start(address: string) {
  const changes: ChangeAddress[] = [];
  function Probe() {
    changes.push(useAddress()[1]);
    return null;
  }
  const { router } = renderScreen(<Probe />, { path: "/errors", address });
  return { router, changes };
}

const put = (name: string, value: string) => (before: URLSearchParams) =>
  new URLSearchParams([...before, [name, value]]);

it("recent changes are kept, whichever screen rendered last", async () => {
  const { router, changes } = start("/errors?page=2");
  const stale = changes[0] as ChangeAddress;
  await act(async () => {
    stale(put("id", "5"));
    stale(put("search", "abc"), { replace: true });
  });
  expect(router.state.location.search).toBe("?page=2&id=5&search=abc");
  await act(async () => stale(put("sort", "date")));
  expect(router.state.location.search).toBe("?page=2&id=5&search=abc&sort=date");
});

it("parameters are set and removed by name", async () => {
  const { router, changes } = start("/errors?page=2&search=abc&sort=date");
  await act(async () => changes[0]?.({ page: null, search: "", sort: undefined, id: 5 }));
  expect(router.state.location.search).toBe("?sort=date&id=5");
});

it("a late change does not lead back from another screen", async () => {
  const { router, changes } = start("/errors");
  await act(async () => {
    void router.navigate("/students/5");
    changes[0]?.(put("search", "abc"));
  });
  expect(router.state.location.pathname + router.state.location.search).toBe("/students/5");
});

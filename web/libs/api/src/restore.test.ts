import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("a session is restored after a sign-in in another page, though this page saved none", async () => {
  const data = { authToken: "t", user: { id: 7, roleIds: [] }, timeStamp: "", expiresAt: "" };
  const calls = vi.fn(() => new Response(JSON.stringify({ data })));
  vi.stubGlobal("fetch", async (address: string) =>
    address.includes("/auth/refresh?") ? calls() : new Response(null, { status: 404 }),
  );
  sessionStorage.setItem("staffroom.elsewhere", "gone");
  // A new page has its own modules.
  vi.resetModules();
  const { restoreSession } = await import("./auth");
  const { getSession } = await import("./session");
  await restoreSession();
  expect(calls).toHaveBeenCalledOnce();
  expect(getSession().status).toBe("signedIn");
  expect(localStorage.getItem("staffroom.session")).toContain('"userId":7');
  expect(sessionStorage.getItem("staffroom.elsewhere")).toBeNull();
});

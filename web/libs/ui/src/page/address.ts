import { useCallback, useContext, useEffect, useEffectEvent } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate, useSearchParams } from "react-router";

/** Parameters to set; null and "" remove one, undefined leaves it. */
type Changes = Readonly<Record<string, string | number | null | undefined>>;
export type ChangeAddress = (
  write: Changes | ((before: URLSearchParams) => URLSearchParams),
  options?: { replace?: boolean },
) => void;

function changed(address: URLSearchParams, parameters: Changes): URLSearchParams {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === "") address.delete(name);
    else if (value !== undefined) address.set(name, String(value));
  }
  return address;
}

/**
 * Returns the address's query parameters and a function that changes them. A change applies to the current
 * parameters, unlike one of `useSearchParams`, which applies to those of the last render. A screen keeps several parameters (search, page, the open record),
 * and two quick changes must both count.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  const navigate = useNavigate();
  const change = useCallback<ChangeAddress>(
    (write, options) => {
      const now = router?.state.navigation.location ?? router?.state.location;
      // A late change must not lead back from another screen.
      if (!now || now.pathname !== pathname) return;
      const before = new URLSearchParams(now.search);
      const after = typeof write === "function" ? write(before) : changed(before, write);
      void navigate(`?${after.toString()}`, options);
    },
    [router, pathname, navigate],
  );
  return [parameters, change];
}

/** Returns the route of the address, without its query, for code outside of the router. */
export const currentRoute = (): string => window.location.hash.replace(/^#/, "").split("?")[0] ?? "";

/**
 * Calls `close` when the address changes to another screen, before React renders it: a menu or palette that opens
 * in the meantime belongs to the next screen and stays.
 */
export function useOnLeave(close: () => void): void {
  const router = useContext(DataRouterContext)?.router;
  const onLeave = useEffectEvent(close);
  useEffect(() => {
    let pathname = router?.state.location.pathname;
    return router?.subscribe(({ location }) => {
      if (location.pathname === pathname) return;
      pathname = location.pathname;
      onLeave();
    });
  }, [router]);
}

/** Calls `open` if the address has the parameter `name`, which is then removed: a command of Ctrl+K links here. */
export function useAskedFor(name: string, open: () => void, enabled = true): void {
  const [address, change] = useAddress();
  const isAsked = enabled && address.has(name);
  const act = useEffectEvent(open);
  useEffect(() => {
    if (!isAsked) return;
    act();
    change({ [name]: null }, { replace: true });
  }, [isAsked, name, change]);
}

/** Returns the id of a list's open record, kept in an address parameter; null if none is open. */
export function useOpenRecord(name: string): [number | null, (id: number | null) => void] {
  const [address, change] = useAddress();
  const open = useCallback((id: number | null) => change({ [name]: id }), [change, name]);
  return [Number(address.get(name)) || null, open];
}

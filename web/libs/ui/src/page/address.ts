import { useCallback, useContext, useEffect, useEffectEvent } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate, useSearchParams } from "react-router";

export type ChangeAddress = (
  write: (before: URLSearchParams) => URLSearchParams,
  options?: { replace?: boolean },
) => void;

/**
 * The query parameters of the address, and a function that changes them. It is given the present parameters, not those
 * of the last render as with `useSearchParams`: a screen keeps several parameters (search, page, the open record), and
 * of two quick changes none may be lost.
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
      void navigate(`?${write(new URLSearchParams(now.search)).toString()}`, options);
    },
    [router, pathname, navigate],
  );
  return [parameters, change];
}

/** The route of the address, without its query, for what is outside of the router. */
export const currentRoute = (): string => window.location.hash.replace(/^#/, "").split("?")[0] ?? "";

/**
 * Calls `close` when the address leads to another screen, before React draws that: a menu or palette that opens
 * meanwhile belongs to the next screen and stays.
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

/** Calls `open` when the address has the parameter `name`, which is then taken away: a command of Ctrl+K leads here. */
export function useAskedFor(name: string, open: () => void, enabled = true): void {
  const [address, change] = useAddress();
  const isAsked = enabled && address.has(name);
  const act = useEffectEvent(open);
  useEffect(() => {
    if (!isAsked) return;
    act();
    change(
      (before) => {
        before.delete(name);
        return before;
      },
      { replace: true },
    );
  }, [isAsked, name, change]);
}

/** The id of the open record of a list, kept in a parameter of the address; null when none is open. */
export function useOpenRecord(name: string): [number | null, (id: number | null) => void] {
  const [address, change] = useAddress();
  const open = useCallback(
    (id: number | null) =>
      change((before) => {
        if (id) before.set(name, String(id));
        else before.delete(name);
        return before;
      }),
    [change, name],
  );
  return [Number(address.get(name)) || null, open];
}

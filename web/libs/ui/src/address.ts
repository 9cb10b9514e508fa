import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate, useSearchParams } from "react-router";

export type ChangeAddress = (write: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void;

/**
 * What the address says after its `?`, and how to change it. `write` is given what the address says at that moment,
 * not what was drawn last as with `useSearchParams`: a screen keeps several things there (search, page, the record that
 * is open), and two changes in short succession must both hold.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [drawn] = useSearchParams();
  const { pathname } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  const navigate = useNavigate();
  const change = useCallback<ChangeAddress>(
    (write, options) => {
      const now = router?.state.navigation.location ?? router?.state.location;
      // Whoever is on the way to another screen is not called back by a late change of this one.
      if (!now || now.pathname !== pathname) return;
      void navigate(`?${write(new URLSearchParams(now.search)).toString()}`, options);
    },
    [router, pathname, navigate],
  );
  return [drawn, change];
}

/** The id of the record that is open beside a list, kept in the address under a name of its own; null when none is. */
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

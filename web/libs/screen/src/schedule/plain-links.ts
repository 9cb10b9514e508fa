import { useEffect, type RefObject } from "react";
import { useNavigate } from "react-router";

/**
 * Returns the address of a plain link. If thousands are drawn, or a library draws them, `<Link>` is too slow or
 * unavailable.
 */
export const plainHref = (to: string): string => `#${to}`;

/** Follows the plain links within an element without a page load, as `<Link>` does. */
export function usePlainLinks(box: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const inside = box.current;
    const follow = (event: MouseEvent) => {
      const to = (event.target as Element).closest("a[href^='#/']")?.getAttribute("href");
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      void navigate(to.slice(1));
    };
    inside?.addEventListener("click", follow);
    return () => inside?.removeEventListener("click", follow);
  }, [box, navigate]);
}

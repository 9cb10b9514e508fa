import { useAddress } from "@staffroom/ui";

/**
 * Returns whether a dialog is open, and functions that open and close it; kept in the address, so that a command can
 * open it.
 */
export function useAddressFlag(name: string): [boolean, (isOpen: boolean) => void] {
  const [address, change] = useAddress();
  const show = (isOpen: boolean) =>
    change((before) => {
      if (isOpen) before.set(name, "true");
      else before.delete(name);
      return before;
    });
  return [address.get(name) === "true", show];
}

import { useAddress } from "@staffroom/ui";

/** A dialog that the address opens, so that a command opens it too: whether it is open, and what opens or closes it. */
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

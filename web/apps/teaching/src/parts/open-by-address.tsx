import { hasRole, useUser } from "@staffroom/api";
import { Icon, useAddress } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";

type OpenByAddressProps = {
  label: string;
  /** The parameter of the address, so that a command can open the dialog too. */
  flag: string;
  forRole: string;
  children: (close: () => void) => ReactNode;
};

/** A list's button for people of a role, which opens a dialog. */
export function OpenByAddress({ label, flag, forRole, children }: OpenByAddressProps) {
  const [address, change] = useAddress();
  const show = (isOpen: boolean) => change({ [flag]: isOpen ? "true" : null });
  if (!hasRole(useUser(), forRole)) return null;
  return (
    <>
      <Button type="primary" icon={<Icon name="send" size={15} />} onClick={() => show(true)}>
        {label}
      </Button>
      {address.get(flag) === "true" && children(() => show(false))}
    </>
  );
}

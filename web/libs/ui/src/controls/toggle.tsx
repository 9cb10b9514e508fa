import { Switch } from "antd";
import type { ReactNode } from "react";
import { useAddress } from "../page/address";

type ToggleProps = {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
};

/** A small switch with its label. */
export function Toggle({ on, onChange, children }: ToggleProps) {
  return (
    <label className="sr-toggle">
      <Switch size="small" checked={on} onChange={onChange} /> {children}
    </label>
  );
}

/** A switch of a list that the address keeps; changing it returns to the first page. */
export function useAddressToggle(name: string): [boolean, (on: boolean) => void] {
  const [address, change] = useAddress();
  const turn = (on: boolean) => change({ page: null, after: null, [name]: on ? "true" : null });
  return [address.has(name), turn];
}

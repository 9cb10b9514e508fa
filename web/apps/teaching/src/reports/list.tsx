import { hasRole, useUser } from "@staffroom/api";
import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useAddressFlag } from "../parts/use-address-flag";
import CallDialog from "./call-dialog";

/** Opens the dialog that requests reports, through the address, so that a command can open it too. */
export function RequestReports() {
  const [isOpen, show] = useAddressFlag("request");
  if (!hasRole(useUser(), "staff")) return null;
  return (
    <>
      <Button type="primary" icon={<Icon name="send" size={15} />} onClick={() => show(true)}>
        Request reports
      </Button>
      {isOpen && <CallDialog onClose={() => show(false)} />}
    </>
  );
}

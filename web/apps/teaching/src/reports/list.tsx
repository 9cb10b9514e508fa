import { hasRole, useUser } from "@staffroom/api";
import { Icon, useAddress } from "@staffroom/ui";
import { Button } from "antd";
import CallDialog from "./call-dialog";

const param = "request";

/** Opens the request of reports; the address has it, so that a command opens it too. */
export function RequestReports() {
  const [address, change] = useAddress();
  const show = (isOpen: boolean) =>
    change((before) => {
      if (isOpen) before.set(param, "true");
      else before.delete(param);
      return before;
    });
  if (!hasRole(useUser(), "staff")) return null;
  return (
    <>
      <Button type="primary" icon={<Icon name="send" size={15} />} onClick={() => show(true)}>
        Request reports
      </Button>
      {address.get(param) === "true" && <CallDialog onClose={() => show(false)} />}
    </>
  );
}

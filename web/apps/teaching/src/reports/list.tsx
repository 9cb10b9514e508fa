import { OpenByAddress } from "../parts/open-by-address";
import CallDialog from "./call-dialog";

export const RequestReports = () => (
  <OpenByAddress label="Request reports" flag="request" forRole="staff">
    {(close) => <CallDialog onClose={close} />}
  </OpenByAddress>
);

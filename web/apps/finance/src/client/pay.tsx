import { api } from "@staffroom/api";
import type { Answer, Row } from "@staffroom/contract";
import { Icon, useAttempt } from "@staffroom/ui";
import { Button } from "antd";

type Opened = Answer<"finance", "/invoice/{id}/link/open", "post">;

/** Opens the payment page of an invoice; its signed-in payer needs no passcode. */
export function Pay({ invoice }: { invoice: Row }) {
  const [busy, run] = useAttempt();
  const open = () =>
    run(async () => {
      const { address } = await api.post<Opened>(`/invoice/${Number(invoice.id)}/link/open`);
      globalThis.location.assign(`..${address}`);
    });
  return (
    <Button
      size="small"
      loading={busy !== null}
      icon={<Icon name="pound" size={13} />}
      onClick={(event) => {
        event.stopPropagation();
        void open();
      }}
    >
      Pay
    </Button>
  );
}

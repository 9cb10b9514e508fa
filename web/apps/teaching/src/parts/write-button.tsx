import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useNavigate } from "react-router";

/** Opens the form of a slip or report, for those who may change it. */
export function WriteButton({ record, to }: { record: { may: { edit: readonly string[] } }; to: string }) {
  const navigate = useNavigate();
  return record.may.edit.length > 0 ? (
    <Button icon={<Icon name="pencil" size={15} />} onClick={() => void navigate(to)}>
      Write
    </Button>
  ) : null;
}

import { impersonate, hasRole, useSession } from "@staffroom/api";
import { ProfileScreen } from "@staffroom/form";
import { Avatar, Icon, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useNavigate } from "react-router";

export default function Screen() {
  const { user } = useSession();
  const navigate = useNavigate();
  const become = async (id: number) => {
    try {
      await impersonate(id);
      await navigate("/");
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <ProfileScreen
      thing="/users"
      titleOf={(record) => String(record.name ?? record.id)}
      badgesOf={(record) => (typeof record.status === "string" ? [{ status: record.status }] : [])}
      avatarOf={(record) => <Avatar name={String(record.name ?? record.id)} size={34} />}
      actions={(record) =>
        hasRole(user) && user?.id !== record.id && !user?.impersonatedBy && (
          <Button icon={<Icon name="user-cog" size={15} />} onClick={() => void become(record.id)}>Impersonate</Button>
        )
      }
    />
  );
}

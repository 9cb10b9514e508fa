import { readUnsent, signOut, useSession } from "@staffroom/api";
import { Avatar, Icon, useDialogs } from "@staffroom/ui";
import { Dropdown } from "antd";
import { useNavigate } from "react-router";

/** The user's menu: settings, sign-in and security, password, signing out. */
export function UserMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  if (!user) return null;
  const leave = async () => {
    const unsent = readUnsent(user.id).map(({ label }) => label);
    const text = `Not sent yet: ${unsent.join(", ")}. Signing out takes it off this device.`;
    if (
      unsent.length &&
      !(await dialogs.ask({
        title: "Sign out without sending?",
        text,
        yes: "Sign out",
        no: "Stay signed in",
        danger: true,
      }))
    )
      return;
    await signOut();
    await navigate("/login");
  };
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: [
          {
            key: "name",
            type: "group",
            label: (
              <>
                <b>{user.name}</b>
                <br />
                {user.roles.map((role) => role.title).join(", ") || user.email}
              </>
            ),
          },
          { type: "divider" },
          { key: "settings", label: "My settings", icon: <Icon name="settings" size={15} /> },
          { key: "security", label: "Sign-in and security", icon: <Icon name="shield" size={15} /> },
          { key: "password", label: "Change password", icon: <Icon name="key" size={15} /> },
          { key: "out", label: "Sign out", icon: <Icon name="sign-out" size={15} /> },
        ],
        onClick: ({ key }) => {
          if (key === "settings") void navigate("/settings");
          if (key === "security") void navigate("/security");
          if (key === "password") void navigate("/password/change");
          if (key === "out") void leave();
        },
      }}
    >
      <button type="button" className="sr-top-user" aria-label={`${user.name}, menu`}>
        <Avatar name={user.name} image={user.avatar} offset={user.avatarOffset} size={26} />
        <Icon name="chevron-down" size={13} />
      </button>
    </Dropdown>
  );
}

import type { RecordData } from "@staffroom/contract";
import { ProfileScreen } from "@staffroom/form";
import { Avatar, Widget } from "@staffroom/ui";

const nameOf = (record: RecordData) => [record.firstName, record.lastName].filter(Boolean).join(" ") || `${record.id}`;

/** Details and comments of any kind of person. */
export function PersonProfile({ thing, entityType }: { thing: string; entityType: string }) {
  return (
    <ProfileScreen
      thing={thing}
      titleOf={nameOf}
      badgesOf={(record) => (typeof record.status === "string" && record.status ? [{ status: record.status }] : [])}
      avatarOf={(record) => <Avatar name={nameOf(record)} size={34} />}
      tabs={[
        {
          name: "comments",
          title: "Comments",
          draw: (record) => <Widget name="comments" props={{ entityType, entityTypeId: record.id }} />,
        },
      ]}
    />
  );
}

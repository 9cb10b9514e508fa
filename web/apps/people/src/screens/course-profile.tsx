import { ProfileScreen } from "@staffroom/form";
import { Widget } from "@staffroom/ui";

export default function Screen() {
  return (
    <ProfileScreen
      thing="/courses"
      titleOf={(record) => String(record.title ?? record.name ?? record.id)}
      tabs={[
        {
          name: "comments",
          title: "Comments",
          draw: (record) => <Widget name="comments" props={{ entityType: "course", entityTypeId: record.id }} />,
        },
      ]}
    />
  );
}

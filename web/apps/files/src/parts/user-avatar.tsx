import { useApi } from "@staffroom/api";
import type { Answer, WidgetProps } from "@staffroom/contract";
import { Avatar } from "@staffroom/ui";

/** The picture of a user, or the initials: as text, for which every browser has the fonts. */
export default function UserAvatar({ userId, size = 28 }: WidgetProps["avatar"]) {
  const { data } = useApi<Answer<"files", "/avatar/user/{userId}">>(
    `/avatar/user/${userId}`,
    { size: size > 64 ? "large" : "small" },
    { staleTime: 60_000 },
  );
  if (data?.generated) return <Avatar name="" letters={data.initials} shade={userId} size={size} />;
  return <Avatar name="" size={size} image={data && `data:${data.mediaType};base64,${data.image}`} />;
}

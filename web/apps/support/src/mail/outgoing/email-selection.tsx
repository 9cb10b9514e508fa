import { hasRole, loadPiece, useApi, useSession } from "@staffroom/api";
import type { Answer, WidgetProps } from "@staffroom/contract";
import { chosenIds } from "@staffroom/list";
import { formatNumber, Icon, toast, useAttempt } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";

const EmailPreviewDialog = lazy(() => loadPiece(() => import("./preview")));

type Props = WidgetProps["email-selection"];

/** Maximum number of recipients in a call (`docs/api.md`, Email templates). */
const most = 5000;

/** A button for a list's selection bar: chooses a template, then shows the emails to the selected persons. */
export default function EmailSelection({ entityType, path, choice, label = "Email" }: Props) {
  const { user } = useSession();
  const navigate = useNavigate();
  const about = entityType === "invoice" ? "invoice" : "person";
  const [isOpened, setOpened] = useState(false);
  const [busy, attempt] = useAttempt();
  const [open, setOpen] = useState<{ templateId: number; ids: readonly number[] } | null>(null);
  const templates = useApi<Answer<"support", "/emailTemplates">>(
    "/emailTemplates",
    { about, ...(about === "person" ? { sentTo: entityType } : {}), sort: "name", pageSize: 100 },
    { enabled: isOpened },
  );
  if (!hasRole(user, "staff")) return null;

  const show = (templateId: number) =>
    attempt(async () => {
      const ids = await chosenIds(path, choice, most);
      if (ids?.length) setOpen({ templateId, ids });
      else toast.info(ids ? "Nobody is selected" : `Please select at most ${formatNumber(most)} records`);
    });
  const listed = templates.data?.map(({ id, name }) => ({ key: String(id), label: name }));
  const none = {
    key: "",
    label: templates.data ? "No templates yet. Add the first" : "Loading",
    disabled: !templates.data,
  };
  return (
    <>
      <Dropdown
        trigger={["click"]}
        disabled={"ids" in choice && !choice.ids.length}
        onOpenChange={(opens) => opens && setOpened(true)}
        menu={{
          items: listed?.length ? listed : [none],
          onClick: ({ key }) => (key ? void show(Number(key)) : void navigate("/support/emails")),
        }}
      >
        <Button size="small" loading={busy !== null} icon={<Icon name="mail" size={14} />}>
          {label}
        </Button>
      </Dropdown>
      {open && (
        <Suspense fallback={null}>
          <EmailPreviewDialog
            templateId={open.templateId}
            entityType={entityType}
            entityTypeIds={open.ids}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

import { addStar, api, dropView, mayKeep, putView, removeStar, useStars } from "@staffroom/api";
import type { Field, SavedView } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { attempt, Icon, toast, useDialogs, useViewsOfList } from "@staffroom/ui";
import { Button, Dropdown, type MenuProps } from "antd";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { saveAsTable } from "./save-as-table";
import { addressOfView, type ListViews } from "./saved-views";

const nameField: Field = { name: "name", title: "Name", type: "text", required: true, maxLength: 60 };
type Naming = { title: string; submit: string; name: string; send: (name: string) => Promise<void> };

/** The views of a list, built-in ones and the user's: choose one, save the current one, change the chosen one. */
export function SavedViewsButton({ views: saved, title }: { views: ListViews; title: string }) {
  const { views, active, isChanged, present, choose } = saved;
  const [naming, setNaming] = useState<Naming | null>(null);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const screens = useViewsOfList(pathname);
  const stars = useStars();
  const dialogs = useDialogs();

  const put = async (view: SavedView, change: Partial<SavedView>) =>
    putView(await api.put<SavedView>(`/me/views/${view.id}`, change));
  const targetOf = (view: SavedView) => `${pathname}?${addressOfView(view)}`;
  const starOf = (view: SavedView) => stars.find(({ target }) => new RegExp(`[?&]saved=${view.id}$`).test(target));

  const saveTable = async (name: string) => {
    const { list, query, columns, view } = present();
    const opened = await saveAsTable(name, { list, screen: pathname, definition: { query, columns, view } });
    toast.success(`${name} was saved as a table`);
    void navigate(opened);
  };

  const commands: Record<string, (view: SavedView) => unknown> = {
    update: (view) =>
      attempt(async () => {
        const { list: _list, ...change } = present();
        await put(view, change);
        toast.success(`${view.name} was updated`);
      }),
    rename: (view) =>
      setNaming({ title: "Rename view", submit: "Rename", name: view.name ?? "", send: (name) => put(view, { name }) }),
    first: (view) => attempt(() => put(view, { isDefault: !view.isDefault })),
    star: (view) =>
      attempt(() => {
        const star = starOf(view);
        return star
          ? removeStar(star)
          : addStar({ target: targetOf(view), title: `${view.name}, ${title}`, kind: "view" });
      }),
    delete: async (view) => {
      if (!(await dialogs.askDelete(`the view ${view.name}`))) return;
      await attempt(async () => {
        await api.delete(`/me/views/${view.id}`);
        const star = starOf(view);
        dropView(view.id);
        choose(undefined);
        if (star) await removeStar(star);
      });
    },
  };
  const save = () =>
    setNaming({
      title: "Save view",
      submit: "Save view",
      name: "",
      send: async (name) => {
        const view = await api.post<SavedView>("/me/views", { ...present(), name });
        putView(view);
        choose(view);
      },
    });

  const keeps = mayKeep();
  const whole = "Whole list";
  const mark = (on: boolean) => <span className="sr-views-mark">{on && <Icon name="check" size={15} />}</span>;
  const items: MenuProps["items"] = [
    ...(screens.length
      ? screens.map((screen, place) => ({
          key: `screen:${screen.link}`,
          icon: mark(!active && screen.link === pathname),
          label: place ? screen.title : whole,
        }))
      : [{ key: "view:", icon: mark(!active), label: whole }]),
    ...views.map((view) => ({
      key: `view:${view.id}`,
      icon: mark(view === active),
      label: (
        <>
          {view.name}
          {view.isDefault && <span className="sr-muted"> default</span>}
        </>
      ),
    })),
    { type: "divider" },
    { key: "save", label: "Save as…", icon: <Icon name="plus" size={15} />, disabled: !keeps },
    { key: "table", label: "Save as table…", icon: <Icon name="table" size={15} />, disabled: !keeps },
    ...(active
      ? [
          {
            key: "update",
            label: `Update ${active.name}`,
            icon: <Icon name="save" size={15} />,
            disabled: !keeps || !isChanged,
          },
          { key: "rename", label: "Rename…", icon: <Icon name="pencil" size={15} />, disabled: !keeps },
          {
            key: "first",
            label: active.isDefault ? "No longer default" : "Make default",
            icon: <Icon name="badge" size={15} />,
            disabled: !keeps,
          },
          {
            key: "star",
            label: starOf(active) ? "Remove star" : "Star",
            icon: <Icon name="star" size={15} />,
            disabled: !keeps,
          },
          { key: "delete", label: "Delete", icon: <Icon name="trash" size={15} />, danger: true, disabled: !keeps },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items,
          onClick: ({ key }) => {
            const screen = key.startsWith("screen:") ? key.slice("screen:".length) : null;
            if (screen !== null && screen !== pathname) void navigate(screen);
            else if (screen !== null) choose(undefined);
            else if (key.startsWith("view:")) choose(views.find(({ id }) => `view:${id}` === key));
            else if (key === "save") save();
            else if (key === "table")
              setNaming({
                title: "Save as table",
                submit: "Save as table",
                name: active?.name ?? title,
                send: saveTable,
              });
            else if (active) void commands[key]?.(active);
          },
        }}
      >
        <Button
          className="sr-views"
          aria-label={active ? `Views, ${active.name}` : "Views"}
          icon={<Icon name="bookmark" size={15} />}
        >
          <span>{active ? active.name : "Views"}</span>
          {isChanged && <i title="Its filters have changed">*</i>}
        </Button>
      </Dropdown>
      <FieldFormDialog
        open={!!naming}
        title={naming?.title ?? ""}
        submitLabel={naming?.submit}
        fields={[nameField]}
        initial={{ name: naming?.name ?? "" }}
        to={async ({ name }) => naming?.send(String(name))}
        onDone={() => setNaming(null)}
        onCancel={() => setNaming(null)}
      />
    </>
  );
}

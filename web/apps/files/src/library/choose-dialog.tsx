import { api, useApi, useRecord } from "@staffroom/api";
import type { Answer, UploadedFile, WidgetProps } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { Answered, Dialog, FileIcon, formatBytes, StatePanel, toast, useAttempt } from "@staffroom/ui";
import { Button, Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { FolderWay, SubfolderRows } from "./folder/move-dialog";
import { folderPath, nameOf, type Folder, type Root } from "./types";
import "./style.css";

type Copied = Answer<"files", "/library/copy", "post">;
type Hit = { id: number; name: string; extension: string; size: number; folder?: string };

const longEnough = 3;
const most = 20;

/** The library over another screen: the user browses folders or searches, chooses files, and gets copies of them. */
export default function ChooseDialog({
  roots,
  kind,
  entityType,
  entityTypeId,
  onChosen,
  onClose,
}: WidgetProps["library"] & { roots: readonly Root[]; onClose: () => void }) {
  const [at, setAt] = useState(roots[0]?.id ?? 0);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<number, Hit>>(new Map());
  const [busy, run] = useAttempt();
  const { options } = useOptions({ optionsFrom: "/orgs" }, { enabled: roots.length > 1 });
  const search = text.trim();
  const isSearching = search.length >= longEnough;
  const query = useRecord<Folder>(folderPath(at));
  const hits = useApi<Hit[]>("/library", { search, page: 1, pageSize: 25 }, { enabled: isSearching });
  const choose = (file: Hit, on: boolean) =>
    setChosen((before) => {
      const after = new Map(before);
      if (on) after.set(file.id, file);
      else after.delete(file.id);
      return after;
    });
  const take = () =>
    run(async () => {
      const files = [...chosen.values()];
      const { ids } = await api.post<Copied>("/library/copy", {
        fileIds: files.map(({ id }) => id),
        uploadType: kind ?? "",
        entityType: entityType ?? "",
        entityTypeId: entityTypeId ?? null,
      });
      const copies: UploadedFile[] = files.flatMap((file, place) =>
        ids[place] === undefined ? [] : [{ id: ids[place], name: nameOf(file), size: file.size }],
      );
      toast.success(copies.length === 1 ? `${copies[0]?.name} added` : `${copies.length} files added`);
      onChosen?.(copies);
      onClose();
    }, "take");
  const tooMany = chosen.size > most;
  const row = (file: Hit) => (
    <li key={file.id}>
      <Checkbox checked={chosen.has(file.id)} onChange={({ target }) => choose(file, target.checked)}>
        <span className="lib-choice">
          <FileIcon name={nameOf(file)} /> {nameOf(file)}{" "}
          <span className="sr-muted">
            {file.folder && `${file.folder}, `}
            {formatBytes(file.size)}
          </span>
        </span>
      </Checkbox>
    </li>
  );
  return (
    <Dialog
      open
      title="Choose files of the library"
      onCancel={onClose}
      footer={
        <>
          <span className="sr-muted">
            {tooMany ? `Choose at most ${most} files. ` : chosen.size > 0 && `${chosen.size} chosen. `}They are added as
            they are now.
          </span>
          <Button onClick={onClose}>Go back</Button>
          <Button
            type="primary"
            disabled={!chosen.size || tooMany}
            loading={busy === "take"}
            onClick={() => void take()}
          >
            Add files
          </Button>
        </>
      }
    >
      <div className="lib-choose">
        <Input.Search
          allowClear
          aria-label="Search the library"
          placeholder="Search the library, three letters or more"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {!isSearching && roots.length > 1 && (
          <Select
            aria-label="Organisation"
            value={roots.find(({ id }) => id === query.data?.breadcrumbs[0]?.id)?.id}
            options={roots.map(({ id, orgId }) => ({
              value: id,
              label: options.find(({ value }) => value === orgId)?.label ?? "",
            }))}
            onChange={setAt}
            popupMatchSelectWidth={false}
          />
        )}
        {isSearching ? (
          <Answered query={hits} rows={5}>
            {(files) =>
              files.length ? (
                <ul aria-label="Files found">{files.map(row)}</ul>
              ) : (
                <StatePanel compact icon="search" title="Nothing matches" text="Try fewer letters." />
              )
            }
          </Answered>
        ) : (
          <Answered query={query} rows={5}>
            {(folder) => (
              <>
                <FolderWay folder={folder} onOpen={setAt} />
                <ul aria-label={`Content of ${folder.name}`}>
                  <SubfolderRows folder={folder} onOpen={setAt} />
                  {folder.files.map(row)}
                  {folder.subfolders.length + folder.files.length === 0 && (
                    <li className="sr-muted">This folder is empty</li>
                  )}
                </ul>
                {folder.more && <p className="sr-muted">The first 1,000 files are shown. Search finds the others.</p>}
              </>
            )}
          </Answered>
        )}
      </div>
    </Dialog>
  );
}

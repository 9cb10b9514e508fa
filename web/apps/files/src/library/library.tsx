import { api, hasRole, useApi, useRecord, useUser } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Answered, attempt, IconButton, PageHeader, StatePanel, useAddress } from "@staffroom/ui";
import { Button, Segmented, Select } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { FavouritesPlace } from "./favourites";
import { FolderView } from "./folder/folder-view";
import { ResultsDialog } from "./folder/results-dialog";
import { withSeveral, type Refusals } from "./folder/several";
import { folderPath, type Folder, type Root } from "./types";
import "./style.css";

const shows = [
  { value: "", label: "Folders" },
  { value: "favourites", label: "Favourites" },
  { value: "all", label: "All documents" },
];
const ofOffice = [
  { value: "signing", label: "Signatures" },
  { value: "trash", label: "Trash" },
];
const ofAdmin = [{ value: "retention", label: "Retention" }];

/** The document library: folders, all documents as a list, and the trash. */
export default function Library() {
  const { folderId } = useParams();
  const [address, change] = useAddress();
  const show = address.get("show") ?? "";
  // Filters of one tab mean nothing in another.
  const choose = (value: string) => change(() => new URLSearchParams(value ? { show: value } : {}));
  const user = useUser();
  const places = [...shows, ...(hasRole(user, "staff") ? ofOffice : []), ...(hasRole(user, "sysAdmin") ? ofAdmin : [])];
  const views = (
    <span className="lib-places">
      <Segmented aria-label="Show" options={places} value={show} onChange={choose} />
    </span>
  );
  const [refusals, setRefusals] = useState<Refusals | null>(null);
  const recover = async (ids: readonly number[]) => {
    const result = await withSeveral("recover", ids);
    if (result && result !== "done") setRefusals(result);
  };
  if (show === "favourites") return <FavouritesPlace views={views} />;
  if (show === "signing")
    return (
      <ListScreen
        path="/library/signing"
        subtitle={views}
        emptyText="Nobody is asked to sign a document of your folders."
      />
    );
  if (show === "retention")
    return (
      <ListScreen
        path="/library/retention"
        subtitle={views}
        emptyText="Documents are kept until somebody deletes them."
      />
    );
  if (show === "all") return <AllDocuments views={views} />;
  if (show === "trash") {
    return (
      <>
        <ListScreen
          path="/library/trash"
          subtitle={views}
          emptyText="Files deleted from the library stay here for 30 days."
          rowActions={(row) => (
            <IconButton
              icon="undo"
              size={14}
              label={`Restore ${String(row.name)}`}
              onClick={() => void recover([Number(row.id)])}
            />
          )}
          selectionActions={(choice) =>
            "ids" in choice && <Button onClick={() => void recover(choice.ids.map(Number))}>Restore files</Button>
          }
        />
        {refusals && <ResultsDialog {...refusals} onClose={() => setRefusals(null)} />}
      </>
    );
  }
  return folderId ? <OpenFolder id={Number(folderId)} views={views} /> : <FirstFolder views={views} />;
}

type Place = { page: number; text: string; excerpt: string };

/** The words around a search result inside a document, in place of its description. */
const cells = {
  description: (value: unknown, { place }: Row) => (place ? <Found {...(place as Place)} /> : String(value ?? "")),
};

function Found({ page, text, excerpt }: Place) {
  const at = excerpt.toLowerCase().indexOf(text.toLowerCase());
  return (
    <span className="lib-found" title={excerpt}>
      <b>Page {page}</b>{" "}
      {at < 0 ? (
        excerpt
      ) : (
        <>
          {excerpt.slice(0, at)}
          <mark>{excerpt.slice(at, at + text.length)}</mark>
          {excerpt.slice(at + text.length)}
        </>
      )}
    </span>
  );
}

/** A document whose content matches a search opens in the viewer at that page, any other one in its folder. */
function targetOf({ id, folderId, place }: Row): string {
  if (!place) return `/library/${String(folderId)}?file=${String(id)}`;
  const { page, text } = place as Place;
  return `/file/${String(id)}?${new URLSearchParams({ q: text, page: String(page) }).toString()}`;
}

function AllDocuments({ views }: { views: React.ReactNode }) {
  return <ListScreen path="/library" subtitle={views} target={targetOf} cells={cells} />;
}

/** Links to the root of the only organisation, or offers the organisations. */
function FirstFolder({ views }: { views: React.ReactNode }) {
  const roots = useApi<Root[]>("/library/roots");
  const { open } = useOrganisations(roots.data);
  const only = roots.data?.[0];
  const go = useEffectEvent(() => only && void open(only.orgId));
  useEffect(() => {
    if (only) go();
  }, [only]);
  return (
    <>
      <PageHeader title="Documents" subtitle={views} />
      <Answered query={roots} panel rows={8}>
        {(found) =>
          found.length > 0 ? null : (
            <StatePanel
              icon="folder"
              title="No folder for you yet"
              text="An administrator of the library gives people access to its folders."
            />
          )
        }
      </Answered>
    </>
  );
}

/** The organisations with a library, and a function that opens one of them, and creates it if there is none yet. */
function useOrganisations(roots: readonly Root[] | undefined) {
  const navigate = useNavigate();
  const { options } = useOptions({ optionsFrom: "/orgs" });
  const seen = options.filter(({ value }) => roots?.some(({ orgId }) => orgId === value));
  const open = (orgId: number) =>
    attempt(async () => {
      const root = roots?.find((one) => one.orgId === orgId)?.id ?? (await api.post<Folder>("/entry", { orgId })).id;
      void navigate(`/library/${root}`, { replace: true });
    });
  return {
    options: seen as { value: number; label: string }[],
    every: options as { value: number; label: string }[],
    open,
  };
}

function OpenFolder({ id, views }: { id: number; views: React.ReactNode }) {
  const query = useRecord<Folder>(folderPath(id));
  const roots = useApi<Root[]>("/library/roots");
  const { options, every, open } = useOrganisations(roots.data);
  return (
    <Answered query={query} panel rows={10}>
      {(folder) => {
        // sysAdmin opens libraries that are still empty, everybody else those in which they see something.
        const offered = folder.may.history ? every : options;
        const organisation = offered.length > 1 && (
          <Select
            aria-label="Organisation"
            value={folder.orgId}
            options={offered}
            onChange={(orgId: number) => void open(orgId)}
            popupMatchSelectWidth={false}
          />
        );
        return (
          <FolderView
            key={id}
            folder={folder}
            tools={
              <>
                {views}
                {organisation}
              </>
            }
          />
        );
      }}
    </Answered>
  );
}

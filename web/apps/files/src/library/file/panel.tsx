import { api, download, useApi, useRecord, useUser } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections, FormButton } from "@staffroom/form";
import {
  Answered,
  attempt,
  formatBytes,
  formatDate,
  formatDateTime,
  Icon,
  IconButton,
  StatePanel,
  toast,
  useDialogs,
} from "@staffroom/ui";
import { Button } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { AccessDialog } from "../folder/access-dialog";
import { CompareDialog } from "./compare-dialog";
import { Favourite } from "../favourites";
import { Holding } from "../folder/holding";
import { NewVersion } from "./new-version";
import { Signatures } from "../signing/signatures";
import { libraryChanged, linkTo, nameOf, type Folder, type LibraryFile, type Version } from "../types";

const nextReview = [{ name: "nextDate", title: "Next review", type: "date", required: true }] as const;

type FilePanelProps = {
  file: LibraryFile;
  folder: Folder;
  edits: boolean;
  details: boolean;
  onView: () => void;
  onClose: () => void;
};

/** The details of a file next to its folder: editable fields, reviews, signatures, versions and who sees it. */
export function FilePanel({ file, folder, edits, details, onView, onClose }: FilePanelProps) {
  const user = useUser();
  const record = useRecord<RecordData>(`/file/${file.id}/details`);
  const [isSharing, setSharing] = useState(false);
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(linkTo(file.id));
      toast.success("Link copied. It always opens the latest version.");
    });
  return (
    <aside className="lib-panel" aria-label={`Details of ${file.name}`}>
      <header>
        <h2>{file.name}</h2>
        <Favourite kind="file" id={file.id} name={file.name} />
        <IconButton icon="close" size={15} label="Close the details" onClick={onClose} />
      </header>
      <p className="sr-muted">
        {file.extension.toUpperCase()}, {formatBytes(file.size)}, version {file.number}, by {file.uploadedBy}
      </p>
      {file.leaves && (
        <p className="lib-overdue">
          Goes into the trash on {formatDate(file.leaves)}, since the years for which it is kept end
        </p>
      )}
      <Button block type="primary" icon={<Icon name="external" size={14} />} onClick={onView}>
        Open file
      </Button>
      <div className="lib-buttons">
        <Button size="small" icon={<Icon name="copy" size={13} />} onClick={() => void copy()}>
          Copy link
        </Button>
        {edits && (
          <Button size="small" icon={<Icon name="users" size={13} />} onClick={() => setSharing(true)}>
            People who can see this
          </Button>
        )}
      </div>
      <Answered query={record} rows={6} compact>
        {(data) => <FieldSections thing="/file" path={`/file/${file.id}`} record={data} onSaved={libraryChanged} />}
      </Answered>
      {details && (edits || file.owner === user.id) && <Review file={file} />}
      <Signatures file={file} folderId={folder.id} edits={edits} />
      {details && <Versions file={file} edits={edits} />}
      {details && <Holding kind="file" id={file.id} name={file.name} hold={file.hold ?? ""} inherited={folder.hold} />}
      {isSharing && (
        <AccessDialog folder={folder} title={`Who can see ${file.name}`} onClose={() => setSharing(false)} />
      )}
    </aside>
  );
}

/** The review of a file: the last one's date, and the next. */
function Review({ file }: { file: LibraryFile }) {
  return (
    <section className="lib-part" aria-label="Review">
      <h3>Review</h3>
      <p>
        {file.reviewDate ? (
          <span className={file.overdue ? "lib-overdue" : undefined}>
            {file.overdue ? "Overdue since" : "Due on"} {formatDate(file.reviewDate)}
          </span>
        ) : (
          <span className="sr-muted">No review date</span>
        )}
        {file.reviewed && (
          <span className="sr-muted">
            , last reviewed on {formatDate(file.reviewed)} by {file.reviewedBy}
          </span>
        )}
      </p>
      <FormButton
        small
        icon="check"
        label="Mark as reviewed"
        fields={nextReview as never}
        initial={{ nextDate: dayjs().add(1, "year").format("YYYY-MM-DD") }}
        to={(values) => api.post(`/file/${file.id}/reviewed`, values)}
        notice="Marked as reviewed"
        onDone={libraryChanged}
      />
    </section>
  );
}

function Versions({ file, edits }: { file: LibraryFile; edits: boolean }) {
  const dialogs = useDialogs();
  const query = useApi<Version[]>(`/file/${file.id}/versions`);
  const [isAdding, setAdding] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const restore = async ({ versionId, number }: Version) => {
    const yes = await dialogs.ask({
      title: `Restore version ${number}?`,
      text: `Version ${number} becomes the latest one again; all others stay.`,
      yes: "Restore version",
    });
    if (!yes || !(await attempt(() => api.post(`/version/${versionId}/restore`)))) return;
    libraryChanged();
    toast.success(`Version ${number} is the latest one again`);
  };
  return (
    <section className="lib-versions" aria-label="Versions">
      <header>
        <h3>Versions</h3>
        {file.number > 1 && (
          <Button size="small" onClick={() => setComparing(true)}>
            Compare
          </Button>
        )}
        {edits && (
          <Button
            size="small"
            icon={<Icon name="upload" size={13} />}
            disabled={file.locked}
            title={file.locked ? "This file is locked. Unlock it before you add a version." : undefined}
            onClick={() => setAdding(true)}
          >
            New version
          </Button>
        )}
      </header>
      <Answered query={query} rows={3} compact>
        {(versions) =>
          versions.length === 0 ? (
            <StatePanel compact icon="history" title="No versions" text="" />
          ) : (
            <ol>
              {versions.map((version) => (
                <li key={version.versionId}>
                  <span className="lib-version-text">
                    <b>
                      Version {version.number}
                      {version.latest && ", latest"}
                    </b>
                    <span className="sr-muted">
                      {formatDateTime(version.createdAt)}, {version.uploadedBy}, {formatBytes(version.size)}
                    </span>
                    {version.note && <span>{version.note}</span>}
                  </span>
                  <IconButton
                    icon="download"
                    size={14}
                    label={`Download version ${version.number}`}
                    onClick={() =>
                      void attempt(() => download(`/version/${version.versionId}/download`, nameOf(version)))
                    }
                  />
                  {edits && !version.latest && (
                    <IconButton
                      icon="undo"
                      size={14}
                      label={`Restore version ${version.number}`}
                      onClick={() => void restore(version)}
                    />
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
      {isComparing && query.data && (
        <CompareDialog file={file} versions={query.data} onClose={() => setComparing(false)} />
      )}
      {isAdding && <NewVersion file={file} onClose={() => setAdding(false)} />}
    </section>
  );
}

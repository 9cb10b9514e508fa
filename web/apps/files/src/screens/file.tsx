import { download, plainErrorText, call } from "@staffroom/api";
import { ErrorState, FileIcon, formatBytes, Icon, LoadingState, PageHeader, Panel, StatePanel, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";

type Shown = { name: string; type: string; size: number; address: string };

function nameOf(answer: Response, fileId: string): string {
  const given = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  return given ? decodeURIComponent(given) : `file-${fileId}`;
}

async function load(fileId: string, signal: AbortSignal): Promise<Shown> {
  const answer = await call("GET", `/file/${fileId}/download`, undefined, { headers: { Accept: "*/*" }, signal });
  const blob = await answer.blob();
  return { name: nameOf(answer, fileId), type: blob.type, size: blob.size, address: URL.createObjectURL(blob) };
}

/** One file: a picture is shown, everything else is handed over. */
export default function Screen() {
  const { fileId = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: [`/file/${fileId}/download`],
    queryFn: ({ signal }) => load(fileId, signal),
    gcTime: 0,
  });
  const address = data?.address;
  useEffect(() => () => {
    if (address) URL.revokeObjectURL(address);
  }, [address]);
  const save = () => {
    if (data) download(`/file/${fileId}/download`, data.name).catch((cause: unknown) => toast.info(plainErrorText(cause)));
  };
  if (error) return <Panel><ErrorState error={error} title="The file did not load" onRetry={() => void refetch()} /></Panel>;
  if (!data) return <LoadingState rows={10} />;
  return (
    <>
      <PageHeader
        title={data.name}
        subtitle={formatBytes(data.size)}
        avatar={<FileIcon name={data.name} size={24} />}
        actions={<Button icon={<Icon name="download" size={15} />} onClick={save}>Download</Button>}
      />
      <Panel>
        {data.type.startsWith("image/") && data.type !== "image/svg+xml" ? (
          <img src={data.address} alt={data.name} style={{ maxWidth: "100%", display: "block", margin: "0 auto" }} />
        ) : (
          <StatePanel icon="file-text" title="No preview of this type" text="Download the file to open it." actions={<Button type="primary" onClick={save}>Download</Button>} />
        )}
      </Panel>
    </>
  );
}

import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { toast, useAttempt } from "@staffroom/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { readingOf } from "./use-reading";

/**
 * Makes the server process a file again whose processing failed; the server says who may (`again` of
 * `/file/{id}/pages`).
 */
export function ReadAgain({ fileId }: { fileId: number }) {
  const [busy, run] = useAttempt();
  const client = useQueryClient();
  const read = () =>
    run(async () => {
      client.setQueryData(
        readingOf(fileId),
        await api.post<Answer<"files", "/file/{id}/pages">>(`/file/${fileId}/read`),
      );
      toast.success("The file is being read again");
    }, "read");
  return (
    <Button loading={busy === "read"} onClick={() => void read()}>
      Read again
    </Button>
  );
}

import { api } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import { tellLater } from "@staffroom/list";
import { toast } from "@staffroom/ui";

/** Starts a job that creates a file; a toast with `title` offers the file when it is ready, on any screen. */
export async function startLater(path: string, body: object, title: string, notice: string): Promise<void> {
  const { id } = await api.post<Shape<"teaching", "Started">>(path, body);
  tellLater({ id, title });
  toast.success(`${notice} The file is offered here when it is ready`);
}

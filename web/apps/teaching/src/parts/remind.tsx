import { api } from "@staffroom/api";
import type { Choice, ListPath } from "@staffroom/contract";
import { chosenIds } from "@staffroom/list";
import { ActionButton, formatNumber, toast } from "@staffroom/ui";

/** Maximum number of records in a call. */
const most = 500;

/** Reminds the writers of these records of a list, in one notice each; `tell` says how many of what in the toast. */
export async function remind<T>(list: ListPath, choice: Choice, path: string, tell: (answer: T) => string) {
  const ids = await chosenIds(list, choice, most);
  if (!ids) return toast.info(`At most ${formatNumber(most)} records at once`);
  toast.success(tell(await api.post<T>(path, { ids })));
}

/** The button that does so for a selection. */
export const RemindButton = ({ run }: { run: () => Promise<void> }) => (
  <ActionButton size="small" run={run}>
    Remind
  </ActionButton>
);

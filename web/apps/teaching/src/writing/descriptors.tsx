import { useFields } from "@staffroom/form";
import { Dialog, PlainTable } from "@staffroom/ui";

/** The meaning of 5, 3 and 1 in the six categories. */
const rows = [
  [
    "cat1",
    "All work was done, well, and more than was asked",
    "The work that was set was done",
    "Little or nothing was done",
  ],
  [
    "cat2",
    "Came with everything, notes in order, deadlines kept",
    "Had what was needed most of the time",
    "Came without notes or books",
  ],
  [
    "cat3",
    "Recalls all of the material without prompting",
    "Recalls the main facts, some with a prompt",
    "Recalls little of what was taught",
  ],
  [
    "cat4",
    "Explains ideas in own words and connects them",
    "Follows the main ideas, explains some of them",
    "Does not follow the ideas yet",
  ],
  [
    "cat5",
    "Solves new kinds of problems alone",
    "Solves familiar problems, new ones with help",
    "Cannot yet use what was taught",
  ],
  ["cat6", "Leads the discussion, asks searching questions", "Answers and asks when invited", "Takes little part"],
] as const;
type Descriptor = (typeof rows)[number];

/** The meaning of the ratings (teaching.md 2). */
export function Descriptors({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { fields } = useFields("/slip");
  const labelOf = (rating: number) => fields.get("cat1")?.options?.find(({ value }) => value === rating)?.label ?? "";
  return (
    <Dialog open={open} onCancel={onClose} title="Meaning of the ratings" footer={null} width={860}>
      <PlainTable<Descriptor>
        stacks
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { title: "", cell: ([name]) => <b>{fields.get(name)?.title}</b> },
          { title: `5 ${labelOf(5)}`, cell: ([, five]) => five },
          { title: `3 ${labelOf(3)}`, cell: ([, , three]) => three },
          { title: `1 ${labelOf(1)}`, cell: ([, , , one]) => one },
        ]}
        empty=""
      />
    </Dialog>
  );
}

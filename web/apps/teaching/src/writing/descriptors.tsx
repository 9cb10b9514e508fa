import { Dialog, PlainTable } from "@staffroom/ui";

const rows = [
  ["Independent preparation", "All work was done, well, and more than was asked", "The work that was set was done", "Little or nothing was done"],
  ["Organisation", "Came with everything, notes in order, deadlines kept", "Had what was needed most of the time", "Came without notes or books"],
  ["Factual knowledge", "Recalls all of the material without prompting", "Recalls the main facts, some with a prompt", "Recalls little of what was taught"],
  ["Conceptual knowledge", "Explains ideas in own words and connects them", "Follows the main ideas, explains some of them", "Does not follow the ideas yet"],
  ["Application of knowledge", "Solves new kinds of problems alone", "Solves familiar problems, new ones with help", "Cannot yet use what was taught"],
  ["Participation", "Leads the discussion, asks searching questions", "Answers and asks when invited", "Takes little part"],
] as const;
type Descriptor = (typeof rows)[number];

/** What the ratings mean (teaching.md 2). */
export function Descriptors({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onCancel={onClose} title="What the ratings mean" footer={null} width={860}>
      <PlainTable<Descriptor>
        stacks
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { title: "", cell: ([name]) => <b>{name}</b> },
          { title: "5 Excellent", cell: ([, five]) => five },
          { title: "3 Good", cell: ([, , three]) => three },
          { title: "1 Poor", cell: ([, , , one]) => one },
        ]}
        empty=""
      />
    </Dialog>
  );
}

import { useRecord } from "@staffroom/api";
import { ListScreen } from "@staffroom/list";
import { Answered, attempt, Dialog, Facts, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import "../style.css";

type Snippet = { snippet: string; json: string; rss: string; html: string };

function Embed() {
  const query = useRecord<Snippet>("/website-notices/snippet");
  const copy = (text: string) =>
    attempt(async () => {
      await navigator.clipboard.writeText(text);
      toast.success("Snippet copied");
    });
  const link = (address: string) => (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  );
  return (
    <Answered query={query}>
      {({ snippet, json, rss, html }) => (
        <>
          <p>
            Put these lines into a page of the public site. It shows the live notices there; <code>language=pt</code>{" "}
            and <code>audience=parents</code> choose others.
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a long line from here */}
          <div className="id-snippet" role="region" aria-label="Snippet" tabIndex={0}>
            <pre>{snippet}</pre>
          </div>
          <Button type="primary" onClick={() => void copy(snippet)}>
            Copy snippet
          </Button>
          <Facts single facts={{ JSON: link(json), "RSS feed": link(rss), HTML: link(html) }} />
        </>
      )}
    </Answered>
  );
}

/** The notices of the public website. */
export default function Website() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListScreen
        path="/website-notices"
        actions={<Button onClick={() => setOpen(true)}>Show on a site</Button>}
        emptyText="Write the first notice of the public site."
      />
      <Dialog open={isOpen} width={720} title="Show notices on a site" footer={null} onCancel={() => setOpen(false)}>
        <Embed />
      </Dialog>
    </>
  );
}

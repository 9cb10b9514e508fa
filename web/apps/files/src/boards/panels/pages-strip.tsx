import { IconButton, useDialogs } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useEffect, useState } from "react";
import { turnPage } from "../canvas/actions";
import { drawPage } from "../canvas/draw";
import { refusalOf } from "../layers";
import type { Page, Paper } from "../model";
import type { Stage } from "../canvas/stage";
import { ToolButton } from "../tools/toolbar";
import { useSmallPicture } from "./use-small-picture";

const papers: { value: Paper; label: string }[] = [
  { value: "plain", label: "Plain" },
  { value: "grid", label: "Grid" },
  { value: "ruled", label: "Ruled" },
  { value: "dots", label: "Dots" },
];

/** The page thumbnails in the footer, the open page's paper, and the zoom. */
export function PagesStrip({ stage, draws }: { stage: Stage; draws: boolean }) {
  const open = stage.page.use();
  const { zoom } = stage.view.use();
  const [pages, setPages] = useState(() => stage.document.pages());
  const dialogs = useDialogs();
  useEffect(() => stage.document.observe((ids) => ids ?? setPages(stage.document.pages())), [stage]);
  const at = Math.max(
    0,
    pages.findIndex(({ id }) => id === open),
  );
  const page = pages[at];
  const keeper = page ? stage.document.keeperOf(page.id) : null;
  const remove = async (): Promise<void> => {
    if (!page) return;
    const count = stage.document.on(page.id).length;
    const text = `What is drawn on page ${at + 1} goes with it: ${count} ${count === 1 ? "element" : "elements"}. Undo brings it back.`;
    if (
      count > 0 &&
      !(await dialogs.ask({
        title: at === 0 ? "Empty the page?" : "Delete the page?",
        text,
        yes: at === 0 ? "Empty page" : "Delete page",
        danger: true,
      }))
    )
      return;
    turnPage(stage, at === 0 ? 1 : -1);
    stage.document.removePage(page.id);
    if (at === 0) stage.page.set(page.id);
  };
  return (
    <footer className="brd-foot">
      <div className="brd-pages" role="group" aria-label="Pages">
        {pages.map((one, index) => (
          <button
            key={one.id}
            type="button"
            aria-label={`Page ${index + 1}`}
            aria-current={one.id === page?.id ? "page" : undefined}
            onClick={() => stage.page.set(one.id)}
          >
            <Small stage={stage} page={one} />
            <span>{index + 1}</span>
          </button>
        ))}
        {draws && page && (
          <Button
            type="text"
            className="brd-tool"
            aria-label="Insert a page"
            title="Insert a page"
            onClick={() => stage.page.set(stage.document.addPage(page.id, page.paper ? { paper: page.paper } : {}))}
          >
            +
          </Button>
        )}
      </div>
      <div className="brd-foot-tools">
        {draws && page && (
          <>
            <Select
              size="small"
              aria-label="Paper of the page"
              value={page.paper ?? stage.paper}
              options={papers}
              onChange={(paper) => stage.document.setPage(page.id, { paper })}
              popupMatchSelectWidth={false}
            />
            {page.backing && (
              <IconButton
                icon="close"
                label="Take the background off the page"
                onClick={() => stage.document.setPage(page.id, { backing: undefined })}
              />
            )}
            <IconButton
              icon="trash"
              label={at === 0 ? "Empty the page" : "Delete the page"}
              refusal={keeper ? refusalOf(keeper) : undefined}
              onClick={remove}
            />
          </>
        )}
        <ToolButton name="minus" label="Zoom out (-)" onClick={() => stage.zoomBy(1 / 1.25)} />
        <output aria-label="Zoom">{Math.round(zoom * 100)}%</output>
        <ToolButton name="plus" label="Zoom in (+)" onClick={() => stage.zoomBy(1.25)} />
        <ToolButton name="fit" label="Whole page (0)" onClick={() => stage.fit()} />
      </div>
    </footer>
  );
}

/** A page's thumbnail, drawn shortly after a change. */
function Small({ stage, page }: { stage: Stage; page: Page }) {
  const canvas = useSmallPicture(stage, page, (pen, { width }) => {
    pen.setTransform(width / page.width, 0, 0, width / page.width, 0, 0);
    drawPage(pen, page, stage.paper, stage.document.shown(page.id), stage.pictures);
  });
  return <canvas ref={canvas} width={72} height={Math.round((72 * page.height) / page.width)} aria-hidden />;
}

import { Dialog, IconButton, LoadingState, useDialogs } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { CornerEditor } from "./corner-editor";
import { looks, type Look } from "./look";
import { wholePhoto, type ScanPage } from "./model";
import { drawPage } from "./render";
import { useScan } from "./use-scan";
import { Range } from "../parts/range";
import "./style.css";

type Props = {
  /** The place where the pages are stored until they are sent (`scanKey`). */
  scanOf: string;
  onDone: (pdf: File) => void;
  onClose: () => void;
};

const count = (pages: number) => (pages === 1 ? "1 page" : `${pages} pages`);

/** Photographs pages with the camera, or takes pictures, straightens them and makes one PDF of them. */
export default function ScanDialog({ scanOf, onDone, onClose }: Props) {
  const dialogs = useDialogs();
  const { scan, shown, setShown, done, ...act } = useScan(scanOf);
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  /** The page that the next photo replaces. */
  const instead = useRef<string | undefined>(undefined);
  const take = (input: HTMLInputElement | null, id?: string) => {
    instead.current = id;
    input?.click();
  };
  const taken = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    input.value = "";
    void act.add(instead.current ? files.slice(0, 1) : files, instead.current);
  };
  const pages = scan?.pages ?? [];
  const page = pages.find(({ id }) => id === shown) ?? pages[0];
  const finish = async () => {
    const pdf = await act.finish();
    if (pdf) onDone(pdf);
  };
  const discard = async () => {
    if (
      await dialogs.ask({
        title: "Discard the photos?",
        text: `${count(pages.length)} on this device. They were not sent.`,
        yes: "Discard photos",
      })
    )
      act.clear();
  };
  return (
    <Dialog
      open
      width={860}
      title="Scan with the camera"
      maskClosable={!pages.length}
      onCancel={onClose}
      footer={
        <div className="sr-foot fil-upload-foot">
          <span className="sr-muted" role="status">
            {done !== null
              ? `Page ${done} of ${pages.length}`
              : pages.length
                ? `${count(pages.length)}, kept on this device until sent`
                : ""}
          </span>
          {pages.length > 0 && (
            <Button disabled={done !== null} onClick={() => void discard()}>
              Discard
            </Button>
          )}
          <Button disabled={done !== null} onClick={() => take(chooser.current)}>
            Choose pictures
          </Button>
          <Button
            type={pages.length ? "default" : "primary"}
            disabled={done !== null}
            onClick={() => take(camera.current)}
          >
            Take a photo
          </Button>
          {pages.length > 0 && (
            <Button type="primary" loading={done !== null} onClick={() => void finish()}>
              Use {count(pages.length)}
            </Button>
          )}
        </div>
      }
    >
      {!scan && <LoadingState rows={6} />}
      {scan && !page && (
        <p className="sr-muted">Take a photo of each page, or choose pictures. They become one PDF, in their order.</p>
      )}
      {page && (
        <>
          <PageEditor
            key={page.id}
            page={page}
            number={pages.indexOf(page) + 1}
            onChange={(part) => act.change(page.id, part)}
            onRetake={() => take(camera.current, page.id)}
            onRemove={() => act.remove(page.id)}
          />
          <Strip pages={pages} shown={page.id} onShow={setShown} onMove={act.move} />
        </>
      )}
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo"
        onChange={({ target }) => taken(target)}
      />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Pictures"
        onChange={({ target }) => taken(target)}
      />
    </Dialog>
  );
}

type EditorProps = {
  page: ScanPage;
  number: number;
  onChange: (part: Partial<ScanPage>) => void;
  onRetake: () => void;
  onRemove: () => void;
};

/** One page: its corners on the photo, or how it looks in the PDF; turned, in another look, taken again. */
function PageEditor({ page, number, onChange, onRetake, onRemove }: EditorProps) {
  const [side, setSide] = useState<"photo" | "page">("photo");
  const name = `page ${number}`;
  return (
    <section className="fil-scan" aria-label={`Page ${number}`}>
      <div className="fil-scan-bar">
        <Segmented
          aria-label="View"
          value={side}
          options={[
            { value: "photo", label: "Photo" },
            { value: "page", label: "Page" },
          ]}
          onChange={setSide}
        />
        <Segmented
          aria-label="Look"
          value={page.look}
          options={[...looks]}
          onChange={(look: Look) => onChange({ look })}
        />
        <Range
          label="Contrast"
          max={100}
          step={5}
          value={page.contrast}
          onChange={(contrast) => onChange({ contrast })}
        />
        <span className="sr-spacer" />
        <IconButton icon="refresh" label="Turn right" onClick={() => onChange({ turn: (page.turn + 1) % 4 })} />
        <Button size="small" onClick={() => onChange({ corners: wholePhoto })}>
          Whole photo
        </Button>
        <Button size="small" onClick={onRetake}>
          Retake
        </Button>
        <IconButton icon="trash" label={`Remove ${name}`} onClick={onRemove} />
      </div>
      {side === "photo" ? (
        <CornerEditor
          photo={page.photo}
          name={`Page ${number}`}
          corners={page.corners}
          onChange={(corners) => onChange({ corners })}
        />
      ) : (
        <Drawn page={page} side={1000} label={`Page ${number} as it is sent`} className="fil-scan-page" />
      )}
    </section>
  );
}

type StripProps = {
  pages: readonly ScanPage[];
  shown: string;
  onShow: (id: string) => void;
  onMove: (id: string, by: -1 | 1) => void;
};

/** The pages in order; Alt with an arrow key moves the focused one. */
function Strip({ pages, shown, onShow, onMove }: StripProps) {
  const at = pages.findIndex(({ id }) => id === shown);
  const press = (event: KeyboardEvent, id: string) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (!by || !event.altKey) return;
    event.preventDefault();
    onMove(id, by);
  };
  return (
    <div className="fil-strip">
      <ol aria-label="Pages">
        {pages.map((page, place) => (
          <li key={page.id}>
            <button
              type="button"
              aria-current={page.id === shown || undefined}
              aria-label={`Page ${place + 1}`}
              onClick={() => onShow(page.id)}
              onKeyDown={(event) => press(event, page.id)}
            >
              <Drawn page={page} side={160} label="" />
              <span aria-hidden>{place + 1}</span>
            </button>
          </li>
        ))}
      </ol>
      {pages.length > 1 && (
        <div>
          <IconButton
            icon="chevron-left"
            label="Move page earlier"
            disabled={at === 0}
            onClick={() => onMove(shown, -1)}
          />
          <IconButton
            icon="chevron-right"
            label="Move page later"
            disabled={at === pages.length - 1}
            onClick={() => onMove(shown, 1)}
          />
        </div>
      )}
    </div>
  );
}

/** A page as it will be in the PDF. */
function Drawn({ page, side, label, className }: { page: ScanPage; side: number; label: string; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let left = false;
    drawPage(page, side)
      .then((canvas) => !left && box.current?.replaceChildren(canvas))
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [page, side]);
  return (
    <div
      ref={box}
      className={className}
      role={label ? "img" : undefined}
      aria-label={label || undefined}
      aria-hidden={label ? undefined : true}
    />
  );
}

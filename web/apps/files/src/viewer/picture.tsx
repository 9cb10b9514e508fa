import { LoadingState } from "@staffroom/ui";
import { useEffect, useRef, useState } from "react";
import { loadPicture } from "./load";
import { ofPicture, pointsOfPicture } from "../marks/geometry";
import { MarkLayer } from "../marks/layer";
import { useMarks } from "../marks/use-marks";
import { ReaderFrame, useLook } from "../reader/frame";
import { useThumbnail } from "../reader/thumbnail";
import { useScale } from "../reader/use-scale";
import { Unshown } from "./unshown";

type Props = {
  fileId: number;
  /** The original picture; null if browsers do not show its kind. */
  address: string | null;
  name: string;
  save: () => void;
};

/**
 * A picture, upright by its EXIF data, with zoom, rotation and marks; as the server's JPEG if the browser does not show
 * it.
 */
export default function Picture({ fileId, address, name, save }: Props) {
  const [isRefused, setRefused] = useState(address === null);
  const copy = useCopy(fileId, isRefused);
  const [failed, setFailed] = useState(false);
  const shown = isRefused ? copy : address;
  if (failed || copy === "none") return <SmallCopy fileId={fileId} name={name} save={save} />;
  if (!shown) return <LoadingState rows={10} />;
  return (
    <Frame
      fileId={fileId}
      address={shown}
      name={name}
      onError={() => (isRefused ? setFailed(true) : setRefused(true))}
    />
  );
}

/** Returns an object URL of the server's JPEG; null while loading, "none" if there is none. */
function useCopy(fileId: number, isWanted: boolean): string | null {
  const [copy, setCopy] = useState<string | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    let url = "";
    loadPicture(fileId, leaving.signal).then(
      (blob) => {
        if (!leaving.signal.aborted) setCopy((url = URL.createObjectURL(blob)));
      },
      () => setCopy("none"),
    );
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [fileId, isWanted]);
  return copy;
}

type FrameProps = {
  fileId: number;
  address: string;
  name: string;
  onError: () => void;
};

function Frame({ fileId, address, name, onError }: FrameProps) {
  const [pixels, setPixels] = useState<[number, number] | null>(null);
  const look = useLook();
  const marks = useMarks(fileId);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, height] = pixels ? pointsOfPicture(...pixels) : [0, 0];
  const fitted = useScale(scroller, look, [width || 860, height || 600]);
  // A small picture is only enlarged by zooming.
  const scale = typeof look.zoom === "number" || !pixels ? fitted : Math.min(pixels[0] / width, fitted);
  const geometry = ofPicture(width, height, look.rotation);
  const place = () => ({ page: 0, width, height });
  return (
    <ReaderFrame
      name="Picture"
      look={look}
      scale={scale}
      marks={marks}
      onFind={() => undefined}
      place={place}
      scroller={scroller}
    >
      <div
        className="fil-page"
        data-page={1}
        style={pixels ? { width: geometry.width * scale, height: geometry.height * scale } : undefined}
      >
        <div
          className={pixels ? "fil-turned" : undefined}
          style={
            pixels
              ? {
                  width: width * scale,
                  height: height * scale,
                  transform: `translate(-50%, -50%) rotate(${look.rotation}deg)`,
                }
              : undefined
          }
        >
          <img
            src={address}
            alt={name}
            onError={onError}
            onLoad={({ currentTarget: image }) => setPixels([image.naturalWidth || 1, image.naturalHeight || 1])}
          />
        </div>
        {pixels && <MarkLayer marks={marks} page={0} geometry={geometry} onWrite={look.write} onOpen={look.open} />}
      </div>
    </ReaderFrame>
  );
}

function SmallCopy({ fileId, name, save }: { fileId: number; name: string; save: () => void }) {
  const address = useThumbnail(fileId);
  return (
    <>
      {address && (
        <div className="fil-first">
          <img src={address} alt={`Small copy of ${name}`} />
        </div>
      )}
      <Unshown
        title="Your browser cannot show this picture"
        text={address ? "This is a small copy. Download the file to open it." : undefined}
        save={save}
      />
    </>
  );
}

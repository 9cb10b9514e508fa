import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, FileIcon } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useRef, useState } from "react";
import { Unshown } from "./unshown";

type Address = Answer<"files", "/file/{id}/player", "post">;
type Props = { as: "audio" | "video"; fileId: number; name: string; save: () => void };

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/**
 * Audio or video, read in ranges from an address that is valid as long as an access token; browsers support only some
 * codecs.
 */
export function Media({ as, fileId, name, save }: Props) {
  const query = useQuery({
    queryKey: [`/file/${fileId}/player`],
    queryFn: () => api.post<Address>(`/file/${fileId}/player`),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Answered query={query} rows={4} title={`${name} did not load`}>
      {({ address, seconds }) => (
        <Player
          as={as}
          address={address}
          until={query.dataUpdatedAt + seconds * 1000}
          name={name}
          save={save}
          renew={() => void query.refetch()}
        />
      )}
    </Answered>
  );
}

type PlayerProps = Omit<Props, "fileId"> & { address: string; until: number; renew: () => void };

function Player({ as: Tag, address, until, name, save, renew }: PlayerProps) {
  const [failed, setFailed] = useState(false);
  const [speed, setSpeed] = useState(1);
  const player = useRef<HTMLMediaElement>(null);
  /** The second at which playback continues with the next address. */
  const from = useRef<{ second: number; plays: boolean } | null>(null);
  const change = (value: number) => {
    setSpeed(value);
    if (player.current) player.current.playbackRate = value;
  };
  const refused = () => {
    const element = player.current;
    // The address has expired: playback continues with the next one.
    if (Date.now() < until || !element) return setFailed(true);
    from.current = { second: element.currentTime, plays: !element.paused };
    return renew();
  };
  const loaded = () => {
    const element = player.current;
    if (!element) return;
    element.playbackRate = speed;
    if (!from.current) return;
    element.currentTime = from.current.second;
    if (from.current.plays) void element.play().catch(() => undefined);
    from.current = null;
  };
  if (failed) return <Unshown title="Your browser cannot play this file" save={save} />;
  const common = {
    src: address,
    controls: true,
    preload: "metadata",
    "aria-label": name,
    onError: refused,
    onLoadedMetadata: loaded,
  } as const;
  return (
    <figure className="fil-media">
      {Tag === "audio" ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have none
        <audio ref={player as React.RefObject<HTMLAudioElement>} {...common} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have none
        <video ref={player as React.RefObject<HTMLVideoElement>} {...common} />
      )}
      {Tag === "audio" && (
        <figcaption>
          <FileIcon name={name} size={40} /> {name}
        </figcaption>
      )}
      <label className="fil-speed">
        Speed{" "}
        <Select
          size="small"
          value={speed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={change}
          aria-label="Speed"
        />
      </label>
    </figure>
  );
}

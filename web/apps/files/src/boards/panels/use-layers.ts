import { useEffect, useState } from "react";
import type { Layer } from "../layers";
import type { Stage } from "../canvas/stage";

/** The layers of a board, the lowest first, and the one on which one draws. */
export function useLayers(stage: Stage): { layers: Layer[]; active: Layer } {
  const [layers, setLayers] = useState(() => stage.document.layers());
  useEffect(() => {
    const look = (): void => setLayers(stage.document.layers());
    look();
    return stage.document.observe((ids) => ids ?? look());
  }, [stage]);
  stage.layer.use();
  return { layers, active: stage.activeLayer() };
}

import { useEffect, useState } from "react";
import type { Layer } from "../layers";
import type { Stage } from "../canvas/stage";

/** Returns the layers of a board, lowest first, and the current one. */
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

import ptPT from "antd/locale/pt_PT";
import "dayjs/locale/pt";
import type { Catalogue } from "../catalogue";
import { formatted } from "./formatted";
import { served } from "./served";
import { texts } from "./texts";

const catalogue: Catalogue = {
  locale: "pt-PT",
  dayjs: "pt",
  say: (text, values) => {
    const translation = texts[text];
    return translation === undefined ? undefined : formatted(translation, values);
  },
  served,
  antd: ptPT,
};
export default catalogue;

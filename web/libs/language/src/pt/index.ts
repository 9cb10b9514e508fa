import ptPT from "antd/locale/pt_PT";
import "dayjs/locale/pt";
import type { Catalogue } from "../catalogue";
import { formatted } from "./formatted";
import { served } from "./served";
import { inArea, texts } from "./texts";

const catalogue: Catalogue = {
  locale: "pt-PT",
  dayjs: "pt",
  say: (text, values, about) => {
    const translation = inArea(about)[text] ?? texts[text];
    return translation === undefined ? undefined : formatted(translation, values);
  },
  areaOf: (path) => (path.startsWith("/exams/") ? "exams" : /^\/forms?(?:\/|$)/.test(path) ? "forms" : undefined),
  served,
  antd: ptPT,
};
export default catalogue;

import ptPT from "antd/locale/pt_PT";
import "dayjs/locale/pt";
import type { Catalogue } from "../catalogue";
import { formatted } from "./formatted";
import { served } from "./served";
import { inArea, texts } from "./texts";

/** Calls of exams: their series, subjects and references have legacy addresses. */
const ofExams = /^\/(?:exams?|cagreferencelist|system\/exam\w*)(?:[/?]|$)/;

const catalogue: Catalogue = {
  locale: "pt-PT",
  dayjs: "pt",
  say: (text, values, about) => {
    const translation = inArea(about)[text] ?? texts[text];
    return translation === undefined ? undefined : formatted(translation, values);
  },
  areaOf: (path) => (ofExams.test(path) ? "exams" : /^\/forms?(?:\/|$)/.test(path) ? "forms" : undefined),
  served: (text, about) => inArea(about)[text] ?? served(text),
  antd: ptPT,
};
export default catalogue;

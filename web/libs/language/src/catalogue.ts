import type { ConfigProviderProps } from "antd";

export type Values = readonly unknown[];

/** Everything that the page needs for a language other than English. */
export type Catalogue = {
  /** `pt-PT` */
  locale: string;
  /**
   * Returns the text, with its placeholders in ICU MessageFormat if it depends on a value; undefined without a
   * translation. A meaning specific to the area comes first.
   */
  say: (text: string, values: Values, about?: string) => string | undefined;
  /** Returns the area of an API path; undefined if words have their usual meaning there. */
  areaOf: (path: string) => string | undefined;
  /** Returns the translation of a text that a service wrote with its values in it; undefined if no pattern matches. */
  served: (text: string, about?: string) => string | undefined;
  /** The name of the dayjs locale, which the catalogue contains. */
  dayjs: string;
  antd: NonNullable<ConfigProviderProps["locale"]>;
};

import type { ConfigProviderProps } from "antd";

export type Values = readonly unknown[];

/** All that the page needs to speak a language other than English. */
export type Catalogue = {
  /** `pt-PT` */
  locale: string;
  /**
   * The text with its places for values, as ICU MessageFormat where it depends on a value; undefined where it is not
   * translated. In an area its own meaning comes first.
   */
  say: (text: string, values: Values, about?: string) => string | undefined;
  /** The area to which a path of the API belongs; undefined where words have their usual meaning. */
  areaOf: (path: string) => string | undefined;
  /**
   * The translation of a text that a service wrote with its values in it; undefined where none of its patterns is that
   * of the text.
   */
  served: (text: string, about?: string) => string | undefined;
  /** The name of the locale of dayjs, which the catalogue brings. */
  dayjs: string;
  antd: NonNullable<ConfigProviderProps["locale"]>;
};

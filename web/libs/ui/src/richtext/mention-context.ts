import { createContext } from "react";

export type Mentionable = { id: number; name: string };

/** The people that `@` suggests in the editors below; none without a provider. */
export const MentionContext = createContext<readonly Mentionable[]>([]);

import { createContext } from "react";

export type Mentionable = { id: number; name: string };

/** The people that `@` offers in the texts below; nobody where there is no provider. */
export const MentionContext = createContext<readonly Mentionable[]>([]);

type Groups = Record<string, Record<string, string[]>>;
export const menusFile: string;
export function menus(): { staff: Groups; client: Groups };
export function printed(): string;

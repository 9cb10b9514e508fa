import { invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Invoice } from "../types";

type Forms = Set<string>;

export type Editing = {
  invoice: Invoice;
  /** The form of a line of this invoice, as the server declares it, by name. */
  lineFields: ReadonlyMap<string, Field>;
  /** Why nothing can be changed, or null. */
  refusal: string | null;
  reload: () => Promise<void>;
  /** Runs a command, reads the invoice anew and says so; false when it was refused. */
  act: (work: () => Promise<unknown>, told?: string) => Promise<boolean>;
  /** Opens another invoice in this one's place. */
  open: (id: number) => void;
  close: () => void;
  /** Forms with something typed and not sent. */
  forms: Forms;
};

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("This belongs inside the invoice editor");
  return editing;
}

/** Whether lines of this invoice have sub accounts, and with them VAT: those of the UK organisations do. */
export const useHasVat = (): boolean => useEditing().lineFields.has("subAccountId");

/** Counts a form as dirty while `on`: closing the editor then asks. */
export function useDirty(on: boolean): void {
  const { forms } = useEditing();
  const name = useId();
  useEffect(() => {
    if (!on) return;
    forms.add(name);
    return () => void forms.delete(name);
  }, [forms, name, on]);
}

/** What every command does after its call; the list behind is read anew when the editor goes. */
export function useCommands(id: number): Pick<Editing, "reload" | "act" | "forms"> {
  const changed = useRef(false);
  const [forms] = useState<Forms>(() => new Set());
  useEffect(() => () => {
    if (changed.current) void invalidate("/invoices");
    changed.current = false;
  }, [id]);
  return useMemo(() => {
    const reload = async () => {
      changed.current = true;
      await invalidate(`/invoice/${id}`);
    };
    const act = async (work: () => Promise<unknown>, told?: string) => {
      try {
        await work();
        await reload();
        if (told) toast.success(told);
        return true;
      } catch (error) {
        toast.error(error);
        // What was refused may have been changed by somebody else.
        await reload();
        return false;
      }
    };
    return { reload, act, forms };
  }, [id, forms]);
}

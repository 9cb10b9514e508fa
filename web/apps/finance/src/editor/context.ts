import { api, invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { attempt, toast, useDialogs } from "@staffroom/ui";
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Invoice } from "../types";

type Forms = Set<string>;

export type Editing = {
  invoice: Invoice;
  /** The form of a line of this invoice, as the server declares it, by name. */
  lineFields: ReadonlyMap<string, Field>;
  /** The reason why the invoice is read-only, or null. */
  refusal: string | null;
  reload: () => Promise<void>;
  /** Runs a command, refreshes the invoice and shows a toast; returns false if the command was refused. */
  act: (work: () => Promise<unknown>, notice?: string) => Promise<boolean>;
  /** Opens another invoice instead. */
  open: (id: number) => void;
  close: () => void;
  /** Ids of the forms with unsent entries. */
  forms: Forms;
};

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("This belongs inside the invoice editor");
  return editing;
}

/** True if lines of this invoice have sub accounts and so VAT: those of the UK organisations. */
export const useHasVat = (): boolean => useEditing().lineFields.has("subAccountId");

/** Registers a form as dirty while `on`: closing the editor then asks. */
export function useDirty(on: boolean): void {
  const { forms } = useEditing();
  const name = useId();
  useEffect(() => {
    if (!on) return;
    forms.add(name);
    return () => void forms.delete(name);
  }, [forms, name, on]);
}

/** The functions of `Editing` that run commands; the list of invoices is refreshed when the editor closes. */
export function useCommands(id: number): Pick<Editing, "reload" | "act" | "forms"> {
  const changed = useRef(false);
  const [forms] = useState<Forms>(() => new Set());
  useEffect(
    () => () => {
      if (changed.current) void invalidate("/invoices");
      changed.current = false;
    },
    [id],
  );
  return useMemo(() => {
    const reload = async () => {
      changed.current = true;
      await invalidate(`/invoice/${id}`);
    };
    const act = async (work: () => Promise<unknown>, notice?: string) => {
      const isDone = await attempt(work);
      // A refusal may mean that another user changed the invoice.
      await reload();
      if (isDone && notice) toast.success(notice);
      return isDone;
    };
    return { reload, act, forms };
  }, [id, forms]);
}

type Removal = {
  /** The part's name at the beginning of a sentence. */
  noun: string;
  /** The part's name in the question. */
  name: string;
  path: string;
  /** The call of the invoice that adds the part again. */
  addTo: string;
};

/** Deletes a part of the invoice after a question; the toast offers Undo. Returns false if the part stays. */
export function useRemoval(): (part: Removal) => Promise<boolean> {
  const { invoice, act } = useEditing();
  const dialogs = useDialogs();
  return async ({ noun, name, path, addTo }) => {
    if (
      !(await dialogs.ask({
        title: `Delete ${noun.toLowerCase()}`,
        text: `Are you sure you wish to delete ${name}?`,
        yes: `Delete ${noun.toLowerCase()}`,
        no: `Keep ${noun.toLowerCase()}`,
        danger: true,
      }))
    )
      return false;
    // The whole body, so that Undo restores the part in its place.
    let body: object | undefined;
    const isDeleted = await act(async () => {
      body = (await api.delete<{ deleted?: object } | undefined>(path))?.deleted;
    });
    const restore = () => act(() => api.post(`/invoice/${invoice.id}/${addTo}`, body), `${noun} restored`);
    if (isDeleted) toast.success(`${noun} deleted`, body && { label: "Undo", run: () => void restore() });
    return isDeleted;
  };
}

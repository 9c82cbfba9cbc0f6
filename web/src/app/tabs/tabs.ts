import type { MenuEntry } from '@tradehouse/contract';
import { createContext, useContext, useEffect, useId, useMemo, useRef } from 'react';

/** Saves a form; answers whether it is saved. */
export type SaveForm = () => Promise<boolean>;

/** What every page can ask of the tabs, whichever page it is. */
export interface TabActions {
  /** Brings a url of this product to the front, in a tab of its own. */
  readonly open: (url: string) => void;
  /** Brings a blank document of this address to the front: one that is half written keeps its own tab. */
  readonly create: (url: string) => void;
  /** Closes a tab, asking first when it has unsaved input. */
  readonly close: (key: string) => void;
  /** Whether a tab is the one in front. */
  readonly inFront: (key: string) => boolean;
  readonly setTitle: (key: string, title: string | null) => void;
  /** Says of everything in a tab whether it is unsaved. */
  readonly setDirty: (key: string, dirty: boolean) => void;
  /** Says it of one form in a tab, and how it is saved, where it can be from outside. */
  readonly setUnsaved: (key: string, form: string, unsaved: boolean, save?: SaveForm) => void;
  /** The form is no longer drawn: it is gone, unless its tab was only put behind another. */
  readonly leaveForm: (key: string, form: string) => void;
  /** Moves a tab to another url in its place; it is clean afterwards. */
  readonly replace: (key: string, url: string) => void;
}

/** The page a component stands in. */
export interface TabPlace {
  readonly key: string;
  readonly page: MenuEntry;
  /** Path behind the page's own url: '' on the list, 'new' or an id on a document. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

export const TabActionsContext = createContext<TabActions | null>(null);
export const TabPlaceContext = createContext<TabPlace | null>(null);

function given<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} is asked for outside the shell`);
  return value;
}

/** The page this component stands in: its menu entry, the rest of its path and its query. */
export const useTab = (): TabPlace => given(useContext(TabPlaceContext), 'A tab');

/** Opens pages, and closes, names and marks the page this component stands in. */
export function useTabs(): {
  readonly open: (url: string) => void;
  readonly create: (url: string) => void;
  readonly close: () => void;
  /** Whether the page is in front: asked by what hears keys, since pages behind stay drawn. */
  readonly inFront: () => boolean;
  readonly setTitle: (title: string | null) => void;
  readonly setDirty: (dirty: boolean) => void;
  readonly replace: (url: string) => void;
} {
  const actions = given(useContext(TabActionsContext), 'Tabs');
  const { key } = useTab();
  return useMemo(
    () => ({
      open: actions.open,
      create: actions.create,
      close: () => actions.close(key),
      inFront: () => actions.inFront(key),
      setTitle: (title) => actions.setTitle(key, title),
      setDirty: (dirty) => actions.setDirty(key, dirty),
      replace: (url) => actions.replace(key, url),
    }),
    [actions, key],
  );
}

/**
 * Marks this tab as having unsaved input while `dirty` is true, until the form is closed. A form that may close while its
 * tab stands behind another says `setDirty(false)` besides. With `save` the one who closes the tab is offered to save it.
 */
export function useDirty(dirty: boolean, save?: SaveForm): void {
  const actions = given(useContext(TabActionsContext), 'Tabs');
  const { key } = useTab();
  const form = useId();
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  }, [save]);
  const saves = save !== undefined;
  useEffect(() => {
    const later = async (): Promise<boolean> => (await latest.current?.()) ?? false;
    actions.setUnsaved(key, form, dirty, saves ? later : undefined);
    return () => actions.leaveForm(key, form);
  }, [actions, key, form, dirty, saves]);
}

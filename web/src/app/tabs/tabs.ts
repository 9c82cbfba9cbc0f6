import type { MenuEntry } from '@tradehouse/contract';
import { createContext, useContext, useEffect, useId, useMemo, useRef } from 'react';

/** Saves a form; returns true if saved. */
export type SaveForm = () => Promise<boolean>;

/** Operations on tabs, open to every page. */
export interface TabActions {
  /** Brings a url of this product to the front in its own tab. */
  readonly open: (url: string) => void;
  /** Brings a blank document to the front: an unfinished one keeps its own tab. */
  readonly create: (url: string) => void;
  /** Closes a tab, asking first about unsaved input. */
  readonly close: (key: string) => void;
  readonly inFront: (key: string) => boolean;
  readonly setTitle: (key: string, title: string | null) => void;
  /** Marks a whole tab saved or unsaved. */
  readonly setDirty: (key: string, dirty: boolean) => void;
  /** Marks one form in a tab, with its save function if usable from outside. */
  readonly setUnsaved: (key: string, form: string, unsaved: boolean, save?: SaveForm) => void;
  /** Reports a form no longer rendered: closed, unless its tab is in the background. */
  readonly leaveForm: (key: string, form: string) => void;
  /** Moves a tab to another url in place; clean afterwards. */
  readonly replace: (key: string, url: string) => void;
}

/** Page around a component. */
export interface TabPlace {
  readonly key: string;
  readonly page: MenuEntry;
  /** Path behind the page's own url: '' on the list, 'new' or an id on a document. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

export const TabActionsContext = createContext<TabActions | null>(null);
export const TabPlaceContext = createContext<TabPlace | null>(null);

function requireContext<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} is asked for outside the shell`);
  return value;
}

/** Page of this component: menu entry, rest of the path and query. */
export const useTab = (): TabPlace => requireContext(useContext(TabPlaceContext), 'A tab');

/** Returns actions to open pages, and to close, name and mark the page around this component. */
export function useTabActions(): {
  readonly open: (url: string) => void;
  readonly create: (url: string) => void;
  readonly close: () => void;
  /** True in front: checked by key handlers, because background pages stay rendered. */
  readonly inFront: () => boolean;
  readonly setTitle: (title: string | null) => void;
  readonly setDirty: (dirty: boolean) => void;
  readonly replace: (url: string) => void;
} {
  const actions = requireContext(useContext(TabActionsContext), 'Tabs');
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
 * Marks this tab unsaved while `dirty`, until the form is closed. A form that may close in the background
 * also calls `setDirty(false)`. `save` lets the user save on closing the tab.
 */
export function useDirty(dirty: boolean, save?: SaveForm): void {
  const actions = requireContext(useContext(TabActionsContext), 'Tabs');
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

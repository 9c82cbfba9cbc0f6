import { useEffect, useRef } from 'react';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { useTabs } from '../../app/tabs/tabs.ts';
import { anySeen, listOpen } from '../../control/openList.ts';

/** Keys of a document form, by name: `Ctrl+S`, `Escape`, `F9`. An action that answers false leaves the key alone. */
export type KeyActions = Readonly<Record<string, () => boolean | void>>;

/** A dialog, drawer or drop-down has keys of its own. */
const elsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    '.ant-modal, .pane-dialog, .ant-drawer, .ant-select-dropdown, .ant-picker-dropdown, .ant-dropdown',
  ) !== null;

/** A question over everything, or a dialog over the tab in front; one that was answered and fades away is none. */
const dialogOpen = (): boolean =>
  anySeen('.ant-modal:not([class*="-leave"])') ||
  document.querySelector(`${FRONT_PANE} > .pane-cover`) !== null;

/** Keys with Ctrl are the page's before any field hears them: a select would open at Ctrl+Enter. */
function listened(act: (event: KeyboardEvent, ctrl: 'Ctrl+' | '') => void): () => void {
  // Asked before the list hears the key: by the time the page does, it is closed.
  let closesList = false;
  const held = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;
  const first = (event: KeyboardEvent): void => {
    closesList = event.key === 'Escape' && listOpen();
    if (held(event)) act(event, 'Ctrl+');
  };
  const last = (event: KeyboardEvent): void => {
    if (!held(event) && !closesList) act(event, '');
  };
  globalThis.addEventListener('keydown', first, true);
  globalThis.addEventListener('keydown', last);
  return () => {
    globalThis.removeEventListener('keydown', first, true);
    globalThis.removeEventListener('keydown', last);
  };
}

/** Answers keys while this page is in front, and no other form hears them. */
export function useDocumentKeys(actions: KeyActions): void {
  const { inFront } = useTabs();
  const latest = useRef({ actions, inFront });
  useEffect(() => {
    latest.current = { actions, inFront };
  });
  useEffect(
    () =>
      listened((event, ctrl) => {
        if (event.defaultPrevented || event.isComposing || !latest.current.inFront()) return;
        if (elsewhere(event.target) || dialogOpen()) return;
        const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
        const action = latest.current.actions[`${ctrl}${key}`];
        if (action === undefined || action() === false) return;
        event.preventDefault();
        // Nor does the dialog that it opened take the same key as its answer.
        event.stopImmediatePropagation();
      }),
    [],
  );
}

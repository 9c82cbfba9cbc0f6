import { useEffect, useRef } from 'react';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { anySeen, listOpen } from '../../control/openList.ts';

/**
 * Keys of a document form, by name: `Ctrl+S`, `Alt+ArrowLeft`, `Escape`, `F9`. An action that returns false
 * leaves the key unhandled.
 */
export type KeyActions = Readonly<Record<string, () => boolean | void>>;

/** Dialogs, drawers and drop-downs handle their own keys. */
const isInKeyboardOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    '.ant-modal, .pane-dialog, .ant-drawer, .ant-select-dropdown, .ant-picker-dropdown, .ant-dropdown',
  ) !== null;

/** Checks for a global confirmation or a dialog over the front tab; closing dialogs don't count. */
const dialogOpen = (): boolean =>
  anySeen('.ant-modal:not([class*="-leave"])') ||
  document.querySelector(`${FRONT_PANE} > .pane-cover`) !== null;

/** Captures Ctrl keys before any field: a select would open on Ctrl+Enter. */
function listenForPageKeys(
  act: (event: KeyboardEvent, held: 'Ctrl+' | 'Alt+' | '') => void,
): () => void {
  // Checked before the list hears the key: afterwards the list is already closed.
  let closesList = false;
  const held = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;
  const first = (event: KeyboardEvent): void => {
    closesList = event.key === 'Escape' && listOpen();
    if (held(event)) act(event, 'Ctrl+');
  };
  const last = (event: KeyboardEvent): void => {
    if (!held(event) && !closesList) act(event, event.altKey ? 'Alt+' : '');
  };
  globalThis.addEventListener('keydown', first, true);
  globalThis.addEventListener('keydown', last);
  return () => {
    globalThis.removeEventListener('keydown', first, true);
    globalThis.removeEventListener('keydown', last);
  };
}

/** Handles keys while this page is in front; other forms never hear the keys. */
export function useDocumentKeys(actions: KeyActions): void {
  const { inFront } = useTabActions();
  const latest = useRef({ actions, inFront });
  useEffect(() => {
    latest.current = { actions, inFront };
  });
  useEffect(
    () =>
      listenForPageKeys((event, modifier) => {
        if (event.defaultPrevented || event.isComposing || !latest.current.inFront()) return;
        if (isInKeyboardOverlay(event.target) || dialogOpen()) return;
        const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
        const action = latest.current.actions[`${modifier}${key}`];
        if (action === undefined || action() === false) return;
        event.preventDefault();
        // The opened dialog must not take the same key as its answer.
        event.stopImmediatePropagation();
      }),
    [],
  );
}

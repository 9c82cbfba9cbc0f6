import { useEffect, useEffectEvent } from 'react';
import { listOpen } from './openList.ts';

/** Checks if focus lies on the page itself, such as after a click beside the dialog. */
const isAnywhere = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.id === 'page');

/**
 * Checks for a simple form field: Enter submits the form. Tables, selects and calendars handle Enter
 * themselves.
 */
const isPlainField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement &&
  target.getAttribute('role') !== 'combobox' &&
  ['text', 'password', 'number'].includes(target.type) &&
  target.closest('table, [role=grid], [role=search], .ant-picker') === null;

const isSave = (event: KeyboardEvent): boolean => {
  const held = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter') return held || isPlainField(event.target);
  return held && event.key.toLowerCase() === 's';
};

/**
 * Handles keys of the topmost dialog only. Esc closes an open list first, then the dialog. With `submit`,
 * Ctrl+S and Enter in fields save.
 */
export function useDialogKeys(
  panel: HTMLElement | null,
  leave: () => void,
  submit: (() => void) | undefined,
): void {
  const act = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'Escape') {
      if (listOpen()) return false;
      leave();
      return true;
    }
    if (submit === undefined || !isSave(event) || listOpen()) return false;
    submit();
    return true;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !act(event)) return;
      // Otherwise the leave confirmation would take this same key as its answer.
      event.stopPropagation();
      event.preventDefault();
    };
    const unaimed = (event: KeyboardEvent): void => {
      const onTop = panel !== null && panel.checkVisibility() && panel.closest('[inert]') === null;
      if (onTop && isAnywhere(event.target)) pressed(event);
    };
    panel?.addEventListener('keydown', pressed);
    document.addEventListener('keydown', unaimed);
    return () => {
      panel?.removeEventListener('keydown', pressed);
      document.removeEventListener('keydown', unaimed);
    };
  }, [panel]);
}

import { useEffect, useEffectEvent } from 'react';
import { listOpen } from './openList.ts';

/** The keyboard is nowhere in particular: on the page as a whole, as after a click beside the dialog. */
const isAnywhere = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.id === 'page');

/** A single field of a form: Enter in it means the form. Tables, choices and calendars have an Enter of their own. */
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
 * Keys of a dialog, the uppermost only. Esc leaves it; a list that hangs open closes by it first, and alone. With `submit` Ctrl+S
 * saves, and Enter in a field.
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
      // A question that leaving asks would otherwise take this same key as its answer.
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

import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys lead from the keyword down the quantities and back. */
export function focusBeside(event: KeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key];
  const dialog = event.currentTarget.closest('[role=dialog]');
  if (step === undefined || dialog === null || event.nativeEvent.isComposing) return;
  const fields = [
    ...dialog.querySelectorAll<HTMLInputElement>('.picker-keyword input, input.picker-quantity'),
  ];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}

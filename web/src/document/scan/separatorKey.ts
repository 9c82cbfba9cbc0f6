import { ELEMENT_SEPARATOR } from '@tradehouse/domain';
import type { KeyboardEvent } from 'react';

/**
 * Writes the separator of GS1 codes into a scanner's field. Scanners that type send the separator as Ctrl+],
 * a key that browsers ignore. True: the key was the separator.
 */
export function typeSeparator(event: KeyboardEvent<HTMLInputElement>): boolean {
  if (!event.ctrlKey || event.altKey || event.key !== ']') return false;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(
    ELEMENT_SEPARATOR,
    field.selectionStart ?? field.value.length,
    field.selectionEnd ?? field.value.length,
    'end',
  );
  return true;
}

import { ELEMENT_SEPARATOR } from '@tradehouse/domain';
import type { KeyboardEvent } from 'react';

/**
 * Writes the separator of GS1 codes into a scanner's field. Scanners that type send the separator as Ctrl+],
 * a key that browsers ignore. True: the key was the separator.
 */
function typeSeparator(event: KeyboardEvent<HTMLInputElement>): boolean {
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

/**
 * Takes the text of a scanner's field at the key that ends a code, and empties the field; null: no end.
 * Scanners end a code by Enter or Tab; Tab in an empty field moves the focus.
 */
export function typedScanOf(event: KeyboardEvent<HTMLInputElement>): string | null {
  if (event.nativeEvent.isComposing || typeSeparator(event)) return null;
  if (event.key !== 'Enter' && event.key !== 'Tab') return null;
  const field = event.currentTarget;
  const text = field.value;
  if (event.key === 'Tab' && text === '') return null;
  event.preventDefault();
  event.stopPropagation();
  field.value = '';
  return text;
}

// Products picked for lines: barcode → typed quantity, '' leaves the line's quantity.
import { typedAmount } from '../draft/numberInput.ts';

export type Picked = ReadonlyMap<string, string>;

export const isWrongQuantity = (text: string): boolean => 'wrong' in typedAmount(text);

/** Picks a product with a typed quantity; an emptied quantity unpicks the product. */
export function withQuantity(picked: Picked, barcode: string, text: string): Picked {
  if (text !== '') return new Map([...picked, [barcode, text]]);
  return new Map([...picked].filter(([code]) => code !== barcode));
}

/** Picks a further product; an existing quantity remains. */
export const pickedBeside = (picked: Picked, barcode: string): Picked =>
  new Map([...picked, [barcode, picked.get(barcode) ?? '']]);

/** Returns the quantity in line notation. */
export function pickedQuantity(picked: Picked, barcode: string): string {
  const typed = typedAmount(picked.get(barcode) ?? '');
  return 'value' in typed ? typed.value : '';
}

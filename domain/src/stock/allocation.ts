import { type Decimal, toPlainDecimal, sum } from '../decimal.ts';
import type { Allocation } from '../document/document.ts';
import { DomainError } from '../error/domainError.ts';

/** A serial is shorter than this. */
export const SERIAL_LIMIT = 100;

/** Splits typed serials at commas (including full-width), blanks and new lines. */
export const parseSerials = (text: string): readonly string[] =>
  text.split(/[,，、\s]+/u).filter((serial) => serial !== '');

/** Maximum serials in one range. */
const LONGEST_RANGE = 10_000;

/**
 * Splits typed serials and expands ranges: `SN008~SN011` names four. Both ends share first letters and, if
 * zero-padded, length; other text stays.
 */
export const expandSerials = (text: string): readonly string[] =>
  parseSerials(text).flatMap(expandSerialRange);

function expandSerialRange(text: string): readonly string[] {
  const found = /^(.*?)(\d+)[~～](.*?)(\d+)$/u.exec(text);
  if (found === null) return [text];
  const [, prefix = '', first = '', samePrefix = '', last = ''] = found;
  const length = Number(last) - Number(first) + 1;
  const filled = first.startsWith('0') && first.length !== last.length;
  const strange = samePrefix !== '' && samePrefix !== prefix;
  if (strange || filled || last.length > 15 || length < 1 || length > LONGEST_RANGE) return [text];
  return Array.from(
    { length },
    (_, at) => prefix + String(Number(first) + at).padStart(first.length, '0'),
  );
}

/** Product properties that decide on allocations: lots, serials. */
export interface Managed {
  readonly barcode: string;
  readonly serialManaged: boolean;
  readonly lotManaged: boolean;
}

/**
 * Checks lot, serials and quantities of a line. Throws `allocation.quantity` if parts don't sum to the
 * line, `lot.missing`, `lot.notManaged`, `serial.missing`, `serial.notManaged`, `serial.count`,
 * `serial.repeated`, `serial.tooLong`.
 *
 * @param baseQuantity of the line, in base units; sign ignored @param named true: lots and serials are
 * required; false: named ones must fit, the rest may stay open
 */
export function checkAllocations(
  product: Managed,
  baseQuantity: Decimal,
  allocations: readonly Allocation[],
  named: boolean,
): void {
  const { barcode } = product;
  const allocated = sum(allocations.map(({ quantity }) => quantity));
  const quantity = baseQuantity.abs();
  if (!allocated.equals(quantity)) {
    const facts = {
      barcode,
      allocated: toPlainDecimal(allocated),
      quantity: toPlainDecimal(quantity),
    };
    throw new DomainError('allocation.quantity', facts);
  }
  for (const allocation of allocations) {
    checkLot(product, allocation, named);
    checkSerials(product, allocation, named);
  }
  expectDistinct(
    barcode,
    allocations.flatMap(({ serials }) => serials),
  );
}

function checkLot({ barcode, lotManaged }: Managed, { lot }: Allocation, named: boolean): void {
  if (lotManaged && !lot && named) throw new DomainError('lot.missing', { barcode });
  if (!lotManaged && lot) throw new DomainError('lot.notManaged', { barcode });
}

function checkSerials(
  { barcode, serialManaged }: Managed,
  { serials, quantity }: Allocation,
  named: boolean,
): void {
  if (!serialManaged && serials.length > 0) throw new DomainError('serial.notManaged', { barcode });
  if (!serialManaged || (!named && serials.length === 0)) return;
  if (serials.length === 0) throw new DomainError('serial.missing', { barcode });
  if (!quantity.equals(serials.length)) {
    const facts = { barcode, count: serials.length, quantity: toPlainDecimal(quantity) };
    throw new DomainError('serial.count', facts);
  }
  const long = serials.find((serial) => [...serial].length >= SERIAL_LIMIT);
  if (long !== undefined) throw new DomainError('serial.tooLong', { barcode, serial: long });
}

function expectDistinct(barcode: string, serials: readonly string[]): void {
  const seen = new Set<string>();
  for (const serial of serials) {
    if (seen.has(serial)) throw new DomainError('serial.repeated', { barcode, serial });
    seen.add(serial);
  }
}

import type { BarcodeInput } from '@tradehouse/contract';
import { ONE, checkBarcodes, decimal } from '@tradehouse/domain';
import type { Decimal, UnitRatio } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';

/** A barcode row whose unit is known to belong to the product. */
export interface RatedBarcode extends BarcodeInput {
  /** Base units in one of `unit`. */
  readonly ratio: Decimal;
  readonly position: number;
}

/** What the barcode rows of a product that exists already were. */
export interface KnownBarcode {
  readonly id: string;
  readonly code: string;
  readonly unit: string;
  readonly ratio: string;
  /** The combination of attributes it names; '' for the product itself. */
  readonly attributes: string;
  /** A document line or a price adjustment names it. */
  readonly used: boolean;
}

/**
 * Gives each barcode row its ratio: row 1 stands for the base unit, row 2 of a group for its first sub unit, the others
 * for any unit of the group. A product of one unit has it on every row.
 */
export function ratedBarcodes(
  barcodes: readonly BarcodeInput[],
  units: readonly [UnitRatio, ...UnitRatio[]],
): RatedBarcode[] {
  checkBarcodes(
    barcodes.map(({ code }) => code),
    units.length > 1,
  );
  return barcodes.map((barcode, position) => {
    const expected = position < 2 ? (units[position] ?? units[0]) : null;
    const unit = (expected === null ? units : [expected]).find((one) => one.unit === barcode.unit);
    if (unit === undefined) {
      const allowed = (expected === null ? units : [expected]).map((one) => one.unit).join(' / ');
      refuse(
        'barcode.unit',
        { barcode: barcode.code, unit: allowed },
        { field: 'barcodes', line: position + 1 },
      );
    }
    return { ...barcode, ratio: unit.ratio, position };
  });
}

/** A single unit counts as a group of one. */
export const singleUnit = (unit: string): readonly [UnitRatio] => [{ unit, ratio: ONE }];

/** Refuses a change of a barcode that lines count in: it may be renamed, but neither leave nor count otherwise. */
export function keepUsedBarcodes(
  known: readonly KnownBarcode[],
  wanted: readonly RatedBarcode[],
): void {
  for (const { id, code, ratio, used } of known) {
    if (!used) continue;
    const now = wanted.find((barcode) => barcode.id === id);
    if (now === undefined || !now.ratio.equals(decimal(ratio))) {
      refuse('barcode.used', { barcode: code }, { field: 'barcodes' });
    }
  }
}

import type { BarcodeInput } from '@tradehouse/contract';
import { ONE, checkProductBarcodes, decimal } from '@tradehouse/domain';
import type { Decimal, UnitRatio } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';

/** Barcode row with a unit of the product. */
export interface RatedBarcode extends BarcodeInput {
  /** Number of base units in one `unit`. */
  readonly ratio: Decimal;
  readonly position: number;
}

/** Barcode row before the change. */
export interface KnownBarcode {
  readonly id: string;
  readonly code: string;
  readonly unit: string;
  readonly ratio: string;
  /** Attribute combination of the barcode; '' for the product itself. */
  readonly attributes: string;
  /** Used by a document line or a price adjustment. */
  readonly used: boolean;
}

/**
 * Adds each barcode row's ratio: row 1 has the base unit, row 2 of a group its first sub unit, the others
 * any unit of the group. A product of one unit has it on every row.
 */
export function ratedBarcodes(
  barcodes: readonly BarcodeInput[],
  units: readonly [UnitRatio, ...UnitRatio[]],
): RatedBarcode[] {
  checkProductBarcodes(
    barcodes.map(({ code }) => code),
    units.length > 1,
  );
  return barcodes.map((barcode, position) => {
    const expected = position < 2 ? (units[position] ?? units[0]) : null;
    const unit = (expected === null ? units : [expected]).find((one) => one.unit === barcode.unit);
    if (unit === undefined) {
      const allowed = (expected === null ? units : [expected]).map((one) => one.unit).join(' / ');
      refuseWith(
        'barcode.unit',
        { barcode: barcode.code, unit: allowed },
        { field: 'barcodes', line: position + 1 },
      );
    }
    return { ...barcode, ratio: unit.ratio, position };
  });
}

/** Wraps a single unit in a group of one. */
export const singleUnit = (unit: string): readonly [UnitRatio] => [{ unit, ratio: ONE }];

/**
 * Refuses changes of a barcode used by lines: it may be renamed, but neither removed nor given another
 * ratio.
 */
export function keepUsedBarcodes(
  known: readonly KnownBarcode[],
  wanted: readonly RatedBarcode[],
): void {
  for (const { id, code, ratio, used } of known) {
    if (!used) continue;
    const now = wanted.find((barcode) => barcode.id === id);
    if (now === undefined || !now.ratio.equals(decimal(ratio))) {
      refuseWith('barcode.used', { barcode: code }, { field: 'barcodes' });
    }
  }
}

import {
  BETWEEN_VALUES,
  checkAttributes,
  checkSerialOrLot,
  decimal,
  DomainError,
} from '@tradehouse/domain';
import { attributePairs } from './attributeCell.ts';
import type { CellFault } from './cellValue.ts';
import { faultOf } from './cellValue.ts';
import type { RowRule, StagedRow } from './staging.ts';

type Faults = (CellFault & { readonly field: string })[];

/** What the cells of one product must be among themselves. */
export const productRule: RowRule = (cells) => ({
  derived: combinationOf(cells),
  faults: [
    ...unitFaults(cells),
    ...managementFaults(cells),
    ...barcodeFaults(cells),
    ...attributeFaults(cells),
  ],
});

const pairsOf = ({ attributes }: StagedRow['cells']) => attributePairs(attributes ?? '') ?? [];

/** What a row's attributes come to: as they are read again, and as a SKU keeps them. */
function combinationOf(cells: StagedRow['cells']): Record<string, string> {
  const pairs = pairsOf(cells);
  if (pairs.length === 0) return {};
  const combination = pairs.map(({ value }) => value).join(BETWEEN_VALUES);
  return { pairs: JSON.stringify(pairs), combination };
}

function attributeFaults(cells: StagedRow['cells']): Faults {
  const attributes = pairsOf(cells).map(({ name, value }) => ({ id: name, name, values: [value] }));
  return told('attributes', () => checkAttributes(attributes, (cells['subUnit'] ?? null) !== null));
}

/** What the domain refuses, as faults of a field. */
function told(field: string, check: () => void): Faults {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ field, ...faultOf(error) }];
  }
}

function unitFaults({ unit, subUnit, ratio, subBarcode }: StagedRow['cells']): Faults {
  const given = (value: string | null | undefined): boolean => (value ?? null) !== null;
  if (given(subUnit) !== given(ratio) || (given(subBarcode) && subUnit === null))
    return [{ field: given(subUnit) ? 'ratio' : 'subUnit', key: 'unit.incomplete', facts: {} }];
  if (!given(subUnit)) return [];
  if (subUnit === unit)
    return [{ field: 'subUnit', key: 'unit.same', facts: { unit: unit ?? '' } }];
  const size = decimal(ratio ?? '0');
  return size.lte(1) || size.decimalPlaces() > 3
    ? [{ field: 'ratio', key: 'unit.ratio', facts: { unit: subUnit ?? '' } }]
    : [];
}

const managementFaults = ({ serialManaged, lotManaged }: StagedRow['cells']): Faults =>
  told('lotManaged', () => checkSerialOrLot(serialManaged === 'true', lotManaged === 'true'));

const barcodeFaults = ({ barcode, subBarcode }: StagedRow['cells']): Faults =>
  barcode !== undefined && barcode !== null && barcode === subBarcode
    ? [{ field: 'subBarcode', key: 'barcode.repeated', facts: { barcode } }]
    : [];

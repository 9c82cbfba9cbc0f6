import { checkSerialOrLot, decimal, DomainError } from '@tradehouse/domain';
import { mnemonicOf } from '../catalog/index.ts';
import type { CellFault } from './cellValue.ts';
import { faultOf } from './cellValue.ts';
import type { RowRule, StagedRow } from './staging.ts';

type Faults = (CellFault & { readonly field: string })[];

/** What the cells of one product must be among themselves. */
export const productRule: RowRule = (cells) => ({
  derived: { mnemonic: mnemonicOf(cells['name'] ?? '') },
  faults: [...unitFaults(cells), ...managementFaults(cells), ...barcodeFaults(cells)],
});

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

function managementFaults({ serialManaged, lotManaged }: StagedRow['cells']): Faults {
  try {
    checkSerialOrLot(serialManaged === 'true', lotManaged === 'true');
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ field: 'lotManaged', ...faultOf(error) }];
  }
}

const barcodeFaults = ({ barcode, subBarcode }: StagedRow['cells']): Faults =>
  barcode !== undefined && barcode !== null && barcode === subBarcode
    ? [{ field: 'subBarcode', key: 'barcode.repeated', facts: { barcode } }]
    : [];

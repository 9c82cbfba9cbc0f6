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

type ProductRowFaults = (CellFault & { readonly field: string })[];

/** Rules between the cells of a product. */
export const productRule: RowRule = (read) => {
  const cells = withTracking(read);
  return {
    cells,
    derived: combinationOf(cells),
    faults: [
      ...unitFaults(cells),
      ...trackingFaults(read),
      ...managementFaults(cells),
      ...barcodeFaults(cells),
      ...attributeFaults(cells),
    ],
  };
};

/** Replaces the columns of other programs by the fields of a product. */
function withTracking({
  tracking,
  goodsType: _goodsType,
  ...cells
}: StagedRow['cells']): StagedRow['cells'] {
  if ((tracking ?? null) === null) return cells;
  return {
    ...cells,
    serialManaged: String(tracking === 'serials'),
    lotManaged: String(tracking === 'lots'),
  };
}

/** Refuses lot or serial management in contradiction to the tracking of the row. */
function trackingFaults(read: StagedRow['cells']): ProductRowFaults {
  const tracked = withTracking(read);
  return ['serialManaged', 'lotManaged'].flatMap((field) =>
    (read[field] ?? null) === null || read[field] === tracked[field]
      ? []
      : [{ field, key: 'cell.otherTracking', facts: {} }],
  );
}

const attributePairsFromCells = ({ attributes }: StagedRow['cells']) =>
  attributePairs(attributes ?? '') ?? [];

/** Derives a row's attribute combination: for reading again, and for the SKU. */
function combinationOf(cells: StagedRow['cells']): Record<string, string> {
  const pairs = attributePairsFromCells(cells);
  if (pairs.length === 0) return {};
  const combination = pairs.map(({ value }) => value).join(BETWEEN_VALUES);
  return { pairs: JSON.stringify(pairs), combination };
}

function attributeFaults(cells: StagedRow['cells']): ProductRowFaults {
  const attributes = attributePairsFromCells(cells).map(({ name, value }) => ({
    id: name,
    name,
    values: [value],
  }));
  return faultsFromRefusal('attributes', () =>
    checkAttributes(attributes, (cells['subUnit'] ?? null) !== null),
  );
}

/** Converts domain refusals to faults of a field. */
function faultsFromRefusal(field: string, check: () => void): ProductRowFaults {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ field, ...faultOf(error) }];
  }
}

function unitFaults({ unit, subUnit, ratio, subBarcode }: StagedRow['cells']): ProductRowFaults {
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

const managementFaults = ({ serialManaged, lotManaged }: StagedRow['cells']): ProductRowFaults =>
  faultsFromRefusal('lotManaged', () =>
    checkSerialOrLot(serialManaged === 'true', lotManaged === 'true'),
  );

const barcodeFaults = ({ barcode, subBarcode }: StagedRow['cells']): ProductRowFaults =>
  barcode !== undefined && barcode !== null && barcode === subBarcode
    ? [{ field: 'subBarcode', key: 'barcode.repeated', facts: { barcode } }]
    : [];

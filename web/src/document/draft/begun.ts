import { stockTypes } from '@tradehouse/domain';
import type { StockType } from '@tradehouse/domain';
import { blankLine, wholeAllocation } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';

/** Initial goods of a new document, passed by another page. */
export interface BegunLine {
  readonly barcode: string;
  /** In the barcode's unit. */
  readonly quantity: string;
  readonly warehouseId: string;
  readonly lot: string;
  /** YYYY-MM-DD; '' if none. */
  readonly expiry: string;
  readonly stockType: StockType;
}

const isType = (value: unknown): value is StockType => stockTypes.some((known) => known === value);

/** The address of a new document of the kind at `url`, with these lines. */
export function begunAddress(url: string, lines: readonly BegunLine[]): string {
  const rows = lines.map(({ barcode, quantity, warehouseId, lot, expiry, stockType }) => [
    barcode,
    quantity,
    warehouseId,
    lot,
    expiry,
    stockType,
  ]);
  return `${url}/new?${new URLSearchParams({ lines: JSON.stringify(rows) }).toString()}`;
}

/** Parses the requested lines from an address; foreign input is dropped. */
export function begunLines(text: string): readonly LineDraft[] {
  return parseBegunRows(text).flatMap((row) => {
    if (!Array.isArray(row)) return [];
    const [barcode = '', quantity = '', warehouseId = '', lot = '', expiry = '', type] = row.map(
      (part: unknown) => String(part),
    );
    if (barcode === '') return [];
    const stockType = isType(type) ? type : 'formal';
    return [
      {
        ...blankLine(warehouseId === '' ? null : warehouseId),
        barcode,
        quantity,
        allocations: [{ ...wholeAllocation, lot, expiry, stockType }],
      },
    ];
  });
}

function parseBegunRows(text: string): readonly unknown[] {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

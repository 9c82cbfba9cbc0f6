// For tests only: lines of a document as its import dialog reads them from a file or a paste.
import type { DecimalMark } from '@tradehouse/domain';
import { findHeadingRow } from '../../control/importDialog/headingRow.ts';
import { readGiven, workbookNumbersOf } from '../../control/importDialog/importSource.ts';
import type { ImportSourceInput } from '../../control/importDialog/importSource.ts';
import { firstAllocationOfLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { columnsOfGoodsLines } from './goodsColumns.ts';
import { isLineMapping, lineTitles, titlesOfLine } from './importMapping.ts';
import { importedRows, templateOf } from './importRows.ts';
import { aProduct } from './testProduct.ts';
import { pricing } from '../draft/testPricing.ts';

const nothing = (): void => undefined;
const columns = columnsOfGoodsLines({
  code: 'purchaseIn',
  pricing,
  warehouses: [{ id: '7', name: 'Main' }],
  overLink: true,
  shown: new Set(),
  openParts: nothing,
  openSerials: nothing,
  openPicker: nothing,
});
const template = templateOf('purchaseIn');

/** The price of the product itself, which a line must not fall back to. */
const LISTED = '987654';

const textsOf = (line: LineDraft): Readonly<Record<string, string>> => ({
  number: line.barcode,
  quantity: line.quantity,
  price: line.unitPrice,
  rate: line.taxRate,
  expiry: firstAllocationOfLine(line).expiry,
  remark: line.remark,
});

/** Lines of a purchase by their places, whose codes name products in lots; null for a line that is refused. */
export function readLines(
  given: ImportSourceInput,
  barcodes: readonly string[],
  mark?: DecimalMark,
): ReadonlyMap<number, Readonly<Record<string, string>> | null> | null {
  const source = readGiven(given, {});
  if (source.encoding === 'unclear') return null;
  const titles = lineTitles(template, titlesOfLine);
  const { above, mapping } = findHeadingRow(source.rows, titles, isLineMapping);
  if (!isLineMapping(mapping)) return null;
  const cells = source.rows.map((row) => row.cells);
  const rows = importedRows(cells.slice(above), mapping, {
    products: new Map(
      barcodes.map((code) => [code, aProduct(code, { lotManaged: true, price: LISTED })] as const),
    ),
    columns,
    pricing,
    warehouseId: '7',
    places: source.rows.slice(above).map(({ place }) => place),
    titles: cells[above - 1] ?? [],
    isSheet: source.isSheet,
    workbookNumbers: workbookNumbersOf(source.rows).slice(above),
    is1904: source.is1904,
    ...(mark === undefined ? {} : { mark }),
    unknown: (code) => `unknown ${code}`,
  });
  return new Map(rows.map(({ place, line }) => [place, line && textsOf(line)]));
}

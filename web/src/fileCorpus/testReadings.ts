// For tests only: files through the readers of the web, each reading as short lines that a person can check.
import { readGiven, workbookNumbersOf } from '../control/importDialog/importSource.ts';
import type { ImportSource } from '../control/importDialog/importSource.ts';
import { sheetInput } from '../control/importDialog/testSheetCells.ts';
import { readOrders } from '../externalOrder/externalOrderRows.ts';
import { readBankFile } from '../bank/bankFile.ts';
import { bankHeadings, readBankRows } from '../bank/bankRows.ts';
import { readRows } from '../invoice/invoiceRows.ts';
import { readBill } from '../logistics/freightBillRows.ts';

/** Bytes of a text file, or the cells of a spreadsheet as the server hands them on. */
export type Content = Uint8Array | readonly (readonly string[])[];

/** File in the format of a program, with the expected rows. */
export interface FileCase {
  readonly source: string;
  readonly content: () => Content;
  /** Rows as they are read; refusals with their place and reason. */
  readonly expected: readonly string[];
}

const isBytes = (content: Content): content is Uint8Array => content instanceof Uint8Array;

/** The rows of a file as the dialogs read them; null where the encoding is refused. */
function sourceOf(content: Content): ImportSource | null {
  const source = isBytes(content)
    ? readGiven({ kind: 'file', name: 'file.csv', bytes: content }, {})
    : readGiven(sheetInput(content, 'file.xlsx'), {});
  return source.encoding === 'unclear' ? null : source;
}

const cellsOf = ({ rows }: ImportSource) => rows.map(({ cells }) => cells);
const factsOf = ({ rows, isSheet, is1904 }: ImportSource) => ({
  isSheet,
  is1904,
  workbookNumbers: workbookNumbersOf(rows),
});

const readWith =
  (reader: (source: ImportSource) => readonly string[]) =>
  (content: Content): readonly string[] => {
    const source = sourceOf(content);
    return source === null ? ['refused: encoding'] : reader(source);
  };

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.map((part) => part ?? '').join(' | ');

const line = (place: number, problem: string | null, ...parts: readonly string[]): string =>
  problem === null ? joined(...parts) : `${place} refused: ${problem}`;

export const readBank = readWith(({ text, rows: given, isSheet }) => {
  const file = readBankFile(text ?? '', given);
  const { above, mapping } = bankHeadings(file);
  const reading = readBankRows(file, above, mapping, { isSheet });
  if (reading === null) return ['refused: no headings'];
  const { rows, left, closing, asks, currency } = reading;
  const readings = [
    ...Object.entries(left).flatMap(([why, places]) =>
      places.length === 0 ? [] : [`${why}: ${places.join(', ')}`],
    ),
    ...(file.others > 0 ? [`others: ${file.others}`] : []),
    ...(currency === '' ? [] : [`in ${currency}`]),
    ...(closing === null ? [] : [`closing ${closing}`]),
    ...(asks.mark === null ? [] : [`asks ${asks.mark}`]),
    ...(asks.order === null ? [] : [`asks ${asks.order}`]),
  ];
  return [
    ...rows.map(({ place, row, problem }) =>
      line(
        place,
        problem,
        row?.date ?? '',
        row?.amount ?? '',
        row?.partnerName ?? '',
        row?.purpose ?? '',
        row?.reference ?? '',
      ),
    ),
    ...readings,
  ];
});

const defaults = {
  platform: 'P',
  shop: 'S',
  partnerId: '7',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
};

export const readShop = readWith((source) => {
  const orders = readOrders(cellsOf(source), defaults, factsOf(source));
  if (orders === null) return ['refused: no headings'];
  return orders.map(({ place, order, problem }) =>
    line(
      place,
      problem,
      order?.externalOrder ?? '',
      order?.time ?? '',
      ...(order?.lines.map(
        ({ outerSkuCode, quantity, price }) => `${outerSkuCode} ${quantity} × ${price}`,
      ) ?? []),
    ),
  );
});

export const readFreight = readWith((source) => {
  const bill = readBill(cellsOf(source), factsOf(source));
  if (bill === null) return ['refused: no headings'];
  return [
    ...bill.lines.map(({ place, number, line: read }) =>
      read === null
        ? `${place} refused: ${number}`
        : joined(read.number, read.amount, read.weight ?? '-'),
    ),
    ...(bill.left === 0 ? [] : [`left: ${bill.left}`]),
  ];
});

export const readInvoices = readWith((source) => {
  const rows = readRows(cellsOf(source), 'received', { ...factsOf(source), currency: 'CNY' });
  if (rows === null) return ['refused: no headings'];
  return rows.map(({ place, row, problem }) =>
    line(
      place,
      problem,
      row?.number ?? '',
      row?.invoiceDate ?? '',
      row?.partnerName ?? '',
      `${row?.net ?? ''} + ${row?.tax ?? ''}`,
    ),
  );
});

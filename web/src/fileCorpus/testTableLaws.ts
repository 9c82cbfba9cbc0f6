// For tests only: truths of orders, freights, invoices and document lines, written in any style, and what their readings may be.
import { dayAfter, decodeFileText } from '@tradehouse/domain';
import type { WorkbookNumbers } from '@tradehouse/domain';
import {
  fileStyles,
  shuffled,
  styledCode,
  styledDay,
  styledFile,
  styledNumber,
} from '@tradehouse/domain/testing';
import fc from 'fast-check';
import { readGiven, workbookNumbersOf } from '../control/importDialog/importSource.ts';
import { sheetInput } from '../control/importDialog/testSheetCells.ts';
import type { ImportSourceInput } from '../control/importDialog/importSource.ts';
import { readLines } from '../document/lines/testLineReading.ts';
import { readOrders } from '../externalOrder/externalOrderRows.ts';
import { readRows } from '../invoice/invoiceRows.ts';
import { readBill } from '../logistics/freightBillRows.ts';
import type { Outcome } from './testBankLaw.ts';

/** A field of a table: its headings, and how its cells are written. */
interface Field {
  readonly zh: string;
  readonly en: string;
  readonly kind: 'code' | 'text' | 'number' | 'day';
}
/** A row by its fields: plain decimals, days as YYYY-MM-DD. */
type Truth = Readonly<Record<string, string>>;

interface Law {
  readonly fields: Readonly<Record<string, Field>>;
  readonly rows: fc.Arbitrary<readonly Truth[]>;
  /** What was read at a place, by the same fields; null: refused; absent: nothing. */
  readonly read: (given: ImportSourceInput) => ReadonlyMap<number, Truth | null> | null;
}

const codeTexts = [
  '2304567890123456789',
  '2304567890123456111',
  '0012345',
  'SO-1',
  '100200300',
  'A/7',
] as const;
const codes = fc.constantFrom(...codeTexts);
const numbers = fc
  .tuple(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 0, max: 3 }))
  .map(([units, places]) => String(units / 10 ** places));
const wholes = fc.integer({ min: 1, max: 90_000 }).map(String);
const days = fc.integer({ min: 0, max: 800 }).map((passed) => dayAfter('2025-01-01', passed));
const names = fc.constantFrom('Ada', 'Bob & Co', 'Müller; Söhne', '晨光', 'Cy, Inc');
const several = (row: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  fc.uniqueArray(fc.record(row), { minLength: 1, maxLength: 6, selector: ({ number }) => number });

const rowsIn = (given: ImportSourceInput) => {
  const source = readGiven(given, {});
  return source.encoding === 'unclear'
    ? null
    : {
        cells: source.rows.map(({ cells }) => cells),
        places: source.rows.map(({ place }) => place),
        source,
      };
};
/** Places of a reader, which counts the rows that it is given, as places in the file. */
const placed = <Row>(
  given: ImportSourceInput,
  read: (
    cells: readonly (readonly string[])[],
    facts: { readonly isSheet: boolean; readonly workbookNumbers: WorkbookNumbers },
  ) => readonly (readonly [number, Row])[] | null,
): ReadonlyMap<number, Row> | null => {
  const found = rowsIn(given);
  const rows =
    found &&
    read(found.cells, {
      isSheet: found.source.isSheet,
      workbookNumbers: workbookNumbersOf(found.source.rows),
    });
  return rows && new Map(rows.map(([place, row]) => [found.places[place - 1] ?? place, row]));
};

export const orderLaw: Law = {
  fields: {
    number: { zh: '订单编号', en: 'Order number', kind: 'code' },
    sku: { zh: '商家编码', en: 'SKU', kind: 'code' },
    quantity: { zh: '购买数量', en: 'Quantity', kind: 'number' },
    price: { zh: '商品单价', en: 'Item cost', kind: 'number' },
    day: { zh: '下单时间', en: 'Order date', kind: 'day' },
  },
  rows: several({
    number: codes,
    sku: codes,
    quantity: fc.oneof(wholes, numbers),
    price: numbers,
    day: days,
  }),
  read: (given) =>
    placed(given, (cells, facts) => {
      const defaults = {
        platform: 'P',
        shop: 'S',
        partnerId: '7',
        timeZone: 'Asia/Shanghai',
        currency: 'CNY',
      };
      const orders = readOrders(cells, defaults, facts);
      return (
        orders && orders.map(({ place, order }) => [place, order && orderTruth(order)] as const)
      );
    }),
};

const HOURS_OF_SHANGHAI = 8 * 3_600_000;
type Order = NonNullable<NonNullable<ReturnType<typeof readOrders>>[number]['order']>;
function orderTruth({ externalOrder, time = '', lines }: Order): Truth {
  const [line] = lines;
  const day = new Date(Date.parse(time) + HOURS_OF_SHANGHAI).toISOString().slice(0, 10);
  return {
    number: externalOrder,
    sku: line?.outerSkuCode ?? '',
    quantity: line?.quantity ?? '',
    price: line?.price ?? '',
    day: lines.length === 1 ? day : `${lines.length} lines`,
  };
}

export const freightLaw: Law = {
  fields: {
    number: { zh: '运单号', en: 'Waybill', kind: 'code' },
    amount: { zh: '应付金额(元)', en: 'Amount due', kind: 'number' },
    weight: { zh: '计费重量(kg)', en: 'Billed weight (kg)', kind: 'number' },
  },
  rows: several({ number: codes, amount: numbers, weight: numbers }),
  read: (given) =>
    placed(given, (cells, facts) => {
      const bill = readBill(cells, facts);
      return (
        bill &&
        bill.lines.map(
          ({ place, line }) =>
            [
              place,
              line && { number: line.number, amount: line.amount, weight: line.weight ?? '' },
            ] as const,
        )
      );
    }),
};

export const invoiceLaw: Law = {
  fields: {
    number: { zh: '发票号码', en: 'Invoice number', kind: 'code' },
    day: { zh: '开票日期', en: 'Date', kind: 'day' },
    partner: { zh: '销方名称', en: 'Supplier', kind: 'text' },
    net: { zh: '不含税金额', en: 'Net amount', kind: 'number' },
    tax: { zh: '税额', en: 'Tax', kind: 'number' },
  },
  rows: several({ number: codes, day: days, partner: names, net: numbers, tax: numbers }),
  read: (given) =>
    placed(given, (cells, facts) => {
      const rows = readRows(cells, 'received', { ...facts, currency: 'CNY' });
      return (
        rows &&
        rows.map(
          ({ place, row }) =>
            [
              place,
              row && {
                number: row.number,
                day: row.invoiceDate,
                partner: row.partnerName,
                net: row.net,
                tax: row.tax,
              },
            ] as const,
        )
      );
    }),
};

/** Cells that were copied from a table of text. */
const pasted = (given: ImportSourceInput): ImportSourceInput => {
  if (given.kind !== 'file') return given;
  const read = decodeFileText(given.bytes);
  return read.kind === 'text' ? { kind: 'text', text: read.text } : given;
};

const lawOf = (read: Law['read']): Law => ({
  fields: {
    number: { zh: '条码', en: 'Barcode', kind: 'code' },
    quantity: { zh: '数量', en: 'Quantity', kind: 'number' },
    price: { zh: '单价', en: 'Unit price', kind: 'number' },
    rate: { zh: '税率', en: 'Tax rate', kind: 'number' },
    expiry: { zh: '有效期', en: 'Expiry date', kind: 'day' },
    remark: { zh: '备注', en: 'Remark', kind: 'text' },
  },
  rows: fc.uniqueArray(
    fc.record({
      number: codes,
      quantity: numbers,
      price: numbers,
      rate: fc.constantFrom('13', '9', '6', '1.5', '0'),
      expiry: days,
      remark: fc.constantFrom('', 'red; small', '易碎', '2 boxes, 1 bag', 'A|B', '=no'),
    }),
    { minLength: 1, maxLength: 6, selector: ({ number }) => number },
  ),
  read,
});

export const lineLaw: Law = lawOf((given) => readLines(given, codeTexts));
export const pastedLineLaw: Law = lawOf((given) => readLines(pasted(given), codeTexts));

export const tableStyles = fc.record({
  file: fileStyles,
  titles: fc.constantFrom('zh', 'en', 'both'),
  isSheet: fc.boolean(),
  isShortened: fc.boolean(),
});
type TableStyle = typeof tableStyles extends fc.Arbitrary<infer Style> ? Style : never;

/** A long number as a spreadsheet shortens it. */
const shortened = (code: string): string =>
  /^\d{16,}$/.test(code) ? Number(code).toExponential(5).toUpperCase() : code;

function cellText(
  value: string,
  { kind }: Field,
  { isSheet, isShortened, file }: TableStyle,
): string {
  if (kind === 'code')
    return isShortened ? shortened(value) : isSheet ? value : styledCode(value, file);
  if (isSheet) return value;
  if (kind === 'number') return styledNumber(value, 2, file);
  return kind === 'day' ? styledDay(value, file) : value;
}

const titleOf = ({ zh, en }: Field, { titles }: TableStyle): string =>
  ({ zh, en, both: `${zh} ${en}` })[titles];

function written({ fields }: Law, truths: readonly Truth[], style: TableStyle) {
  const shown = shuffled(Object.entries(fields), style.file.seed);
  const rows = [
    shown.map(([, field]) => titleOf(field, style)),
    ...truths.map((truth) =>
      shown.map(([name, field]) => cellText(truth[name] ?? '', field, style)),
    ),
  ];
  const sheetPlaces = rows.map((_, at) => at + 1);
  if (style.isSheet) return { given: sheetInput(rows), places: sheetPlaces };
  const file = styledFile(rows, style.file);
  return (
    file &&
    ({ given: { kind: 'file', name: 'a.csv', bytes: file.bytes }, places: file.places } as const)
  );
}

/** Reads a generated file; throws if a row is read wrongly, or lost without a refusal. */
export function checkTable(law: Law, truths: readonly Truth[], style: TableStyle): Outcome {
  const file = written(law, truths, style);
  if (file === null) return 'unwritable';
  const reading = law.read(file.given);
  if (reading === null) return 'refused';
  const expected = new Map(truths.map((truth, at) => [file.places[at + 1] ?? 0, truth]));
  let refused = 0;
  for (const [place, truth] of expected) {
    const found = reading.get(place);
    // Numbers that were shortened are alike, and are refused together.
    if (found === undefined && !style.isShortened) throw new Error(`row ${place} is dropped`);
    if (found === null || found === undefined) refused += 1;
    else if (Object.keys(law.fields).some((name) => found[name] !== truth[name]))
      throw new Error(
        `row ${place} is read as ${JSON.stringify(found)}, not ${JSON.stringify(truth)}`,
      );
  }
  for (const [place, found] of reading)
    if (found !== null && !expected.has(place))
      throw new Error(`row ${place} is read, though it is none`);
  return refused === 0 ? 'read' : 'partly';
}

// Reads lines of a carrier's bill, whatever the column names.
import type { FreightBillLine, InputOf, freights } from '@tradehouse/contract';
import {
  decimal,
  headingFactor,
  CURRENCY_TITLES,
  isNoName,
  parseCurrencyText,
  toOwnCode,
  toPlainDecimal,
  rounded,
} from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { foreignText, readImportTable } from '../control/importDialog/importTable.ts';
import type { ImportTableRow, TableSource } from '../control/importDialog/importTable.ts';

export type BillLineInput = InputOf<typeof freights.takeBill>['lines'][number];
export const billColumns = ['number', 'amount', 'weight'] as const;
export const readColumns = [...billColumns, 'currency'] as const;
export type BillColumn = (typeof readColumns)[number];

export const billTitles: ColumnTitles<BillColumn> = {
  number: [
    /^(运单号码?|运单编号|快递单号|物流单号|面单号|tracking(number|no|id)?|(air)?waybill(number|no)?|awb)$/,
    /^(账单号码|numberonthebill|单号|number)$/,
    /^(单据编号|reference)$/,
  ],
  // Amounts payable take precedence over sums, and sums over components.
  amount: [
    /(应付|实付|实收|应收|(应付|实付|实收|应收|结算|账单|折后)(总?金额|总额|款|运费|费用))$/,
    /^((amount|total|balance)due|payable|amountpayable|(invoice|billed)amount)$/,
    /^(合计|总计|总额|总(金额|费用|运费)|(合计|总计)(金额|费用|运费)|(金额|费用|运费)(合计|总计)|(grand)?total|total(amount|charges?|cost))$/,
    /^(实际(运费|费用|金额)|net|net(charges?|amount|chargeamount))$/,
    /^(金额|运费|费用|运费金额|amount|charges?|freight)$/,
  ],
  weight: [
    /^((计费|结算)重量?|(billable|billed|chargeable)weight)(kg|公斤|千克)$/,
    /^((计费|结算)重量?|(billable|billed|chargeable)weight)$/,
    /^(重量|weight)(kg|公斤|千克)$/,
    /^(重量|weight)$/,
  ],
  currency: new RegExp(`^(${CURRENCY_TITLES})$`),
};

/** Decimals of a weight in bill lines. */
const WEIGHT_DIGITS = 6;

export interface ReadBillLine {
  /** Row number in the file, from 1. */
  readonly place: number;
  readonly number: string;
  /** Amount in the file's wording. */
  readonly amount: string;
  /** The heading of the amounts. */
  readonly heading: string;
  /** Code of the row's currency; undefined: none. */
  readonly currency: string | undefined;
  readonly line: BillLineInput | null;
  /** Unreadable column; absent if the line is readable. */
  readonly unread?: BillColumn;
  /** Text right of all headings, which refuses the row; absent if readable. */
  readonly surplus?: string;
}

interface FreightBillReading {
  readonly lines: readonly ReadBillLine[];
  /** Sums and notes of the carrier. */
  readonly left: number;
}

/** Sum rows have a label: 本月合计, 合计：12票, Grand total. */
const isSum = (label: string): boolean =>
  /合计|总计|小计|累计|^共\s*\d+|\b((sub|grand\s*)?total|sum)\b/i.test(label);

export const isBillMapping = (mapping: ColumnMapping<BillColumn>): boolean =>
  mapping.includes('number') && mapping.includes('amount');

/** The lines of a file; null where no headings say a number and an amount. */
export function readBill(
  cells: readonly (readonly string[])[],
  source: TableSource<BillColumn> = {},
): FreightBillReading | null {
  const rows = readImportTable<BillColumn>(
    cells,
    {
      titles: billTitles,
      isEnough: isBillMapping,
      numbers: ['amount', 'weight'],
      days: [],
    },
    source,
  );
  if (rows === null) return null;
  const below = cells.slice(cells.length - rows.length);
  // An amount without a number, and without a word for sums, may be a further charge of the line above.
  const lines = rows.filter(({ texts: { number, amount } }, at) =>
    number === undefined ? amount !== undefined && below[at]?.some(isSum) !== true : !isSum(number),
  );
  return {
    lines: lines.map((row) => ({
      place: row.place,
      number: row.texts.number ?? '',
      amount: row.texts.amount ?? '',
      heading: row.headings.amount ?? '',
      currency: row.texts.currency && parseCurrencyText(row.texts.currency),
      ...freightBillLineFromRow(row),
    })),
    left: rows.length - lines.length,
  };
}

/** Returns true if line and freight differ in currency: the line can't be registered. */
export const isOtherCurrency = (
  { currency, amount, heading }: Pick<ReadBillLine, 'currency' | 'amount' | 'heading'>,
  of: FreightBillLine | null | undefined,
): boolean =>
  of?.match === 'matched' &&
  ((currency !== undefined && toOwnCode(currency, of.currency) !== of.currency) ||
    foreignText({ texts: { amount }, headings: { amount: heading } }, 'amount', of.currency) !==
      undefined);

const isBlankFreightCell = (text = ''): boolean => /^[-–—/\s]*$/.test(text);

/**
 * Parses a line. Refuses an amount that is negative, ambiguous, or in a row wider than its headings, such a
 * weight, and an unknown currency: nothing is skipped silently.
 */
function freightBillLineFromRow(
  row: ImportTableRow<BillColumn>,
): Pick<ReadBillLine, 'line' | 'unread' | 'surplus'> {
  const unread = (column: BillColumn) => ({ line: null, unread: column });
  const { number = '', currency } = row.texts;
  if (row.surplus !== '') return { line: null, surplus: row.surplus };
  const costs = row.numberIn('amount');
  if (costs === undefined || costs.startsWith('-')) return unread('amount');
  if (currency !== undefined && parseCurrencyText(currency) === undefined)
    return unread('currency');
  const weighs = freightWeightFromRow(row);
  if (weighs === undefined ? !isBlankFreightCell(row.texts.weight) : weighs.startsWith('-'))
    return unread('weight');
  if (number === '' || number.length > 60 || isNoName(number)) return unread('number');
  const weight = weighs === undefined ? {} : { weight: weighs };
  return { line: { number, amount: costs, ...weight } };
}

/** Weight in kilograms; undefined if the cell, or the column's unit, is ambiguous. */
function freightWeightFromRow({
  headings,
  numberIn,
}: ImportTableRow<BillColumn>): string | undefined {
  const weighs = numberIn('weight');
  const kilograms = headingFactor(headings.weight ?? '', 'weight', '');
  if (weighs === undefined || kilograms === null) return undefined;
  return toPlainDecimal(rounded(decimal(weighs).times(kilograms), WEIGHT_DIGITS));
}

// Lines of a carrier's bill, whatever the carrier calls its columns.
import type { InputOf, freights } from '@tradehouse/contract';
import { isNoName } from '@tradehouse/domain';
import type { ColumnTitles, NumberSource } from '@tradehouse/domain';
import { readImportTable } from '../../document/lines/importTable.ts';
import type { ImportTableRow } from '../../document/lines/importTable.ts';

export type BillLineInput = InputOf<typeof freights.takeBill>['lines'][number];
export const billColumns = ['number', 'amount', 'weight'] as const;
type BillColumn = (typeof billColumns)[number];

const titles: ColumnTitles<BillColumn> = {
  number: [
    /^(运单号码?|运单编号|快递单号|物流单号|面单号|tracking(number|no|id)?|(air)?waybill(number|no)?|awb)$/,
    /^(账单号码|numberonthebill|单号|number)$/,
    /^(单据编号|reference)$/,
  ],
  // What is owed comes before sums of it, and these before what it is made of.
  amount: [
    /(应付|实付|(应付|实付|结算|账单|折后)(总?金额|总额|款|运费|费用))$/,
    /^((amount|total|balance)due|payable|amountpayable|(invoice|billed)amount)$/,
    /^(合计|总计|总额|总(金额|费用|运费)|(合计|总计)(金额|费用|运费)|(金额|费用|运费)(合计|总计)|(grand)?total|total(amount|charges?|cost))$/,
    /^(实际(运费|费用|金额)|net|net(charges?|amount|chargeamount))$/,
    /^(金额|运费|费用|运费金额|amount|charges?|freight)$/,
  ],
  weight: [
    /^((计费|结算)重量?(kg)?|(billable|billed|chargeable)weight(kg)?)$/,
    /^(重量(kg)?|weight(kg)?)$/,
  ],
};

export interface ReadBillLine {
  /** Its place among the rows of the file, from 1. */
  readonly place: number;
  readonly number: string;
  /** As it stands there. */
  readonly amount: string;
  readonly line: BillLineInput | null;
}

interface Reading {
  readonly lines: readonly ReadBillLine[];
  /** Rows that name no number: sums, and notes of the carrier. */
  readonly left: number;
}

const isSum = (number: string): boolean =>
  /^(|合计|总计|小计|total|sum|subtotal)[:：]?$/i.test(number);

/** The lines of a file; null where no headings say a number and an amount. */
export function readBill(
  cells: readonly (readonly string[])[],
  source: NumberSource = {},
): Reading | null {
  const rows = readImportTable<BillColumn>(
    cells,
    {
      titles,
      isEnough: (mapping) => mapping.includes('number') && mapping.includes('amount'),
      numbers: ['amount', 'weight'],
      days: [],
    },
    source,
  );
  if (rows === null) return null;
  const lines = rows.filter(({ texts }) => !isSum(texts.number ?? ''));
  return {
    lines: lines.map((row) => ({
      place: row.place,
      number: row.texts.number ?? '',
      amount: row.texts.amount ?? '',
      line: lineOf(row),
    })),
    left: rows.length - lines.length,
  };
}

const isBlank = (text = ''): boolean => /^[-–—/\s]*$/.test(text);

/** An amount below zero, or without one reading, is no freight, and such a weight is none: neither is left out in silence. */
function lineOf({ texts, numberIn }: ImportTableRow<BillColumn>): BillLineInput | null {
  const { number = '' } = texts;
  const [costs, weighs] = [numberIn('amount'), numberIn('weight')];
  if (costs === undefined || costs.startsWith('-')) return null;
  if (weighs === undefined ? !isBlank(texts.weight) : weighs.startsWith('-')) return null;
  if (number.length > 60 || isNoName(number)) return null;
  return {
    number,
    amount: costs,
    ...(weighs === undefined ? {} : { weight: weighs }),
  };
}

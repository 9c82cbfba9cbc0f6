// Lines of a carrier's bill, whatever the carrier calls its columns.
import type { InputOf, freights } from '@tradehouse/contract';
import { figureOf } from '../../control/figureText.ts';
import { belowHeadings, textUnder } from '../../document/lines/headings.ts';
import type { Headings } from '../../document/lines/headings.ts';

export type BillLineInput = InputOf<typeof freights.takeBill>['lines'][number];
export const billColumns = ['number', 'amount', 'weight'] as const;
type BillColumn = (typeof billColumns)[number];

const headings: Headings<BillColumn> = {
  number:
    /^(账单号码|numberonthebill|运单号码?|快递单号|物流单号|面单号|单号|单据编号|trackingnumber|trackingno|tracking|waybill|waybillno|awb|number|reference)$/,
  amount:
    /^(金额|运费|费用|运费金额|应付金额|账单金额|实际运费|结算金额|amount|charge|charges|netcharge|netamount|freight|total|totalcharge)$/,
  weight:
    /^(重量|重量kg|计费重量|结算重量|计费重量kg|weight|weightkg|billableweight|billedweight|chargeableweight)$/,
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
export function readBill(cells: readonly (readonly string[])[]): Reading | null {
  const { above, meaning } = belowHeadings(
    cells,
    headings,
    (said) => said.includes('number') && said.includes('amount'),
  );
  if (above === 0) return null;
  const rows = cells.slice(above).map((row, at) => ({
    place: above + at + 1,
    number: textUnder(row, meaning, 'number'),
    amount: textUnder(row, meaning, 'amount'),
    weight: textUnder(row, meaning, 'weight'),
  }));
  const lines = rows.filter(({ number }) => !isSum(number));
  return {
    lines: lines.map(({ weight, ...line }) => ({ ...line, line: lineOf({ ...line, weight }) })),
    left: rows.length - lines.length,
  };
}

type Texts = Readonly<Record<BillColumn, string>>;

/** What is below zero, or no figure, is no freight; a weight that can't be read is not said. */
function lineOf({ number, amount, weight }: Texts): BillLineInput | null {
  const [costs, weighs] = [figureOf(amount), figureOf(weight)];
  if (costs === undefined || costs.startsWith('-') || number.length > 60) return null;
  return {
    number,
    amount: costs,
    ...(weighs === undefined || weighs.startsWith('-') ? {} : { weight: weighs }),
  };
}

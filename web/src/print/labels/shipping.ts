import type { LabelTemplate, LogisticsOrderInfo } from '@tradehouse/contract';
import { codeProblem, sheetFor } from '@tradehouse/domain';
import type { LabelFormat } from '@tradehouse/domain';
import { textMarkIn } from './drawing.ts';
import type { LabelMark } from './drawing.ts';
import type { TextMeasure } from './fit.ts';

const size = { width: 100, height: 150 };

/** Shipping labels measure 100 × 150 mm, one per page. The content is fixed. */
export const shippingTemplate: LabelTemplate = {
  kind: 'carton',
  ...size,
  onSheet: false,
  sheet: sheetFor(size),
  elements: [],
};

/** Templates by sheet: a label printer, or two labels on A4. */
export const shippingTemplates: Readonly<Record<LabelFormat, LabelTemplate>> = {
  label: shippingTemplate,
  a4: { ...shippingTemplate, onSheet: true },
};

/** Words on a shipping label except the order's data, in the user's language. */
export interface ShippingWords {
  readonly to: string;
  readonly from: string;
  readonly service: string;
  /** Empty where none is asked for. */
  readonly signature: string;
  readonly part: (at: number, of: number) => string;
  readonly weight: (weight: string) => string;
  readonly problem: (tracking: string) => string;
}

/** Returns the weight of each parcel with a label of its own. */
export const labelledParcels = ({ parcels }: Pick<LogisticsOrderInfo, 'parcels'>): string[] =>
  parcels.flatMap(({ weight, pieces }) => Array.from({ length: pieces }, () => weight));

const plainly = { bold: false, align: 'left' } as const;
const boldly = { bold: true, align: 'left' } as const;
const across = { left: 5, width: 90 };

export function shippingMarks(
  order: LogisticsOrderInfo,
  at: number,
  words: ShippingWords,
  measure: TextMeasure,
): readonly LabelMark[] {
  const weights = labelledParcels(order);
  const line = (
    top: number,
    height: number,
    text: string,
    letters: { readonly bold: boolean; readonly align: 'left' | 'center' | 'right' },
    fontSize: number,
  ): LabelMark[] =>
    text === ''
      ? []
      : [textMarkIn(text, { ...across, top, height }, { ...letters, fontSize }, measure)];
  const codeBox = { ...across, top: 27, height: 24 };
  const problemText = words.problem(order.tracking);
  const code: LabelMark =
    codeProblem('code128', order.tracking) === null
      ? { is: 'code', code: 'code128', text: order.tracking, ...codeBox }
      : {
          is: 'problem',
          ...codeBox,
          text: textMarkIn(
            problemText,
            codeBox,
            { fontSize: 9, bold: false, align: 'center' },
            measure,
          ),
        };
  const postal = [order.address, order.postcode].filter((part) => part !== '').join(' ');
  const facts = [
    words.weight(weights[at] ?? order.weight),
    words.part(at + 1, weights.length),
    order.shipDate,
    words.signature,
  ];
  return [
    ...line(5, 9, order.companyName, boldly, 18),
    ...line(15, 9, words.service, plainly, 14),
    code,
    ...line(52, 7, order.tracking, { bold: true, align: 'center' }, 14),
    ...line(63, 5, words.to, plainly, 9),
    ...line(69, 9, [order.receiver, order.phone].join('  ').trim(), boldly, 18),
    ...line(79, 22, postal, boldly, 15),
    ...line(105, 5, words.from, plainly, 9),
    ...line(110, 6, [order.sender, order.senderPhone].join('  ').trim(), plainly, 11),
    ...line(117, 10, order.senderAddress, plainly, 10),
    ...line(130, 7, facts.filter((fact) => fact !== '').join(' · '), boldly, 12),
    ...line(139, 6, `${order.number}  ${order.documentNumber}`, plainly, 9),
  ];
}

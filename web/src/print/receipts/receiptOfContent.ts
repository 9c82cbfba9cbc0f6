import type { LineReply } from '@tradehouse/contract';
import { decimal, withThousandsSeparators } from '@tradehouse/domain';
import type { ContentRow, Labelled, PrintContent } from '../content.ts';
import type { LabelledText, TillReceipt, ReceiptItem, ReceiptWords } from './receipt.ts';

/** Line fields in columns of their own; other printed fields belong to the name. */
const figureFields = new Set(['quantity', 'unit', 'unitPrice', 'amount', 'total']);
/** Amounts to pay, in order of preference. */
const totalFields = ['payable', 'afterDiscount', 'totalAmount', 'goodsAmount'];
/** Sums below the amount to pay. */
const paidFields = new Set(['received', 'changeGiven', 'paidNow', 'debt']);

const asLabelledText = ({ label, value }: Labelled): LabelledText => ({ label, value });

/** Builds the receipt of a printed document, by the company's template for receipts. */
export function receiptOfContent(content: PrintContent, decimals: number): TillReceipt {
  const total = totalFields.flatMap(
    (field) => content.sums.find((sum) => sum.field === field) ?? [],
  )[0];
  const besides = content.sums.filter((sum) => sum !== total);
  const [shop, ...others] = content.company;
  return {
    shop: shop?.text ?? '',
    shopLines: others.map(({ text }) => text),
    title: content.title,
    facts: content.facts.map(asLabelledText),
    items: content.rows.map((row) => itemOfRow(content, row, decimals)),
    sums: besides.filter(({ field }) => !paidFields.has(field)).map(asLabelledText),
    total: total === undefined ? { label: '', value: '' } : asLabelledText(total),
    payments: besides.filter(({ field }) => paidFields.has(field)).map(asLabelledText),
    member: [],
    code: content.number,
    footer: [content.number, ...content.notes, content.printTime].filter((text) => text !== ''),
  };
}

/** Headings of the printed columns. */
export function receiptWordsOf({ columns }: PrintContent): ReceiptWords {
  const headingOf = (field: string): string =>
    columns.find((column) => column.field === field)?.label ?? '';
  return {
    goods: headingOf('productName'),
    quantity: headingOf('quantity'),
    price: headingOf('unitPrice'),
    amount: headingOf('amount') || headingOf('total'),
  };
}

function itemOfRow(
  { columns }: PrintContent,
  { cells, line }: ContentRow,
  decimals: number,
): ReceiptItem {
  const texts = new Map(columns.map(({ field }, at) => [field, cells[at] ?? '']));
  const join = (fields: readonly string[]): string =>
    fields
      .map((field) => texts.get(field) ?? '')
      .filter((text) => text !== '')
      .join(' ');
  return {
    name: join(columns.map(({ field }) => field).filter((field) => !figureFields.has(field))),
    quantity: join(['quantity', 'unit']),
    price: join(['unitPrice']),
    amount: join(['amount']) || join(['total']),
    promotions: line?.promotions ?? '',
    discount: line === null ? '' : discountOfLine(line, decimals),
  };
}

/** Formats the discount of a line by promotions; '' for none. */
function discountOfLine(
  { regularPrice, quantity, amount, promotions }: LineReply,
  decimals: number,
): string {
  if (regularPrice === null || amount === null || promotions === '') return '';
  const discount = decimal(regularPrice).times(quantity).minus(amount);
  return discount.gt(0) ? `-${withThousandsSeparators(discount.toFixed(decimals))}` : '';
}

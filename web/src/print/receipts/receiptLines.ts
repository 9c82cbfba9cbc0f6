import type { LabelledText, TillReceipt, ReceiptItem, ReceiptWords } from './receipt.ts';
import { countCells, centredText, alignFigures, spreadText, wrapText } from './receiptText.ts';
import type { ReceiptPaper } from './receiptText.ts';

/** Line of a receipt: text in the cells of the paper, or a QR code. */
export type ReceiptLine =
  | { readonly text: string; readonly style: 'plain' | 'bold' | 'tall' }
  | { readonly code: string };

/** Widths of quantity, price and amount; the name has the rest of a wide line, or a line above. */
const figureWidths = { narrow: [10, 10, 12], wide: [10, 9, 11] } as const;
/** Fewest cells of a name beside the figures. */
const LEAST_NAME = 16;

/** Lays out a receipt in lines of the paper's cells. */
export function layOutReceipt(
  receipt: TillReceipt,
  words: ReceiptWords,
  paper: ReceiptPaper,
): readonly ReceiptLine[] {
  const rule = plainLines(['-'.repeat(paper.columns)]);
  const spreadRows = (rows: readonly LabelledText[]): readonly ReceiptLine[] =>
    plainLines(rows.flatMap(({ label, value }) => spreadText(label, value, paper)));
  const below = (lines: readonly ReceiptLine[]): readonly ReceiptLine[] =>
    lines.length === 0 ? [] : [...rule, ...lines];
  const { total } = receipt;
  return [
    ...styledLines(centredText(receipt.shop, paper), 'tall'),
    ...plainLines(receipt.shopLines.flatMap((line) => centredText(line, paper))),
    ...styledLines(centredText(receipt.title, paper), 'bold'),
    ...plainLines(
      receipt.facts.flatMap(({ label, value }) =>
        wrapText(`${label}: ${value}`, paper.columns, paper),
      ),
    ),
    ...rule,
    ...plainLines(itemLines([words.goods, words.quantity, words.price, words.amount], paper)),
    ...rule,
    ...plainLines(receipt.items.flatMap((item) => linesOfItem(item, paper))),
    ...rule,
    ...spreadRows(receipt.sums),
    ...styledLines(spreadText(total.label, total.value, paper), 'tall'),
    ...spreadRows(receipt.payments),
    ...below(spreadRows(receipt.member)),
    ...(receipt.code === '' ? [] : [...rule, { code: receipt.code }]),
    ...plainLines(receipt.footer.flatMap((line) => centredText(line, paper))),
  ];
}

const styledLines = (
  texts: readonly string[],
  style: 'plain' | 'bold' | 'tall',
): readonly ReceiptLine[] => texts.map((text) => ({ text: text.trimEnd(), style }));
const plainLines = (texts: readonly string[]): readonly ReceiptLine[] =>
  styledLines(texts, 'plain');

const linesOfItem = (item: ReceiptItem, paper: ReceiptPaper): readonly string[] => [
  ...itemLines([item.name, item.quantity, item.price, item.amount], paper),
  ...(item.discount === '' && item.promotions === ''
    ? []
    : spreadText(`  ${item.promotions}`, item.discount, paper)),
];

/** Name and figures: beside each other on wide paper, else the figures below a name of whole lines. */
function itemLines(
  [name, ...figures]: readonly [string, string, string, string],
  paper: ReceiptPaper,
): readonly string[] {
  const { columns } = paper;
  const wideName = columns - figureWidths.wide.reduce((sum, width) => sum + width, 0);
  const isWide = wideName >= LEAST_NAME;
  const row = alignFigures(figures, isWide ? figureWidths.wide : figureWidths.narrow, paper);
  // Figures without room in their columns stand below the name as a sentence.
  if (row === null) {
    const [quantity = '', price = '', amount = ''] = figures;
    return [
      ...wrapText(name, columns, paper),
      ...spreadText(`  ${quantity} x ${price}`, amount, paper),
    ];
  }
  if (!isWide) return [...wrapText(name, columns, paper), row];
  const [beside = '', more] = wrapText(name, wideName, paper);
  return more === undefined
    ? [beside + ' '.repeat(wideName - countCells(beside, paper)) + row]
    : [...wrapText(name, columns, paper), ' '.repeat(wideName) + row];
}

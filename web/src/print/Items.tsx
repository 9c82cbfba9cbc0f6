import type { ReactNode } from 'react';
import type { PrintContent, ContentRow } from './content.ts';
import type { PrintPiece } from './parts.tsx';

interface StackedItem {
  readonly words: string;
  /** Quantity and price. */
  readonly left: string;
  readonly right: string;
}

/** Returns a receipt line: name, quantity and price, and amount. */
function stackedItemOf({ columns }: PrintContent, { cells }: ContentRow): StackedItem {
  const text = (wanted: string): string =>
    cells[columns.findIndex(({ field }) => field === wanted)] ?? '';
  const result = text('total') === '' ? 'amount' : 'total';
  const placed: readonly string[] = ['quantity', 'unit', 'unitPrice', result];
  const others = columns
    .map(({ field, label, right }, at) => ({ field, label, right, text: cells[at] ?? '' }))
    .filter((cell) => cell.text !== '' && !placed.includes(cell.field));
  const price = text('unitPrice');
  return {
    words: others
      .filter(({ right }) => !right)
      .map((cell) => cell.text)
      .join('  '),
    left: [
      [text('quantity'), text('unit')].filter((part) => part !== '').join(' '),
      ...(price === '' ? [] : [`× ${price}`]),
      ...others.filter(({ right }) => right).map((cell) => `${cell.label} ${cell.text}`),
    ].join(' '),
    right: text(result),
  };
}

/** Lists lines one below another, for paper too narrow for a table. */
export const StackedItems = ({ content }: PrintPiece): ReactNode => (
  <div className="items">
    {content.rows.map((row, at) => {
      const { words, left, right } = stackedItemOf(content, row);
      return (
        // Rows have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="item">
          <div>{words}</div>
          <div className="item-figures">
            <span>{left}</span>
            <span>{right}</span>
          </div>
        </div>
      );
    })}
  </div>
);

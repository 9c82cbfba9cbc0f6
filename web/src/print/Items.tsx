import type { ReactNode } from 'react';
import type { Content, ContentRow } from './content.ts';
import type { Piece } from './parts.tsx';

interface Item {
  readonly words: string;
  /** How much at which price. */
  readonly left: string;
  readonly right: string;
}

/** A line of goods or money as a receipt says it: what, then how much at which price, and what that comes to. */
function itemOf({ columns }: Content, { cells }: ContentRow): Item {
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

/** One line below the other: for paper too narrow for a table. */
export const Items = ({ content }: Piece): ReactNode => (
  <div className="items">
    {content.rows.map((row, at) => {
      const { words, left, right } = itemOf(content, row);
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

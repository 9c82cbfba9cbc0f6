// Rows are placed by transform and virtualized, which table elements can't do; roles convey the structure.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Suggestion } from './column.ts';

interface Props {
  readonly anchor: HTMLElement | null;
  readonly id: string;
  readonly list: readonly Suggestion[];
  readonly at: number;
  /** Shown where nothing is offered. */
  readonly empty: string;
  readonly onTake: (value: string) => void;
}

/** Drop-down of a cell: below if space allows, otherwise above. */
export function OfferList({ anchor, id, list, at, empty, onTake }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; minWidth: number }>();

  useLayoutEffect(() => {
    if (anchor === null || own.current === null) return;
    const cell = anchor.getBoundingClientRect();
    const { height, width } = own.current.getBoundingClientRect();
    const below = cell.bottom + height < globalThis.innerHeight;
    setPlace({
      left: Math.max(4, Math.min(cell.left, globalThis.innerWidth - width - 4)),
      top: below ? cell.bottom + 1 : Math.max(4, cell.top - height - 1),
      minWidth: cell.width,
    });
    // Another list has another height.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [anchor, list]);

  useLayoutEffect(() => {
    own.current?.children[at]?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [at, list]);

  const style = place ?? { visibility: 'hidden' as const };
  return createPortal(
    <div ref={own} id={id} role="listbox" className="line-grid-offers" style={style}>
      {list.length === 0 && <div className="note">{empty}</div>}
      {list.map((offer, index) => (
        <div
          key={offer.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // Runs before the input loses focus, which would commit the typed text.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(offer.value);
          }}
        >
          {offer.label}
          {offer.hint !== undefined && <span className="hint">{offer.hint}</span>}
        </div>
      ))}
    </div>,
    // The theme's variables hang on the app, not on the page's body.
    anchor?.closest('.app') ?? document.body,
  );
}

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

/** The drop-down under a cell: below it where there is room, above it otherwise. */
export function OfferList({ anchor, id, list, at, empty, onTake }: Props) {
  const own = useRef<HTMLUListElement>(null);
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
  }, [anchor, list]);

  useLayoutEffect(() => {
    own.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, list]);

  const style = place ?? { visibility: 'hidden' as const };
  return createPortal(
    <ul ref={own} id={id} role="listbox" className="line-grid-offers" style={style}>
      {list.length === 0 && <li className="note">{empty}</li>}
      {list.map((offer, index) => (
        <li
          key={offer.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // Before the input loses focus, which would settle the typed text first.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(offer.value);
          }}
        >
          {offer.label}
          {offer.hint !== undefined && <span className="hint">{offer.hint}</span>}
        </li>
      ))}
    </ul>,
    document.body,
  );
}

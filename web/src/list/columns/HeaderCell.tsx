import type { PointerEvent, ReactNode, ThHTMLAttributes } from 'react';

export interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Called with the width in pixels during dragging; absent: not draggable. */
  readonly onResizeTo?: (width: number) => void;
  readonly hint?: string | undefined;
  /** Accessible name, if the cell contains more. */
  readonly called?: string;
  readonly filter?: ReactNode;
}

export function HeaderCell(props: HeaderCellProps): ReactNode {
  const {
    onResizeTo,
    hint,
    called,
    filter,
    children,
    'aria-description': sorting,
    ...rest
  } = props;
  const description = [hint, sorting].filter((part) => part !== undefined).join(' · ');
  const start = (event: PointerEvent<HTMLSpanElement>): void => {
    const grip = event.currentTarget;
    const cell = grip.parentElement;
    if (cell === null || onResizeTo === undefined) return;
    event.preventDefault();
    const from = event.clientX - cell.getBoundingClientRect().width;
    grip.setPointerCapture(event.pointerId);
    const move = (next: globalThis.PointerEvent): void => onResizeTo(next.clientX - from);
    grip.addEventListener('pointermove', move);
    grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <th
      {...rest}
      {...(called === undefined ? {} : { 'aria-label': called })}
      {...(description === '' ? {} : { 'aria-description': description })}
    >
      {children}
      {filter}
      {onResizeTo === undefined ? null : (
        <span
          className="resizer"
          aria-hidden="true"
          onPointerDown={start}
          onClick={(event) => event.stopPropagation()}
        />
      )}
    </th>
  );
}

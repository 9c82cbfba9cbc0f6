import type { MouseEvent } from 'react';

interface ElementWidths {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Returns true if a box shows less than its content. Inline elements have no width and hide nothing. */
export const cutOff = (boxes: readonly ElementWidths[]): boolean =>
  boxes.some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth);

/** Shows a list cell's full text in a tooltip if the column is too narrow. */
export function tellWhole({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  if (!cell.classList.contains('ant-table-cell-ellipsis')) return;
  const isWhole = cell.querySelector('.whole-text') !== null;
  const cut = !isWhole && cutOff([cell, ...cell.querySelectorAll(':not(.unseen, svg, svg *)')]);
  if (cut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

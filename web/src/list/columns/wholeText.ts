import type { MouseEvent } from 'react';

/** What an element tells of itself on the page. */
interface Box {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Whether one of these shows less than it holds. Inline parts have no width of their own, and hide nothing. */
export const cutOff = (boxes: readonly Box[]): boolean =>
  boxes.some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth);

/** Tells the pointer the whole text of a list's cell whose column is too narrow for it. */
export function tellWhole({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  if (!cell.classList.contains('ant-table-cell-ellipsis')) return;
  const told = cell.querySelector('.whole-told') !== null;
  const cut = !told && cutOff([cell, ...cell.querySelectorAll(':not(.unseen, svg, svg *)')]);
  if (cut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** List row: a table row, or a card on a phone. */
const ROW = '.ant-table-row, .card';
/** Focusable controls that do not use the arrow keys. */
const STOP = 'a[href], button:not(:disabled), input[type=checkbox]:not(:disabled)';

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** Returns the control that opens the row, otherwise the first. */
const rowEntry = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('a.link, button.link') ?? row.querySelector<HTMLElement>(STOP);

/** Returns the row's control in the same column, otherwise the control that opens the row. */
function controlBeside(row: Element, cell: number): HTMLElement | null {
  const own = row.matches('.card') ? null : row.children[cell];
  return own?.querySelector<HTMLElement>(STOP) ?? rowEntry(row);
}

/** Moves the focus by arrow keys between rows in the same column; Enter belongs to the control. */
export function moveByRows(event: KeyboardEvent): void {
  const step = steps.get(event.key);
  const { target, currentTarget: page } = event;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  if (!(target instanceof HTMLElement) || !(page instanceof HTMLElement)) return;
  // Arrow keys belong to an open menu, even before the menu has the focus.
  if (!target.matches(STOP) || target.matches('.ant-dropdown-open')) return;
  const row = target.closest(ROW);
  if (row === null) return;
  const rows = [...page.querySelectorAll(ROW)];
  const next = rows[rows.indexOf(row) + step];
  const cell = [...row.children].findIndex((one) => one.contains(target));
  if (next === undefined) return;
  event.preventDefault();
  controlBeside(next, cell)?.focus();
}

/** Moves the focus past filters and tools to the first row, or to the content instead. */
export function goToRows(page: Element | null): void {
  const box = page?.querySelector<HTMLElement>('.list-box');
  const row = box?.querySelector(ROW);
  const entry = row ? rowEntry(row) : (box?.querySelector<HTMLElement>(STOP) ?? null);
  (entry ?? box)?.focus();
}

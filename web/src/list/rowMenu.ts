import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';

interface MenuRequest {
  readonly button: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const RIGHT_BUTTON = 2;

/**
 * Returns true if the browser's own menu opens: text of the row is selected, or the mouse is clicked with
 * Ctrl, Shift or Command. A key that requests a menu has no mouse button, and may be Shift+F10.
 */
export const keepsBrowserMenu = (
  { button, ctrlKey, metaKey, shiftKey }: MenuRequest,
  selected: boolean,
): boolean => selected || (button === RIGHT_BUTTON && (ctrlKey || metaKey || shiftKey));

/** Row and cell under the cursor, or with the focus. */
interface AimedCell {
  readonly row: Element;
  readonly key: string;
  /** Shown text; empty: nothing to copy. */
  readonly text: string;
}

const ROW = '[data-row-key]';
/** Cells with controls instead of content. */
const CONTROLS =
  '.row-actions, .acts, .ant-table-selection-column, .ant-table-row-expand-icon-cell';
const UNSHOWN = '.unseen, .none, svg, button.ant-btn';

/** Returns a cell's text as shown; empty for a missing value, a picture and for controls. */
function shownText(cell: Element | null): string {
  if (cell === null) return '';
  const copy = document.createElement('div');
  copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  for (const hidden of copy.querySelectorAll(UNSHOWN)) hidden.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the row and cell of a list that contain the element; null outside of rows and in text fields. */
export function findAimedCell(list: Element, target: EventTarget | null): AimedCell | null {
  if (!(target instanceof Element) || !list.contains(target)) return null;
  if (target.closest('input:not([type=checkbox]), textarea, .ant-table-expanded-row') !== null)
    return null;
  const row = target.closest(ROW);
  if (row === null || !list.contains(row)) return null;
  const cell = target.closest('td, dd, .card-head');
  const text = target.closest(CONTROLS) === null ? shownText(cell) : '';
  return { row, key: row.getAttribute('data-row-key') ?? '', text };
}

/** Returns true if text of the row is selected. */
export function isTextSelected(row: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}

/** Copies by the browser's copy command, which also works at addresses without https. */
function copyByCommand(text: string): boolean {
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put);
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', put);
  return copied;
}

/** Puts the text on the clipboard, and tells the user. */
export async function copyCell(text: string): Promise<void> {
  const copied = globalThis.isSecureContext
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyByCommand(text),
      )
    : copyByCommand(text);
  if (copied) getNotices().message.success(t('list.copied', { text }));
  else getNotices().message.warning(t('list.copyFailed'));
}

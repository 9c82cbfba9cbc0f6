/** Height of the header, in pixels. */
export const HEADER = 48;

/** Scrolled pixels after which a hiding header disappears. */
const THRESHOLD = 100;

/** fixed: always visible; hides: hidden on scrolling down; loose: scrolls with the page. */
export type HeaderPolicy = 'fixed' | 'hides' | 'loose';

/** Scroll position of a page and the scrollable range, in pixels. */
export interface Scrolled {
  readonly top: number;
  readonly room: number;
}

/**
 * Returns the header's visibility after a scroll. On a page barely longer than the header the header
 * remains: hiding would pull the page back under the pointer.
 */
export function headerShown(
  policy: HeaderPolicy,
  shown: boolean,
  before: Scrolled,
  now: Scrolled,
): boolean {
  if (policy === 'fixed') return true;
  const limit = policy === 'hides' ? THRESHOLD : HEADER;
  if (now.top <= limit) return true;
  if (shown && now.room <= limit + HEADER) return true;
  if (policy === 'loose') return false;
  // Header changes alter the height and may move the page: not the user's scrolling.
  if (now.room !== before.room || now.top === before.top) return shown;
  return now.top < before.top;
}

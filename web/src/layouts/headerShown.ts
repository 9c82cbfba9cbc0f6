/** How tall the header is, in pixels. */
export const HEADER = 48;

/** Past this many scrolled pixels a header that hides gives way (spec §9). */
const THRESHOLD = 100;

/** fixed: always there; hides: gives way while one scrolls down; loose: leaves with the page. */
export type HeaderPolicy = 'fixed' | 'hides' | 'loose';

/** Where a page is scrolled to, and how far it could be, in pixels. */
export interface Scrolled {
  readonly top: number;
  readonly room: number;
}

/**
 * Whether the header is to be seen after a scroll. A page that has hardly more to show than the header hides keeps it: giving
 * way would pull the page under the pointer back.
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
  // The header's own coming and going changes the room and may move the page: that is no one's scrolling.
  if (now.room !== before.room || now.top === before.top) return shown;
  return now.top < before.top;
}

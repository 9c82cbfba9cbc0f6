/** Opens an address outside the product in a window of its own; false for the product's own pages. */
export function follow(url: string): boolean {
  if (!/^https?:/i.test(url)) return false;
  globalThis.open(url, '_blank', 'noopener');
  return true;
}

/** Opens an address outside the product in a new window; false for the product's own pages. */
export function openExternalAddress(url: string): boolean {
  if (!/^https?:/i.test(url)) return false;
  globalThis.open(url, '_blank', 'noopener');
  return true;
}

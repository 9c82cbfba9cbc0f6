import type { MenuEntry } from '@tradehouse/contract';

/** The first tab (spec §2). */
export const HOME = '/dashboard/analysis';

/** The view of pages that stand in a frame: another site's address is shown within this product. */
export const FRAME_VIEW = '/layouts/IframePageView';

const isLayout = ({ component }: MenuEntry): boolean =>
  component.startsWith('/layouts/') && component !== FRAME_VIEW;

/** The entries that are shown: not the hidden ones, nor groups that hold nothing else. */
export const shownOf = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries
    .filter(({ hidden }) => !hidden)
    .map((entry) => ({ ...entry, children: shownOf(entry.children) }))
    .filter((entry) => entry.children.length > 0 || !isLayout(entry));

/** Every entry that is a page, in menu order. */
export const pagesOf = (menu: readonly MenuEntry[]): readonly MenuEntry[] =>
  menu.flatMap((entry) => [
    ...(isLayout(entry) || entry.url === '' || entry.component === '' ? [] : [entry]),
    ...pagesOf(entry.children),
  ]);

/**
 * The page that answers an address and what is left of its path behind the page's own url ('' on the page itself); the
 * query asks for no other page. The longest url wins, so /bill/sale_out/12 is page /bill/sale_out with rest '12'.
 */
export function pageAt(
  menu: readonly MenuEntry[],
  address: string,
): { readonly page: MenuEntry; readonly rest: string } | null {
  const [path = ''] = address.split('?');
  const fitting = pagesOf(menu).filter(({ url }) => path === url || path.startsWith(`${url}/`));
  const [page] = fitting.toSorted((one, other) => other.url.length - one.url.length);
  return page === undefined ? null : { page, rest: path.slice(page.url.length + 1) };
}

/** Where / leads (spec §2): home when it is the first entry, else the first child of the first entry, else /404. */
export function landing(menu: readonly MenuEntry[]): string {
  const [first] = menu;
  if (first === undefined) return '/404';
  if (first.url === HOME) return HOME;
  return first.children[0]?.url ?? (isLayout(first) ? '/404' : first.url);
}

/** The way to a page through the menu: the groups above it, outermost first, and the page; empty when it isn't there. */
export function trailTo(menu: readonly MenuEntry[], url: string): readonly MenuEntry[] {
  for (const entry of menu) {
    if (entry.url === url) return [entry];
    const below = trailTo(entry.children, url);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}

/** The groups above a page, outermost first, by url. */
export const parentsOf = (menu: readonly MenuEntry[], url: string): readonly string[] =>
  trailTo(menu, url)
    .slice(0, -1)
    .map((entry) => entry.url);

/** Button codes by page url. */
export const buttonsOf = (
  menu: readonly MenuEntry[],
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(pagesOf(menu).map(({ url, buttons }) => [url, buttons]));

/** The key of a tab: pages of the menu by path alone, what lies below a page with its query too. */
export function tabKey(menu: readonly MenuEntry[], url: string): string {
  const [path = '', query = ''] = url.split('?');
  const rest = pageAt(menu, path)?.rest ?? '';
  return rest === '' || query === '' ? path : `${path}?${query}`;
}

import type { MenuEntry } from '@tradehouse/contract';

/** Address of the home page, the first tab. */
export const HOME = '/dashboard/analysis';

/** Address of the page “not found”. */
export const MISSING_PAGE = '/404';

/** View of pages in a frame: another site's address shown within this product. */
export const FRAME_VIEW = '/layouts/IframePageView';

const isLayout = ({ component }: MenuEntry): boolean =>
  component.startsWith('/layouts/') && component !== FRAME_VIEW;

/** Visible entries: without hidden ones and empty groups. */
export const visibleEntriesOf = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries
    .filter(({ hidden }) => !hidden)
    .map((entry) => ({ ...entry, children: visibleEntriesOf(entry.children) }))
    .filter((entry) => entry.children.length > 0 || !isLayout(entry));

/** Every page entry, in menu order. */
export const pagesOfMenu = (menu: readonly MenuEntry[]): readonly MenuEntry[] =>
  menu.flatMap((entry) => [
    ...(isLayout(entry) || entry.url === '' || entry.component === '' ? [] : [entry]),
    ...pagesOfMenu(entry.children),
  ]);

/**
 * Finds the page for an address and the rest of its path ('' on the page itself), ignoring the query. The
 * longest url wins: /bill/sale_out/12 is page /bill/sale_out with rest '12'.
 */
export function pageAt(
  menu: readonly MenuEntry[],
  address: string,
): { readonly page: MenuEntry; readonly rest: string } | null {
  const [path = ''] = address.split('?');
  const fitting = pagesOfMenu(menu).filter(({ url }) => path === url || path.startsWith(`${url}/`));
  const [page] = fitting.toSorted((one, other) => other.url.length - one.url.length);
  return page === undefined ? null : { page, rest: path.slice(page.url.length + 1) };
}

/**
 * Target of /: the first chosen page that is in the menu; else home if the first entry, else the first
 * entry's first child, else /404.
 */
export function landingAddressOf(
  menu: readonly MenuEntry[],
  chosen: readonly string[] = [],
): string {
  const pages = new Set(pagesOfMenu(menu).map(({ url }) => url));
  const wanted = chosen.find((url) => pages.has(url));
  if (wanted !== undefined) return wanted;
  const [first] = menu;
  if (first === undefined) return MISSING_PAGE;
  if (first.url === HOME) return HOME;
  return first.children[0]?.url ?? (isLayout(first) ? MISSING_PAGE : first.url);
}

/** Menu path to a page: its groups, outermost first, and the page; empty if missing. */
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
export const buttonsOfMenu = (
  menu: readonly MenuEntry[],
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(pagesOfMenu(menu).map(({ url, buttons }) => [url, buttons]));

/** Key of a tab: the path for menu pages; path and query below a page. */
export function tabKey(menu: readonly MenuEntry[], url: string): string {
  const [path = '', query = ''] = url.split('?');
  const rest = pageAt(menu, path)?.rest ?? '';
  return rest === '' || query === '' ? path : `${path}?${query}`;
}

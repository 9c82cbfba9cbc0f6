import type { MenuEntry } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Selectable } from 'kysely';
import { FRAME_VIEW, filledAddress, frameSources, mayFrame } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { sessionUser } from './sessionUser.ts';

const columns = [
  'number',
  'parent_number',
  'name_zh',
  'name_en',
  'url',
  'component',
  'icon',
  'hidden',
] as const;
type Row = Pick<Selectable<Database['function']>, (typeof columns)[number]>;

const home = { 'zh-cn': '首页', en: 'Home' } as const;

/** What a row's address leads to: the route within the product, and the address in its frame. */
type Addressed = Pick<MenuEntry, 'url' | 'frame'>;

/**
 * How rows with addresses of other sites are answered. Places in an address take names of who asks, never a secret; an
 * embedded address has to be one that the operator allows.
 */
async function addressing(
  { tx, scope, language }: Context,
  rows: readonly Row[],
): Promise<(row: Row) => Addressed> {
  const plain = ({ url }: Row): Addressed => ({ url, frame: '' });
  if (!rows.some(({ url, component }) => !url.startsWith('/') || component === FRAME_VIEW))
    return plain;
  const user = await sessionUser(tx, scope.tenantId, scope.userId);
  const { tenantId = '', tenantName = '', loginName = '', username = '' } = user ?? {};
  const names = { tenantId, tenantName, userId: scope.userId, loginName, username, language };
  const sources = await frameSources(tx);
  return (row) => {
    const address = filledAddress(row.url, names);
    if (row.component !== FRAME_VIEW) return plain({ ...row, url: address ?? row.url });
    const frame = address !== null && mayFrame(address, sources) ? address : '';
    return { url: `/embedded/${row.number}`, frame };
  };
}

/** The menu of the caller: home, then the pages they may open under the groups that hold them. */
export async function menuOf(context: Context): Promise<MenuEntry[]> {
  const { tx, scope, language } = context;
  const rows = await tx
    .selectFrom('function')
    .select(columns)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('number')
    .execute();
  const addressOf = await addressing(context, rows);
  const below = (parent: string): MenuEntry[] =>
    rows.filter((row) => row.parent_number === parent).flatMap((row) => nodesOf(row));
  const nodesOf = (row: Row): MenuEntry[] => {
    const children = below(row.number);
    const isGroup = rows.some(({ parent_number }) => parent_number === row.number);
    const shown = isGroup ? children.length > 0 : scope.pages.has(row.url);
    return shown ? [entry(row, children)] : [];
  };
  const entry = (row: Row, children: MenuEntry[]): MenuEntry => ({
    id: row.number,
    text: language === 'en' ? row.name_en : row.name_zh,
    icon: row.icon,
    component: row.component,
    hidden: row.hidden,
    ...addressOf(row),
    buttons: [...(scope.pages.get(row.url) ?? [])].toSorted(),
    children,
  });
  return [
    {
      id: '0',
      text: home[language],
      url: '/dashboard/analysis',
      icon: 'home',
      component: '/dashboard/Analysis',
      hidden: false,
      frame: '',
      buttons: [],
      children: [],
    },
    ...below('0'),
  ];
}

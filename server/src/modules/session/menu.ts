import type { MenuEntry } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Selectable } from 'kysely';
import { FRAME_VIEW, filledAddress, frameSources, mayFrame } from '../../kernel/http/index.ts';
import type { Context } from '../../kernel/access/index.ts';
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
type MenuFunctionRow = Pick<Selectable<Database['function']>, (typeof columns)[number]>;

const home = { 'zh-cn': '首页', en: 'Home' } as const;

/** Target of a menu row: the route in the product, and the address in the frame. */
type Addressed = Pick<MenuEntry, 'url' | 'frame'>;

/**
 * Builds the targets of rows with external addresses. Placeholders take the user's names, never a secret;
 * an embedded address must be allowed by the operator.
 */
async function createMenuAddressing(
  { tx, scope, language }: Context,
  rows: readonly MenuFunctionRow[],
): Promise<(row: MenuFunctionRow) => Addressed> {
  const plain = ({ url }: MenuFunctionRow): Addressed => ({ url, frame: '' });
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

/** Returns the caller's menu: home, then accessible pages in their groups. */
export async function menuOf(context: Context): Promise<MenuEntry[]> {
  const { tx, scope, language } = context;
  const rows = await tx
    .selectFrom('function')
    .select(columns)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('number')
    .execute();
  const addressOf = await createMenuAddressing(context, rows);
  const below = (parent: string): MenuEntry[] =>
    rows.filter((row) => row.parent_number === parent).flatMap((row) => nodesOf(row));
  const nodesOf = (row: MenuFunctionRow): MenuEntry[] => {
    const children = below(row.number);
    const isGroup = rows.some(({ parent_number }) => parent_number === row.number);
    const shown = isGroup ? children.length > 0 : scope.pages.has(row.url);
    return shown ? [entry(row, children)] : [];
  };
  const entry = (row: MenuFunctionRow, children: MenuEntry[]): MenuEntry => ({
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

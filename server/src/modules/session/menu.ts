import type { MenuEntry } from '@tradehouse/contract';
import type { Context } from '../../kernel/index.ts';

interface Row {
  readonly number: string;
  readonly parent_number: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly url: string;
  readonly component: string;
  readonly icon: string;
}

const home = { 'zh-cn': '首页', en: 'Home' } as const;

/** The menu of whoever asks: home, then the pages they may open under the groups that hold them. */
export async function menuOf({ tx, scope, language }: Context): Promise<MenuEntry[]> {
  const rows = await tx
    .selectFrom('function')
    .select(['number', 'parent_number', 'name_zh', 'name_en', 'url', 'component', 'icon'])
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('number')
    .execute();
  const below = (parent: string): MenuEntry[] =>
    rows.filter((row) => row.parent_number === parent).flatMap((row) => nodesOf(row));
  const nodesOf = (row: Row): MenuEntry[] => {
    const children = below(row.number);
    const isGroup = rows.some(({ parent_number }) => parent_number === row.number);
    const shown = isGroup ? children.length > 0 : scope.pages.has(row.url);
    return shown ? [entry(row, children)] : [];
  };
  const entry = (
    { number, name_zh, name_en, url, component, icon }: Row,
    children: MenuEntry[],
  ): MenuEntry => ({
    id: number,
    text: language === 'en' ? name_en : name_zh,
    url,
    icon,
    component,
    buttons: [...(scope.pages.get(url) ?? [])].toSorted(),
    children,
  });
  return [
    {
      id: '0',
      text: home[language],
      url: '/dashboard/analysis',
      icon: 'home',
      component: '/dashboard/Analysis',
      buttons: [],
      children: [],
    },
    ...below('0'),
  ];
}

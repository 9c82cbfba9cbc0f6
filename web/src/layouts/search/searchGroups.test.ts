import type { MenuEntry } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { searchGroups } from './searchGroups.ts';

beforeAll(() => loadPhrases('zh-cn'));

const aPage = (url: string, text: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id: url,
  text,
  url,
  icon: '',
  component: url,
  hidden: false,
  frame: '',
  buttons: [],
  children: [],
  ...more,
});
const menu = [
  aPage('/bill/sale_out', '销售出库'),
  aPage('/report/sale_out', '销售出库明细'),
  aPage('/hidden', '销售出库暗页', { hidden: true }),
];
const nothing = { products: [], documents: [], partners: [] };
const mayNothing = (): boolean => false;

test('search results are records, then pages and actions, each with its address', () => {
  const found = {
    products: [
      { id: '7', name: '文件夹', barcode: '4507706', standard: 'A4', unit: '个', stock: '53' },
    ],
    documents: [
      { id: '8', kind: 'saleOut', number: 'XSCK1', date: '2026-11-02', partnerName: '悦家' },
    ],
    partners: [{ id: '9', type: 'customer', name: '悦家', phone: '' }],
  } as const;
  const groups = searchGroups('销售出库', { ...nothing, ...found } as never, menu, () => true);
  expect(groups.map(({ key, items }) => [key, ...items.map(({ url }) => url)])).toEqual([
    ['products', '/material/material/7'],
    ['documents', '/bill/sale_out/8'],
    ['partners', '/system/customer/9'],
    ['pages', '/bill/sale_out', '/report/sale_out'],
    ['actions', '/bill/sale_out/new'],
  ]);
  expect(groups[0]?.items[0]?.hint).toContain('53');
});

test('search offers to write only documents within the user’s rights', () => {
  expect(searchGroups('销售', nothing, [], mayNothing)).toEqual([]);
  const [actions] = searchGroups('销售', nothing, [], (url) => url === '/bill/sale_order');
  expect(actions?.items.map(({ url }) => url)).toEqual(['/bill/sale_order/new']);
});

test('search offers a new document of every kind except recounts', () => {
  const offered = (name: string) =>
    searchGroups(name, nothing, [], () => true).flatMap(({ items }) => items.map(({ url }) => url));
  for (const code of kindCodes) {
    const { name, url } = documentKinds[code];
    if (code === 'stockRecount') expect(offered(name['zh-cn'])).toEqual([]);
    else expect(offered(name['zh-cn'])).toContain(`${url}/new`);
  }
});

test('search finds pages by each word, in wide letters and either Chinese writing', () => {
  for (const keyword of ['銷售 明細', '明细 出库'])
    expect(searchGroups(keyword, null, menu, mayNothing)[0]?.items, keyword).toMatchObject([
      { url: '/report/sale_out' },
    ]);
});

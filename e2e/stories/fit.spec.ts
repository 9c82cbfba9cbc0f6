// Lists, reports and documents show the main figures on a screen 1366 pixels wide, in both languages, and
// on a phone.
import * as contract from '@tradehouse/contract';
import type { TableColumn, DocumentTable, MenuEntry, TableDeclaration } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { founded } from '../desk.ts';
import { writeEveryKind } from '../everyKind.ts';
import type { Day, Written } from '../everyKind.ts';
import {
  casesOf,
  button,
  MATRIX_ONLY,
  named,
  overflows,
  PHONE,
  Shop,
  speak,
  still,
} from '../pages.ts';
import {
  cardsBegin,
  cutFigures,
  lostTools,
  seenCards,
  seenFilters,
  seenLines,
  seenTable,
  turnTo,
  unseenInGrid,
} from '../sight.ts';
import type { SeenCard, SeenTable } from '../sight.ts';
import { test } from '../story.ts';

/** A screen of 1366, less the bar that scrolls the rows, which this browser draws over them. */
const SCREEN = { width: 1351, height: 768 };
type Row = Readonly<Record<string, unknown>>;
const isTable = (one: unknown): one is TableDeclaration =>
  typeof one === 'object' && one !== null && 'columns' in one && 'filters' in one && 'path' in one;
const within = (one: unknown): readonly unknown[] =>
  typeof one === 'object' ? Object.values({ ...one }) : [];
const tables = Object.values(contract)
  .flatMap((one) => (isTable(one) ? [one] : within(one)))
  .filter(isTable);

/** The tables that a page reads. */
const tablesOf = (url: string): readonly TableDeclaration[] =>
  tables.filter(
    ({ access }) =>
      typeof access === 'object' && 'page' in access && [access.page].flat().includes(url),
  );

/** Where rows are asked for that are there only once a product is chosen, the product is. */
function addressOf(url: string, { product }: Day): string {
  const asked = tablesOf(url)
    .flatMap(({ filters }) => Object.entries(filters))
    .filter(([, { required, control }]) => required === true && control === 'product')
    .map(([name]) => `${name}=${product.id}`);
  return asked[0] === undefined ? url : `${url}?${asked[0]}`;
}

interface Answer {
  readonly url: URL;
  /** Null where the browser had gone on before all of it was there. */
  readonly body: Promise<{ readonly data: { readonly rows: readonly Row[] } } | null>;
}

/** What the browser was given for the rows of tables. */
class Given {
  readonly #answers: Answer[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      const url = new URL(response.url());
      if (tables.some(({ path }) => url.pathname === `/api${path}`))
        this.#answers.unshift({ url, body: response.json().catch(() => null) as Answer['body'] });
    });
  }

  /** The last that it was given for this one. */
  async rows({ path, fixed = {} }: TableDeclaration): Promise<readonly Row[]> {
    const answers = this.#answers.filter(({ url: { pathname, searchParams } }) => {
      const search = JSON.parse(searchParams.get('search') ?? '{}') as Row;
      return (
        pathname === `/api${path}` &&
        Object.entries(fixed).every(([name, value]) => search[name] === value)
      );
    });
    const bodies = await Promise.all(answers.map(({ body }) => body));
    const body = bodies.find((one) => one !== null);
    if (body === undefined) throw new Error(`nothing came of ${path}`);
    return body.data.rows;
  }
}

const filled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && !value.length);

/** Whether a column says something of these rows, or may as long as there are none. */
const holds = (rows: readonly Row[], name: string, zeroIsNone = false): boolean =>
  rows.length === 0 ||
  rows.some((row) => filled(row[name]) && (!zeroIsNone || /[1-9]/.test(String(row[name]))));

/** A column repeats another one in all of these rows, so that the other is shown for both. */
const echoes = (rows: readonly Row[], name: string, { echoes: other }: TableColumn): boolean =>
  other !== undefined && rows.length > 0 && rows.every((row) => row[name] === row[other]);

/** The columns of these rows that matter most, unless they are off until one switches them on. */
const matters = (
  { columns }: TableDeclaration,
  rows: readonly Row[],
): readonly (readonly [string, TableColumn])[] =>
  Object.entries(columns).filter(
    ([name, column]) =>
      column.hidden !== true &&
      column.optional !== true &&
      contract.weightOfColumn(name, column) === 'most' &&
      holds(rows, name, column.zeroIsNone) &&
      !echoes(rows, name, column),
  );

/** What is read sign by sign, or not at all. */
const readWhole = ({ type, code }: TableColumn): boolean => type !== 'text' || code === true;

function faultsOfTable(
  table: TableDeclaration,
  seen: SeenTable,
  rows: readonly Row[],
): readonly string[] {
  const [first, ...others] = seen.columns;
  const unseen = matters(table, rows).flatMap(([name]) => {
    const at = seen.columns.find((column) => column.name === name);
    if (at === undefined) return [`${name} is missing`];
    return at.left < seen.left - 1 || at.right > seen.right + 1 ? [`${name} is out of sight`] : [];
  });
  const empty = others.filter(({ name }) => !holds(rows, name) && name !== table.order.column);
  return [
    ...unseen,
    ...empty.map(({ name }) => `${name} holds nothing`),
    ...(first?.pinned === true ? [] : ['the name is not pinned']),
    ...(seen.actsOff ? ['the acts of rows have no room'] : []),
    ...seen.columns.flatMap(({ name, titleCut, titleCovered, cut, totalOff }) => [
      ...(titleCut ? [`${name} has its title cut`] : []),
      ...(titleCovered ? [`${name} has its title covered`] : []),
      ...(cut && readWhole(table.columns[name] ?? { type: 'id' }) ? [`${name} is cut`] : []),
      ...(totalOff ? [`${name} has its total elsewhere`] : []),
    ]),
  ];
}

/** What a card must say: how the thing stands, and what is owed of it or left. */
const standing = /^(enabled|openDebt|closing|balance)$|(status|state|stage)$/i;

function faultsOfCards(
  table: TableDeclaration,
  cards: readonly SeenCard[],
  rows: readonly Row[],
): readonly string[] {
  const wanted = matters(table, rows)
    .map(([name]) => name)
    .filter((name) => standing.test(name));
  return [
    ...(cards.length === rows.length ? [] : [`${rows.length} rows have ${cards.length} cards`]),
    ...new Set(
      cards.flatMap(({ shows, beyond }) => [
        ...wanted.filter((name) => !shows.includes(name)).map((name) => `${name} is missing`),
        ...beyond.map((name) => `${name} reaches beyond the card`),
      ]),
    ),
  ];
}

const pagesOf = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => [
    ...(entry.children.length === 0 ? [entry] : []),
    ...pagesOf(entry.children),
  ]);

let page: Page;
let given: Given;
let day: Day;
/** The pages of the menu, and the language that they are named in. */
let menu: { readonly language: string; readonly pages: readonly MenuEntry[] } | undefined;

/**
 * The product in a language on a screen of this size; the pages of its menu. It is started again for another language
 * only: what one window has loaded need not be loaded for every story.
 */
async function pagesIn(
  language: 'zh-cn' | 'en',
  size: typeof SCREEN,
): Promise<readonly MenuEntry[]> {
  await page.setViewportSize(size);
  if (menu?.language !== language) {
    await speak(page, language);
    const answer = page.waitForResponse((one) => one.url().endsWith(contract.menu.path));
    await page.goto('/dashboard/analysis');
    const body = (await (await answer).json()) as { readonly data: readonly MenuEntry[] };
    menu = { language, pages: pagesOf(body.data) };
  }
  return menu.pages;
}

test.beforeAll(async ({ browser, playwright }) => {
  const baseURL = `http://127.0.0.1:${process.env['STORY_PORT']}`;
  const request = await playwright.request.newContext({ baseURL });
  const owner = { name: named('fit'), password: 'Owner-of-lists-1' };
  day = await writeEveryKind(await founded(request, owner));
  await request.dispose();
  page = await browser.newPage({ baseURL, locale: 'zh-CN', viewport: SCREEN });
  given = new Given(page);
  await new Shop(page).signIn(owner);
});
test.afterAll(() => page.close());

/** What is wrong with the lists and reports of the menu, in words by page; `look` tells it of one. */
async function faultsIn(
  pages: readonly MenuEntry[],
  look: (url: string) => Promise<readonly string[]>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const { url, text } of pages) {
    await turnTo(page, addressOf(url, day), text);
    const lost = (await lostTools(page)).map((name) => `the button ${name} is lost`);
    const faults = [...(await look(url)), ...lost];
    if (faults.length > 0) found[url] = faults;
  }
  return found;
}

const tableOf = (id: string): TableDeclaration => {
  const found = tables.find((table) => table.id === id);
  if (found === undefined) throw new Error(`no table ${id}`);
  return found;
};

test(
  'list cards on a phone show stock and debts within the screen width',
  MATRIX_ONLY,
  async () => {
    const pages = await pagesIn('zh-cn', PHONE);
    const found = await faultsIn(pages, async () => {
      const cards = await seenCards(page);
      if (cards[0] === undefined) return [];
      const table = tableOf(cards[0].table);
      // The header and one line to search by.
      const low = (await cardsBegin(page)) > 130;
      return [
        ...faultsOfCards(table, cards, await given.rows(table)),
        ...(low ? ['more than a search line stands above the cards'] : []),
        ...((await overflows(page)) ? ['the page is wider than the phone'] : []),
      ];
    });
    expect(found).toEqual({});
  },
);

/** Documents of a sale stand for all kinds, except in the full matrix. */
const isSale = ({ kind }: Written): boolean => kind === 'saleOut';

/** What is read of a line of a kind: of what, how many, at what price, what it comes to. */
function readOf({ columns }: DocumentTable): readonly string[] {
  if (!('totalQuantity' in columns)) return ['amount'];
  const goods = ['barcode', 'quantity'];
  // Goods moved without money have amounts only if someone wrote prices.
  const isPriced = columns['goodsAmount'] !== undefined && !columns['goodsAmount'].zeroIsNone;
  return isPriced ? [...goods, 'unitPrice', 'amount'] : goods;
}

test('documents on a phone show quantity, price and amount of every line', async () => {
  const pages = await pagesIn('zh-cn', PHONE);
  const found: Record<string, readonly string[]> = {};
  for (const { kind, id, number } of casesOf(day.documents, isSale)) {
    const table = Object.values(contract.documentTables).find((one) => one.kind === kind);
    const list = pages.find(({ url }) => tablesOf(url).some((one) => one === table));
    if (table === undefined || list === undefined) throw new Error(`no page of ${kind}`);
    await turnTo(page, `${list.url}/${id}`, number);
    for (const seen of await seenLines(page)) {
      const unread = readOf(table).filter((name) => !seen.includes(name));
      if (unread.length > 0) found[kind] = unread;
    }
  }
  expect(found).toEqual({});
});

test('no figure is cut off in a document being edited', async () => {
  await pagesIn('zh-cn', SCREEN);
  const sale = day.documents.find(({ kind }) => kind === 'saleOut');
  await turnTo(page, `/bill/sale_out/new?copy=${sale?.id}`, '销售出库 · 新增');
  await expect(page.getByRole('gridcell', { name: '1,234,567.89' }).first()).toBeVisible();
  expect(await cutFigures(page)).toEqual([]);
});

test('a document being edited shows prices, amounts and uncut column titles', async () => {
  const pages = await pagesIn('en', SCREEN);
  const found: Record<string, readonly string[]> = {};
  for (const { kind, id } of casesOf(day.documents, isSale)) {
    const table = Object.values(contract.documentTables).find((one) => one.kind === kind);
    const list = pages.find(({ url }) => tablesOf(url).some((one) => one === table));
    if (table === undefined || list === undefined || !('goodsAmount' in table.columns)) continue;
    await turnTo(page, `${list.url}/new?copy=${id}`, `${list.text} · new`);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await still(page);
    const { columns, titles } = await unseenInGrid(page);
    const figures = ['quantity', 'unitPrice', 'amount', 'total'];
    const faults = [
      ...columns.filter((name) => figures.includes(name)).map((name) => `${name} is out of sight`),
      ...titles.map((title) => `the title ${title} is cut`),
    ];
    if (faults.length > 0) found[kind] = faults;
  }
  expect(found).toEqual({});
});

for (const language of ['zh-cn', 'en'] as const)
  test(
    `on a small screen the main figures are seen without scrolling sideways, in ${language}`,
    MATRIX_ONLY,
    async () => {
      const pages = await pagesIn(language, SCREEN);
      const withoutList: string[] = [];
      const found = await faultsIn(pages, async (url) => {
        const seen = await seenTable(page);
        if (seen === null) {
          withoutList.push(url);
          return [];
        }
        const table = tableOf(seen.table);
        const filters = await seenFilters(page);
        return [
          ...faultsOfTable(table, seen, await given.rows(table)),
          // Five filters have no room beside each other.
          ...(filters.lines > 2 ? ['the filters take too many lines'] : []),
          ...filters.cut.map((word) => `${word} of a filter is cut`),
        ];
      });
      expect(found).toEqual({});
      expect(withoutList.toSorted()).toEqual([
        '/dashboard/analysis',
        '/material/label_print',
        '/material/material_category',
        '/system/moving_in',
        '/system/open_api',
        '/system/organization',
        '/system/revenue_classification',
        '/system/system_config',
      ]);
    },
  );

const pageNamed = (pages: readonly MenuEntry[], url: string): string =>
  pages.find((one) => one.url === url)?.text ?? '';

test('on a phone, opening a selection list never makes the page wider', async () => {
  const pages = await pagesIn('en', PHONE);
  await turnTo(page, '/report/own_report', pageNamed(pages, '/report/own_report'));
  const filters = page.getByRole('search').filter({ visible: true });
  await button(filters, 'Filters').click();
  await page.evaluate(`{
    window.widest = 0;
    const look = () => {
      window.widest = Math.max(window.widest, document.scrollingElement.scrollWidth);
      requestAnimationFrame(look);
    };
    look();
  }`);
  await filters.getByRole('combobox', { name: 'Product' }).click();
  await expect(page.getByRole('option').first()).toBeAttached();
  await still(page);
  expect(await page.evaluate('window.widest')).toBe(PHONE.width);
  await page.keyboard.press('Escape');
});

test('on a phone, the sum-to-spread field shows its whole label and is at least 40 pixels high', async () => {
  await pagesIn('en', PHONE);
  await turnTo(page, '/financial/money_in/new', 'Money in · new');
  const words = 'Sum to spread';
  const sum = page.getByRole('textbox', { name: words });
  await sum.fill(words);
  expect(await sum.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  expect((await sum.boundingBox())?.height).toBeGreaterThanOrEqual(40);
});

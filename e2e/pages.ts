// What a user sees of the product, as the stories speak of it: sign-in, pages in tabs, lists, forms, editors.
import { fieldLabel } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Download, Locator, Page } from '@playwright/test';
import { PATIENCE } from './patience.ts';
import { LEAVE_SHELL, mustLoad, OUTSIDE } from './warm.ts';

/** Sign-in name and password of a user. */
export interface Person {
  readonly name: string;
  readonly password: string;
}

/** The platform's own people and the demo company's owner; the product was started with these passwords. */
export const operator: Person = {
  name: 'admin',
  password: process.env['TRADEHOUSE_ADMIN_PASSWORD'] ?? '',
};
export const demo: Person = {
  name: 'demo',
  password: process.env['TRADEHOUSE_DEMO_PASSWORD'] ?? '',
};
/** The owner of the company of this worker's stories: workers remember nothing of each other. */
export const owner: Person = {
  name: `shop${process.env['TEST_WORKER_INDEX']}`,
  password: 'Owner-of-stories-1',
};

let names = 0;
const worker = Number(process.env['TEST_PARALLEL_INDEX']) + 1;
/** A name no other story has. */
export const named = (word: string): string => `${word}${uniqueDigits()}`;
/** Digits unique among all stories, also valid as a barcode. */
export const uniqueDigits = (): string =>
  `${worker}${Date.now().toString().slice(-9)}${(names++ % 1000).toString().padStart(3, '0')}`;

/** Returns a date some days from today in the demo company's time zone, as written on screens. */
export const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The name of a button: its icon's name may stand before it, and antd may part two characters. */
const spoken = (name: string): RegExp =>
  new RegExp(`(^|\\s)${[...name].map(escaped).join('\\s?')}( ·|$)`);

/** A button, or a link to a document, by its name. */
export const button = (scope: Page | Locator, name: string): Locator =>
  scope
    .getByRole('button', { name: spoken(name) })
    .or(scope.getByRole('link', { name: spoken(name) }));

/** A label as it is read out: a star beside it says that the field is needed. */
const labelled = (label: string): RegExp => new RegExp(`^(\\* ?)?${escaped(label)}( ?\\*)?$`);

/** A text field by its label. */
export const field = (scope: Locator, label: string): Locator =>
  scope.getByRole('textbox', { name: labelled(label) });

/** Types a day into a field that shows a calendar, once the calendar is there. */
export async function pickDay(scope: Locator, label: string, text: string): Promise<void> {
  const input = field(scope, label);
  await input.click();
  await expect(
    scope.page().locator('.ant-picker-dropdown').filter({ visible: true }),
  ).toBeVisible();
  await input.fill(text);
  await input.press('Enter');
}

/** By the class it has from antd: what starts to move with the next frames. */
const STARTING = '[class*="-appear-start"], [class*="-enter-start"], [class*="-leave-start"]';

/** What turns for ever, as a loading sign does, is no reason to wait, nor is the line that comes and goes with it. */
const STILL = `document.querySelector('${STARTING}') === null &&
  document.getAnimations().every(({ effect, playState }) =>
    playState !== 'running' || effect.getComputedTiming().iterations === Infinity ||
    effect.target.matches('.progress-line'))`;

/** Waits until what was opened, closed or coloured has come to rest. */
export async function still(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(STILL), { intervals: [50, 100] }).toBe(true);
}

/** Returns the position of an element after all animations. */
export async function standing(thing: Locator): ReturnType<Locator['boundingBox']> {
  const frames = `new Promise((resolve) => {
    let left = 12;
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
    next();
  })`;
  let place = await thing.boundingBox();
  await expect(async () => {
    const before = place;
    await thing.page().evaluate(frames);
    place = await thing.boundingBox();
    expect(place).toEqual(before);
  }).toPass({ timeout: PATIENCE });
  return place;
}

/** The screens of a small desk and of a phone. */
export const DESK = { width: 1366, height: 768 };
export const PHONE = { width: 390, height: 844 };

type Language = 'zh-cn' | 'en';

/**
 * Options of stories run only by `npm run test:all`: the remaining languages and screen sizes, and walks over
 * every page.
 */
export const MATRIX_ONLY = { tag: '@matrix' };

const isFullMatrix = process.env['TEST_MATRIX'] === 'full';

/** Runs a part of a story only with `npm run test:all`: mostly its page in English, on a phone. */
export async function runInMatrix(part: () => Promise<void>): Promise<void> {
  if (isFullMatrix) await part();
}

/** Returns the cases of a story: all with `npm run test:all`, else those that `stays` accepts. */
export const casesOf = <Case>(
  all: readonly Case[],
  stays: (one: Case) => boolean,
): readonly Case[] => (isFullMatrix ? all : all.filter(stays));

/** Option of stories about the load of the program: their window has not loaded it before. */
export const FRESH_WINDOW = { tag: '@fresh' };

/**
 * Languages and screen sizes of a story. `npm test` runs a desktop in Chinese; `npm run test:all` runs all
 * four combinations.
 */
export const LANGUAGES_AND_SCREENS = [
  { language: 'zh-cn', screen: DESK, where: 'on a desk', options: {} },
  { language: 'en', screen: PHONE, where: 'on a phone', options: MATRIX_ONLY },
  { language: 'zh-cn', screen: PHONE, where: 'on a phone', options: MATRIX_ONLY },
  { language: 'en', screen: DESK, where: 'on a desk', options: MATRIX_ONLY },
] as const;

/** Returns true if content extends beyond the right edge of the window. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth');

/** Returns true if a table in the scope needs horizontal scrolling. */
export const scrollsSideways = (scope: Locator): Promise<boolean> =>
  scope
    .locator('.ant-table-content, .ant-table-body, .paper-lines')
    .evaluateAll((tables) => tables.some((one) => one.scrollWidth > one.clientWidth + 1));

/** From the next address on, the product speaks this language. */
export const speak = (page: Page, language: Language): Promise<unknown> =>
  page.evaluate(`localStorage.setItem('pro__language', '{"value":"${language}","expire":null}')`);

/** Switches to English and a phone's width, from the next page load on. */
export async function inEnglishOnAPhone(page: Page): Promise<void> {
  await speak(page, 'en');
  await page.setViewportSize(PHONE);
}

/** Switches back to Chinese and a desk's width, from the next page load on. */
export async function inChineseOnADesk(page: Page): Promise<void> {
  await speak(page, 'zh-cn');
  await page.setViewportSize(DESK);
}

/** Goes on in English. */
export async function speakEnglish(page: Page): Promise<void> {
  await button(page.getByRole('group', { name: '语言' }), 'English').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
}

/** Sets the colours of the page, as chosen by the user, before the page opens. */
export const inColours = (page: Page, mode: 'light' | 'dark'): Promise<unknown> =>
  page.addInitScript(
    `localStorage.setItem('pro__colourMode', '{"value":"${mode}","expire":null}')`,
  );

const pathOf = (url: string): string => new URL(url, 'http://shop.test').pathname;

/** State of a window: within the shell, signed in outside of the shell, or without a loaded program. */
const PLACE = `(() => {
  if (location.protocol === 'about:') return 'unloaded';
  const stored = (name) => JSON.parse(localStorage.getItem('pro__' + name) ?? 'null')?.value;
  const speaks = document.documentElement.lang === (stored('language') === 'en' ? 'en' : 'zh-CN');
  if (!speaks) return 'unloaded';
  if (document.querySelector('.shell') !== null) return 'shell';
  const isOutside = location.pathname === '${OUTSIDE}' && document.querySelector('#root > *') !== null;
  return isOutside && stored('accessToken') ? 'outside' : 'unloaded';
})()`;

/** The product in one browser window. */
export class Shop {
  readonly page: Page;
  /** Paths of the pages opened since the product was loaded. */
  readonly #visited = new Set<string>();

  constructor(page: Page) {
    this.page = page;
    page.on('framenavigated', (frame) => this.#visited.add(pathOf(frame.url())));
  }

  async signIn({ name, password }: Person): Promise<void> {
    await this.page.goto('/');
    await this.fillSignIn(name, password);
    await expect(this.page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  }

  async fillSignIn(name: string, password: string): Promise<void> {
    await this.page.getByLabel('用户名').fill(name);
    await this.page.getByLabel('密码', { exact: true }).fill(password);
    await button(this.page, '登录').click();
  }

  /** A page by its name, found in the header's search as a user finds it. */
  async openPage(name: string): Promise<Locator> {
    const pages = this.page.getByRole('group', { name: '页面' });
    await this.page.getByRole('button', { name: '搜索', exact: true }).click();
    await this.page.getByRole('combobox', { name: '搜索' }).fill(name);
    await pages.getByRole('option', { name, exact: true }).first().click();
    await expect(pages).toBeHidden();
    await expect(this.pane(name)).toBeVisible();
    return this.pane(name);
  }

  /** Opens a page from the menu, at the side or in the drawer, once its group lies open: a click before misses. */
  async openFromMenu(menu: Locator, group: string, page: string): Promise<void> {
    await menu.getByRole('menuitem', { name: group }).click();
    await still(this.page);
    await menu.getByRole('menuitem', { name: page, exact: true }).click();
  }

  /** Opens an address as `open` does, and returns its page. */
  async goTo(url: string, title: string | RegExp): Promise<Locator> {
    await this.open(url);
    return this.pane(title);
  }

  /**
   * Opens an address inside of the product. An address visited before is read afresh, as after a load: its page
   * has no earlier state. The program is loaded only into a window without it, or in another language.
   */
  async open(url: string): Promise<void> {
    const place = mustLoad(this.page) ? 'unloaded' : await this.page.evaluate(PLACE);
    if (place === 'unloaded') {
      this.#visited.clear();
      await this.page.goto(url);
      return;
    }
    if (place === 'shell' && this.#visited.has(pathOf(url))) {
      await this.page.evaluate(LEAVE_SHELL);
      this.#visited.clear();
    }
    await this.page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(url)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }

  /** The page in front, by its title. */
  pane(title: string | RegExp): Locator {
    return this.page
      .getByRole('main')
      .getByRole('region', { name: title, exact: typeof title === 'string' });
  }

  tab(title: string | RegExp): Locator {
    return this.page.getByRole('tab', { name: title }).filter({ visible: true }).first();
  }

  /** Waits for a notice and returns its text, because notices disappear. */
  async readNotice(text: string | RegExp): Promise<string> {
    const notice = this.page.getByText(text).filter({ visible: true }).first();
    return notice.innerText();
  }

  /** Answers the question on screen. */
  async answer(question: string | RegExp, choice: string): Promise<void> {
    const dialog = this.page.getByRole('dialog').filter({ hasText: question });
    // What still grows while it is clicked is missed on a busy machine.
    await expect(dialog).not.toHaveClass(/ant-zoom/);
    await button(dialog, choice).click();
    await expect(dialog).toBeHidden();
  }

  async downloaded(start: () => Promise<unknown>): Promise<Download> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), start()]);
    return file;
  }
}

/** Finds an option in the open drop-down, with or without additional text after its name. */
export const offered = (page: Page, name: string): Locator =>
  page
    .getByRole('listbox')
    .locator('..')
    .getByTitle(new RegExp(`^${escaped(name)}( · .*)?$`))
    .filter({ visible: true });

/** Selects a record in a search field, and checks the selection. */
export async function choose(scope: Locator, label: string, name: string): Promise<void> {
  const page = scope.page();
  const role = { name: labelled(label) };
  const input = scope.getByRole('combobox', role);
  const select = scope.locator('.ant-select').filter({ has: page.getByRole('combobox', role) });
  // The list gets shorter once the search is answered: a choice that is clicked just then is missed, and the list closed.
  await expect(async () => {
    await input.click();
    await input.fill(name);
    await offered(page, name).click();
    await expect(select).toContainText(name, { timeout: 2000 });
  }).toPass({ timeout: PATIENCE });
}

/** Which column of a table has this title, from 0; waits for it. */
async function placeOf(
  table: Locator,
  column: string,
  read: (title: string) => string,
): Promise<number> {
  let at = -1;
  await expect(async () => {
    const titles = await table.getByRole('columnheader').allInnerTexts();
    at = titles.findIndex((title) => read(title) === column);
    expect(at, `column ${column} in ${titles.join(' | ')}`).toBeGreaterThanOrEqual(0);
  }).toPass({ intervals: [100], timeout: PATIENCE });
  return at;
}

/** Table of a list or report, with access to rows by their text and to cells by their column. */
export class Rows {
  readonly scope: Locator;

  constructor(scope: Locator) {
    this.scope = scope;
  }

  row(text: string | RegExp): Locator {
    return this.scope.getByRole('row').filter({ hasText: text });
  }

  get totals(): Locator {
    return this.scope.getByRole('row').filter({ hasText: /^合计/ });
  }

  async cell(row: string | RegExp | Locator, column: string): Promise<Locator> {
    const line = typeof row === 'string' || row instanceof RegExp ? this.row(row).first() : row;
    await expect(line).toBeVisible();
    const at = await placeOf(this.scope, column, (title) => title.trim());
    return line.getByRole('cell').nth(at);
  }

  /** Waits until the cell says so; columns may come and go meanwhile. */
  async expectCell(row: string | RegExp | Locator, column: string, text: string): Promise<void> {
    await expect(async () =>
      expect(await this.cell(row, column)).toHaveText(text, { timeout: 1000 }),
    ).toPass({ intervals: [100], timeout: PATIENCE });
  }

  /** Types into a filter and searches. */
  async filter(label: string, text: string): Promise<void> {
    const input = field(this.scope, label);
    await input.fill(text);
    await input.press('Enter');
  }
}

/** Runs an action of a row, shown as a word or found in the row's menu. */
export async function actOn(row: Locator, name: string): Promise<void> {
  const menu = row.getByRole('button', { name: '操作', exact: true });
  const word = button(row, name);
  await expect(word.or(menu).first()).toBeVisible();
  if (await word.isVisible()) return word.click();
  await menu.click();
  return row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Texts of a row, by column name. */
export type Figures = Readonly<Record<string, string>>;

/**
 * List page in either language and width: rows with all columns or, on a phone, cards with the main
 * columns.
 */
export class Listed {
  readonly #scope: Locator;
  readonly #table: TableDeclaration;
  readonly #way: { readonly language: 'zh-cn' | 'en'; readonly phone: boolean };

  constructor(
    scope: Locator,
    table: TableDeclaration,
    way: { readonly language: 'zh-cn' | 'en'; readonly phone: boolean },
  ) {
    this.#scope = scope;
    this.#table = table;
    this.#way = way;
  }

  row(text: string): Locator {
    const role = this.#way.phone ? 'listitem' : 'row';
    return this.#scope.getByRole(role).filter({ hasText: text }).first();
  }

  get totals(): Locator {
    return this.#way.phone
      ? this.#scope.locator('.card-total')
      : this.#scope.getByRole('row').filter({ hasText: /^(合计|Total)/ });
  }

  async #cell(text: string, column: string): Promise<Locator> {
    const { language, phone } = this.#way;
    return phone
      ? this.row(text).locator(`[data-column="${column}"] dd`)
      : new Rows(this.#scope).cell(this.row(text), fieldLabel(language, this.#table.id, column));
  }

  /** Waits until its columns say so, as far as they are shown. */
  async says(text: string, figures: Figures): Promise<void> {
    const shown = Object.entries(figures).filter(
      ([column]) => !this.#way.phone || this.#table.facts?.includes(column) === true,
    );
    expect(shown).not.toEqual([]);
    for (const [column, said] of shown)
      await expect(async () =>
        expect(await this.#cell(text, column)).toHaveText(said, { timeout: 1000 }),
      ).toPass({ intervals: [100], timeout: PATIENCE });
  }

  /** What opens the documents behind a figure. */
  async figure(text: string, column: string): Promise<Locator> {
    return (await this.#cell(text, column)).getByRole('button');
  }

  /** Opens the document of a row. */
  async opens(shop: Shop, number: string): Promise<void> {
    await button(this.row(number), number).click();
    await expect(shop.pane(number)).toBeVisible();
  }
}

/** The line grid of an editor: one cell has the keyboard. */
export class Grid {
  readonly scope: Locator;
  readonly grid: Locator;

  constructor(scope: Locator, name = '明细') {
    this.scope = scope;
    this.grid = scope.getByRole('grid', { name, exact: true });
  }

  /** A line by its number, from 1. */
  line(at: number): Locator {
    return this.grid
      .getByRole('row')
      .filter({ has: this.scope.page().getByRole('rowheader', { name: String(at), exact: true }) });
  }

  get totals(): Locator {
    return this.grid.getByRole('row', { name: '合计', exact: true });
  }

  async cellOf(row: Locator, column: string): Promise<Locator> {
    await expect(row).toBeVisible();
    const at = await placeOf(this.grid, column, (title) => title.replace('*', '').trim());
    return row.getByRole('gridcell').nth(at - 1);
  }

  cell(at: number, column: string): Promise<Locator> {
    return this.cellOf(this.line(at), column);
  }

  async expectCell(at: number, column: string, text: string | RegExp): Promise<void> {
    await expect(async () =>
      expect(await textOf(await this.cell(at, column))).toMatch(
        typeof text === 'string' ? new RegExp(`^${escaped(text)}$`) : text,
      ),
    ).toPass({ intervals: [100], timeout: PATIENCE });
  }

  /** The keyboard put into a cell. */
  async go(at: number, column: string): Promise<void> {
    await (await this.cell(at, column)).click();
  }

  /** The cell that has the keyboard. */
  get focused(): Locator {
    return this.grid.locator('input:focus');
  }

  /** What is typed replaces the cell; Enter goes on. */
  async type(text: string): Promise<void> {
    await expect(this.focused).toHaveCount(1);
    await this.scope.page().keyboard.type(text);
    await this.scope.page().keyboard.press('Enter');
  }

  /** A product and its quantity, by the keyboard alone, in the line that has the focus. */
  async enter(at: number, barcode: string, name: string, quantity: string): Promise<void> {
    await this.type(barcode);
    await this.expectCell(at, '名称', name);
    await expect(this.focused).toHaveAccessibleName('数量');
    await this.type(quantity);
    await this.expectCell(at, '数量', quantity);
  }
}

/** A cell's text, also while it is being written. */
async function textOf(cell: Locator): Promise<string> {
  const input = cell.locator('input');
  return (await input.count()) > 0 ? input.inputValue() : cell.innerText();
}

/** Pastes cells at the focus, in the clipboard format of a spreadsheet program under Windows. */
export async function pasteCells(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const text = rows.map((cells) => cells.join('\t')).join('\r\n');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+v');
}

/** The editor of a document. */
export class Editor {
  readonly shop: Shop;
  readonly pane: Locator;

  constructor(shop: Shop, title: string) {
    this.shop = shop;
    this.pane = shop.pane(`${title} · 新增`);
  }

  amount(label: string): Locator {
    return this.pane.getByRole('textbox', { name: label, exact: true });
  }

  /** Saves by the keyboard and answers the number the document got. */
  async save(keys: 'Control+s' | 'Control+Enter' = 'Control+s'): Promise<string> {
    return savedNumber(this.shop, () => this.shop.page.keyboard.press(keys));
  }
}

/** Saves and returns the number in the confirmation; earlier confirmations may still be visible. */
export async function savedNumber(shop: Shop, save: () => Promise<void>): Promise<string> {
  const notices = shop.page.getByText(/^[A-Z]+\d+ (已保存|saved)/);
  const earlier = await notices.allInnerTexts();
  await save();
  let text: string | undefined;
  await expect(async () => {
    text = (await notices.allInnerTexts()).find((notice) => !earlier.includes(notice));
    expect(text).toBeDefined();
  }).toPass({ intervals: [100], timeout: PATIENCE });
  return text?.split(' ')[0] ?? '';
}

// Forms of prices for goods: promotions and price lists.
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { button, field, inEnglishOnAPhone, overflows, Rows } from './pages.ts';
import type { Shop } from './pages.ts';
import { lostTools } from './sight.ts';

interface PricingPage {
  readonly url: string;
  readonly title: string;
}

/** Form for a new record of a pricing page, in Chinese. */
export class PricingForm {
  readonly list: Locator;
  readonly #form: Locator;

  private constructor(list: Locator, form: Locator) {
    this.list = list;
    this.#form = form;
  }

  static async open(shop: Shop, { url, title }: PricingPage): Promise<PricingForm> {
    const list = await shop.goTo(url, title);
    await button(list, '新增').first().click();
    return new PricingForm(list, list.getByRole('dialog', { name: `新增${title}` }));
  }

  async enter(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await field(this.#form, label).fill(value);
  }

  async choose(label: string, option: string): Promise<void> {
    await this.#form.getByRole('combobox', { name: label }).click();
    const page = this.#form.page();
    await page.getByTitle(option, { exact: true }).filter({ visible: true }).click();
  }

  /** Adds goods, and returns the field beside them. */
  async addGoods({ name, barcode }: Goods, label: string): Promise<Locator> {
    const goods = this.#form.getByRole('combobox', { name: '添加商品' });
    await goods.fill(name);
    const found = this.#form.page().getByTitle(new RegExp(`^${name}`));
    await found.filter({ visible: true }).click();
    await expect(this.#form).toContainText(barcode);
    return field(this.#form, `${label} ${barcode}`);
  }

  /** Saves the form; the list then shows the cells. */
  async save(name: string, cells: Readonly<Record<string, string>>): Promise<void> {
    await button(this.#form, '保存').click();
    await expect(this.#form).toBeHidden();
    const rows = new Rows(this.list);
    for (const [column, text] of Object.entries(cells)) await rows.expectCell(name, column, text);
  }
}

interface Goods {
  readonly name: string;
  readonly barcode: string;
}

/** Opens a record of a pricing page in English on a phone; the dialog fits the screen. */
export async function openPricingOnPhone(
  shop: Shop,
  { url, title }: PricingPage,
  name: string,
  dialogName: RegExp,
): Promise<{ readonly row: Locator; readonly dialog: Locator }> {
  const { page } = shop;
  await inEnglishOnAPhone(page);
  const list = await shop.goTo(url, title);
  const row = list.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name }).first().click();
  const dialog = list.getByRole('dialog', { name: dialogName });
  await expect(dialog).toBeVisible();
  expect(await overflows(page)).toBe(false);
  expect(await lostTools(page)).toEqual([]);
  return { row, dialog };
}

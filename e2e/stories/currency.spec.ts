import { documentTables, exchangeRates, inOutItems } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { button, day, Editor, field, Grid, named, offered, pickDay, Rows } from '../pages.ts';
import { story } from '../story.ts';

story(
  'a rate is written down, and a document of its day starts with it',
  async ({ shop, desk, page }) => {
    const item = named('利息');
    await desk.call(inOutItems.add, { name: item, type: 'income' });
    await desk.call(exchangeRates.add, { currency: 'SEK', day: day(-40), rate: '0.7' });
    const rates = await shop.goTo('/system/exchange_rate', '汇率');
    await button(rates, '新增').first().click();
    const form = page.getByRole('dialog', { name: '新增汇率' });
    await field(form, '币种').fill('SEK');
    await pickDay(form, '日期', day(-5));
    await field(form, '汇率').fill('0.75');
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    const list = new Rows(rates);
    await list.expectCell(day(-5), '汇率', '0.75');

    await page.goto('/financial/item_in/new');
    const editor = new Editor(shop, '收入单');
    const currency = editor.pane.getByRole('combobox', { name: '币种' });
    await currency.click();
    await offered(page, 'SEK').click();
    await expect(field(editor.pane, '汇率')).toHaveValue('0.75');
    // Another day has another rate, until one is typed.
    const time = field(editor.pane, '单据日期');
    await time.click();
    await time.fill(`${day(-10)} 10:00:00`);
    await time.press('Enter');
    await expect(field(editor.pane, '汇率')).toHaveValue('0.7');
    const grid = new Grid(editor.pane);
    await grid.go(1, '收入项目');
    await page.keyboard.type(item);
    await expect(
      page.getByRole('option', { name: item, exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('1000');
    await page.keyboard.press('Tab');
    const number = await editor.save('Control+Enter');
    const [row] = await desk.rows(documentTables.itemIn, {
      search: JSON.stringify({ kind: 'itemIn', number }),
    });
    expect(row).toMatchObject({ currency: 'SEK', exchangeRate: '0.7' });
  },
);

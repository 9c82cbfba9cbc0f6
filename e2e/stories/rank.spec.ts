import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { barriers } from '../barriers.ts';
import type { Desk } from '../desk.ts';
import {
  runInMatrix,
  button,
  day,
  inEnglishOnAPhone,
  offered,
  Rows,
  overflows,
  PHONE,
  speak,
  LANGUAGES_AND_SCREENS,
} from '../pages.ts';
import { lostTools } from '../sight.ts';
import { story } from '../story.ts';

const noonOf = (date: string): string => `${date}T12:00:00+08:00`;

/** Days that are no month: the days before them are as many. */
const dates = `${day(-9)},${day(0)}`;

/** A customer who bought two products before, and since then one of them, dearer for us. */
async function fellBehind(desk: Desk) {
  const customer = await desk.partner('customer', '老客户');
  const [tea, sugar] = [await desk.product('红茶'), await desk.product('冰糖')];
  for (const product of [tea, sugar]) await desk.receive(product, '50', { time: noonOf(day(-30)) });
  const sold = (price: string, { barcode }: typeof tea, when: number) =>
    desk.goods('saleOut', [{ barcode, quantity: '5', unitPrice: price }], {
      partnerId: customer.id,
      paidNow: '0',
      time: noonOf(day(when)),
    });
  await sold('40', tea, -15);
  await sold('30', sugar, -14);
  const cheap = await sold('21', tea, -2);
  return { customer, tea, sugar, cheap };
}

story(
  'the sales ranking leads from a customer’s fallen profit to the product and the document',
  async ({ shop, desk, page }) => {
    const { customer, tea, sugar, cheap } = await fellBehind(desk);
    const address = `/report/sales_rank?dates=${dates}&level=customer&measure=profit&top=100`;
    const rank = new Rows(await shop.goTo(address, '销售排行'));
    await rank.expectCell(customer.name, '销售金额', '105.00');
    await rank.expectCell(customer.name, '毛利', '5.00');
    await rank.expectCell(customer.name, '销售金额（对比期）', '350.00');
    await rank.expectCell(customer.name, '销售金额增长', '-70.00%');
    const chart = rank.scope.getByRole('figure', { name: /^毛利 · 客户/ });
    await expect(chart.locator('svg path').first()).toBeVisible();

    await button(rank.scope, customer.name).first().click();
    const products = new Rows(rank.scope.getByRole('dialog', { name: `商品 · ${customer.name}` }));
    await products.expectCell(sugar.name, '销售金额增长', '-100.00%');
    await products.expectCell(tea.name, '毛利', '5.00');
    await (await products.cell(tea.name, '毛利')).getByRole('button').click();
    const documents = new Rows(rank.scope.getByRole('dialog', { name: `单据 · ${tea.name}` }));
    await documents.expectCell(cheap.number, '销售金额', '105.00');
    await button(documents.scope, cheap.number).click();
    await expect(page).toHaveURL(new RegExp(`/bill/sale_out/${cheap.id}$`));

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo(address, 'Sales rank');
      const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      expect(await barriers(page)).toEqual([]);
      await button(card(customer.name), customer.name).click();
      await button(card(tea.name), tea.name).click();
      await button(phone.getByRole('dialog').last(), cheap.number).click();
      await expect(page).toHaveURL(new RegExp(`/bill/sale_out/${cheap.id}$`));
    });
  },
);

story(
  'a sales share shows its donut, the figures behind the donut and the documents of a part',
  async ({ shop, desk, page }) => {
    const { tea } = await fellBehind(desk);
    const pane = await shop.goTo(
      `/report/sales_ratio?dates=${dates}&level=product&keyword=${tea.barcode}`,
      '销售占比',
    );
    const ratio = new Rows(pane);
    await ratio.expectCell(tea.name, '占比', '100.00%');
    await ratio.expectCell(tea.name, '对比期占比', '100.00%');
    await ratio.expectCell(tea.name, '差异（百分点）', '0.00');
    const chart = pane.getByRole('figure', { name: /^销售金额 · 商品/ });
    await expect(chart.locator('svg path').first()).toBeVisible();
    await chart.getByRole('button', { name: '以表格显示' }).focus();
    await page.keyboard.press('Enter');
    await expect(chart.getByRole('cell', { name: '105.00' })).toBeVisible();
    await button(chart, tea.name).click();
    await expect(pane.getByRole('dialog', { name: `单据 · ${tea.name}` })).toContainText('105.00');
  },
);

story(
  'a custom report shows category and customer, its growth, and the documents behind a figure',
  async ({ shop, desk, page }) => {
    const { customer, tea, cheap } = await fellBehind(desk);
    const pane = await shop.goTo(
      `/report/own_report?dates=${dates}&keyword=${tea.barcode}`,
      '自定义报表',
    );
    const choose = async (name: string, word: string) => {
      await pane.getByRole('combobox', { name, exact: true }).click();
      await offered(page, word).click();
    };
    await choose('再按', '客户');
    const report = new Rows(pane);
    await report.expectCell(tea.name, '客户', customer.name);
    await report.expectCell(tea.name, '销售金额', '105.00');
    await choose('对比', '上期');
    await report.expectCell(tea.name, '销售金额增长', '-47.50%');
    await pane.getByRole('combobox', { name: '指标', exact: true }).fill('累计');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await report.expectCell(tea.name, '累计占比', '100.00%');
    await (await report.cell(tea.name, '销售金额')).getByRole('button').click();
    const documents = new Rows(
      pane.getByRole('dialog', { name: `单据 · ${tea.name} · ${customer.name}` }),
    );
    await documents.expectCell(cheap.number, '销售金额', '105.00');
    await page.keyboard.press('Escape');

    const subTotals = pane.getByRole('checkbox', { name: '按组小计' });
    await subTotals.check();
    await expect(pane.getByRole('row', { name: /小计/ })).toContainText('105.00');
    await subTotals.uncheck();
    await expect(pane.getByRole('row', { name: /小计/ })).toHaveCount(0);

    await button(pane, '放到首页').click();
    const home = await shop.goTo('/dashboard/analysis', '首页');
    const panel = home.getByRole('region', { name: '销售金额 · 商品 × 客户' });
    await expect(panel.getByRole('listitem')).toContainText(['105.00']);
    await button(panel, '打开销售金额 · 商品 × 客户').click();
    await report.expectCell(tea.name, '客户', customer.name);
    await shop.goTo('/dashboard/analysis', '首页');
    await button(panel, '从首页移除销售金额 · 商品 × 客户').click();
    await expect(panel).toBeHidden();

    // Of stock the same page tells what came, went and is left, and opens the moves.
    await shop.goTo(
      `/report/own_report?subject=stock&dates=${dates}&keyword=${tea.barcode}`,
      '自定义报表',
    );
    await pane.getByRole('checkbox', { name: '月度走势' }).check();
    await expect(pane.getByRole('columnheader', { name: '月度走势' })).toBeVisible();
    await (await report.cell(tea.name, '出库数量')).getByRole('button').click();
    const moves = pane.getByRole('dialog', { name: `库存流水 · ${tea.name}` });
    await new Rows(moves).expectCell(cheap.number, '变动数量', '-5');
    await page.keyboard.press('Escape');
    // What it is of stands in its address.
    await pane.getByText('采购', { exact: true }).click();
    await expect(page).toHaveURL(/\/report\/own_report\?subject=bought$/);
  },
);

story(
  'the profit report is shown by month and leads to the revenue report',
  async ({ shop, desk, page }) => {
    await fellBehind(desk);
    const pane = await shop.goTo('/report/profit', '利润');
    await pane.getByRole('combobox', { name: '统计维度' }).click();
    await offered(page, '月份').click();
    await expect(
      pane
        .getByRole('figure', { name: /^毛利 · 月份/ })
        .locator('svg path')
        .first(),
    ).toBeVisible();
    await button(pane, '收支分类月报').click();
    await expect(page).toHaveURL(
      new RegExp(`/report/revenue_report\\?year=${day(0).slice(0, 4)}$`),
    );
  },
);

/** A phone shows a chart when it is asked to; what was asked for once is kept. */
async function shown(toggle: Locator): Promise<void> {
  if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
}

for (const { language, where, screen, options } of LANGUAGES_AND_SCREENS)
  story(
    `reports with charts fit their screen, in ${language} ${where}`,
    options,
    async ({ shop, desk, page }) => {
      const [word, tools] = language === 'en' ? ['Chart', 'Tools'] : ['图表', '工具'];
      await fellBehind(desk);
      await shop.open('/');
      await speak(page, language);
      await page.setViewportSize(screen);
      for (const url of [
        '/report/sales_rank?',
        '/report/sales_ratio?',
        '/report/profit?',
        '/report/own_report?',
        '/report/own_report?subject=stock&trend=true&',
      ]) {
        await shop.open(`${url}dates=${day(-20)},${day(0)}`);
        const chart = page.getByRole('figure').filter({ visible: true });
        if (screen === PHONE) await button(page, tools).filter({ visible: true }).click();
        await shown(button(page, word).filter({ visible: true }));
        await expect(chart.locator('svg path').first(), url).toBeVisible();
        await expect.poll(() => overflows(page)).toBe(false);
        expect(await lostTools(page), url).toEqual([]);
        expect(await barriers(page), url).toEqual([]);
      }
    },
  );

story('the home page links to its counted documents', async ({ shop, desk, page }) => {
  const { cheap } = await fellBehind(desk);
  const home = await shop.goTo('/dashboard/analysis', '首页');
  const waiting = home.getByRole('region', { name: '待办单据' });
  const tile = waiting.getByRole('link', { name: /待收款/ });
  const count = /\d+/.exec((await tile.innerText()).replaceAll(',', ''))?.[0] ?? '';
  await tile.click();
  await expect(page).toHaveURL(/\/bill\/sale_out\?hasLastDebt=true/);
  const list = shop.pane('销售出库');
  await expect(list.getByText(`共 ${count} 条`)).toBeVisible();
  await list.getByRole('textbox', { name: '单据编号' }).fill(cheap.number);
  await button(list, '查询').click();
  await list.getByRole('link', { name: cheap.number, exact: true }).click();
  await expect(shop.pane(cheap.number)).toBeVisible();

  await shop.goTo('/dashboard/analysis', '首页');
  const recent = home.getByRole('region', { name: '最近单据' });
  await expect(recent.getByRole('link', { name: cheap.number })).toBeVisible();
  const shortcuts = home.getByRole('region', { name: '快捷入口' });
  await shortcuts.getByRole('button', { name: '选择快捷入口' }).click();
  await page.getByRole('combobox', { name: '选择快捷入口' }).fill('销售占比');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await button(shortcuts, '销售占比').click();
  await expect(page).toHaveURL(/\/report\/sales_ratio$/);
});

for (const { language, where, screen, options } of LANGUAGES_AND_SCREENS)
  story(
    `the home page fits the screen, in ${language} ${where}`,
    options,
    async ({ shop, page }) => {
      await shop.open('/');
      await speak(page, language);
      await page.setViewportSize(screen);
      await shop.open('/dashboard/analysis');
      const chart = page.getByRole('figure', { name: /近六个月|Last six months/ });
      await chart.scrollIntoViewIfNeeded();
      await expect(chart.locator('svg path').first()).toBeVisible();
      await expect.poll(() => overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
      await chart.locator('.ant-segmented-item').last().click();
      await chart.getByRole('button').last().click();
      await expect(chart.getByRole('rowheader')).toHaveCount(6);
    },
  );

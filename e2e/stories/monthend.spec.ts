import { expect } from '@playwright/test';
import { runInMatrix, PHONE, Rows, button, overflows, speak } from '../pages.ts';
import { lostTools } from '../sight.ts';
import { story } from '../story.ts';

const lastMonthEnd = (): string => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
  return new Date(Date.parse(`${today}-01`) - 86_400_000).toISOString().slice(0, 10);
};

story(
  'foreign items are revalued at the end of a month and reversed, and tax is reported by rate',
  async ({ shop, desk, page }) => {
    const product = await desk.product('外币');
    const { id: partnerId } = await desk.partner('customer', '外商');
    await desk.receive(product, '10', { time: `${lastMonthEnd()}T03:00:00.000Z` });
    await desk.goods('saleOut', [{ barcode: product.barcode, unitPrice: '100', taxRate: '13' }], {
      partnerId,
      time: `${lastMonthEnd()}T04:00:00.000Z`,
      currency: 'EUR',
      exchangeRate: '7',
      paidNow: '0',
      status: '1',
    });

    const tax = await shop.goTo(
      `/report/tax_report?dates=${lastMonthEnd()},${lastMonthEnd()}`,
      '税额统计',
    );
    const rates = new Rows(tax);
    await (await rates.cell(/13%.*销项/, '单据税额')).getByRole('button').click();
    await expect(page.getByRole('dialog', { name: /13%/ })).toContainText('91.00');
    await page.keyboard.press('Escape');

    const pane = await shop.goTo('/financial/revaluation', '期末调汇');
    await button(pane, '调汇…').first().click();
    const dialog = page.getByRole('dialog', { name: '外币未结项目期末调汇' });
    await dialog.getByLabel('EUR 汇率').fill('7.5');
    await expect(dialog.getByRole('row').filter({ hasText: '外商' })).toContainText('+56.50');
    await button(dialog, '调汇入账').click();
    await expect(dialog).toBeHidden();
    await expect(pane.getByRole('row').filter({ hasText: lastMonthEnd() })).toContainText('已冲回');
    await runInMatrix(async () => {
      await speak(page, 'en');
      await page.setViewportSize(PHONE);
      for (const url of ['/report/tax_report', '/financial/revaluation']) {
        await shop.open(
          `${url}${url.includes('tax') ? `?dates=${lastMonthEnd()},${lastMonthEnd()}` : ''}`,
        );
        await expect(page.getByRole('main')).toBeVisible();
        await expect.poll(() => overflows(page)).toBe(false);
        expect(await lostTools(page)).toEqual([]);
      }
    });
  },
);

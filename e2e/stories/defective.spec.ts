import { gradingTable, uploadFile } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { runInMatrix, actOn, button, field, inEnglishOnAPhone, overflows, Rows } from '../pages.ts';
import { story } from '../story.ts';

/** The smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

story(
  'broken goods become defective, with a photo, and are worth less',
  async ({ shop, desk, page }) => {
    const cup = await desk.product('瓷杯');
    await desk.receive(cup, '10');
    const pane = await shop.goTo('/report/ungraded_adjust', '品质定级');
    await pane.getByText('在库正品', { exact: true }).click();
    const goods = new Rows(pane);
    await goods.filter('商品信息', cup.barcode);
    await goods.expectCell(cup.barcode, '数量', '10');
    await expect(pane.getByText('共 1 条')).toBeInViewport({ ratio: 1 });
    await actOn(goods.row(cup.barcode), '转次品');
    const form = page.getByRole('dialog', { name: `转次品 · ${cup.name}` });
    await field(form, '次品').fill('3');
    await field(form, '原因').fill('运输破损');
    await field(form, '减值比例').fill('50');
    const file = { name: 'broken.png', mimeType: 'image/png', buffer: PIXEL };
    const act = button(form, '转次品');
    const arrived = Promise.withResolvers<undefined>();
    await page.route(`**${uploadFile.path}**`, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await form.locator('input[type=file]').setInputFiles(file);
    // Nothing is done without a photo that is on its way.
    await expect(act).toHaveClass(/loading/);
    await act.press('Control+s');
    arrived.resolve(undefined);
    await expect(form.getByRole('button', { name: /broken/ })).toBeVisible();
    await act.click();
    await expect(form).toBeHidden();
    await goods.expectCell(cup.barcode, '数量', '7');

    await pane.getByText('定级记录', { exact: true }).click();
    const graded = new Rows(pane);
    await graded.expectCell(cup.barcode, '原等级', '正品');
    await graded.expectCell(cup.barcode, '次品', '3');
    // Half of three at 20.
    await graded.expectCell(cup.barcode, '减值金额', '30.00');
    await expect(graded.row(cup.barcode).getByRole('button', { name: /TZ/ }).last()).toBeVisible();
    const search = JSON.stringify({ keyword: cup.barcode });
    expect(await desk.rows(gradingTable, { search })).toMatchObject([{ remark: '运输破损' }]);

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/report/ungraded_adjust', 'Grading');
      await phone.getByText('Regular goods', { exact: true }).click();
      await phone.getByRole('listitem').filter({ hasText: cup.name }).first().waitFor();
      expect(await overflows(page)).toBe(false);
    });
  },
);

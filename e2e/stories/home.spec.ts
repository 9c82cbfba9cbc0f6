// Each user arranges their own home page.
import { expect } from '@playwright/test';
import { savePreference } from '@tradehouse/contract';
import { barriers } from '../barriers.ts';
import { runInMatrix, inChineseOnADesk, button, inEnglishOnAPhone, overflows } from '../pages.ts';
import { story } from '../story.ts';

story('the home page is rearranged, and shows charts', async ({ shop, page }) => {
  const home = await shop.goTo('/dashboard/analysis', '首页');
  const regions = home.getByRole('region');
  const names = (): Promise<readonly string[]> =>
    regions.evaluateAll((all) => all.flatMap((one) => one.getAttribute('aria-label') ?? []));
  await expect(home.getByRole('region', { name: '零售', exact: true })).toBeVisible();

  const company = home.getByRole('region', { name: '公司账号' });
  for (const fact of ['套餐付费', '到期时间长期有效', '/50'])
    await expect(company).toContainText(fact);

  await button(home, '布置首页').click();
  const dialog = home.getByRole('dialog', { name: '布置首页' });
  await dialog.getByRole('checkbox', { name: '零售', exact: true }).uncheck();
  await button(dialog, '上移“待办单据”').click();
  const grip = dialog.getByRole('button', { name: '移动“待审核”' });
  await grip.focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  expect(await barriers(page)).toEqual([]);
  await button(dialog, '关闭').last().click();
  const order = ['销售', '采购', '利润', '待办单据', '库存'];
  const arranged = async (): Promise<void> => {
    await expect.poll(async () => (await names()).slice(0, 5)).toEqual(order);
    await expect(
      home.getByRole('region', { name: '待办单据' }).getByRole('listitem').first(),
    ).toContainText('待审核');
  };
  await arranged();
  await page.reload();
  await arranged();

  await home.getByText('图表', { exact: true }).click();
  await expect(home.getByRole('figure')).toHaveCount(5);
  await runInMatrix(async () => {
    await inEnglishOnAPhone(page);
    const phone = await shop.goTo('/dashboard/analysis', 'Home');
    await expect(phone.getByRole('figure')).toHaveCount(5);
    expect(await overflows(page)).toBe(false);
    await phone.getByText('Figures', { exact: true }).click();
    await button(phone, 'Arrange home page').click();
    const arranging = phone.getByRole('dialog', { name: 'Arrange home page' });
    expect(await barriers(page)).toEqual([]);
    await button(arranging, 'Close').last().click();
    await expect(arranging).toBeHidden();
    await inChineseOnADesk(page);
    await shop.open('/dashboard/analysis');
  });
  // The next story in this company finds the page as it was.
  await home.getByText('概况', { exact: true }).click();
  await button(home, '布置首页').click();
  const kept = page.waitForResponse(
    (reply) =>
      reply.url().includes(savePreference.path) &&
      reply.request().postData()?.includes('"value":{}') === true,
  );
  await button(dialog, '恢复默认').click();
  await expect(home.getByRole('region', { name: '零售', exact: true })).toHaveCount(1);
  await kept;
});

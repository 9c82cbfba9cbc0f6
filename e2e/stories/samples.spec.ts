import { addTenant, products } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { Desk } from '../desk.ts';
import { button, MATRIX_ONLY, operator, Shop, uniqueDigits } from '../pages.ts';
import { test } from '../story.ts';

/** A year of trade is filled in by thousands of calls: minutes on a busy machine. */
const FILLED = 1_500_000;

test(
  'a company with sample data shows a year of trade, and its sample data is removed permanently',
  MATRIX_ONLY,
  async ({ playwright, page }) => {
    const baseURL = `http://127.0.0.1:${process.env['STORY_PORT']}`;
    const request = await playwright.request.newContext({ baseURL });
    const person = { name: `sample${uniqueDigits()}`, password: 'Own-Word-of-mine-7' };
    const company = { loginName: person.name, userLimit: 10, samples: true };
    const { password } = await new Desk(request, operator).call(addTenant, company);
    const desk = new Desk(request, person);
    await desk.settle(password ?? '');

    const shop = new Shop(page);
    await shop.signIn(person);
    const filling = page.getByRole('progressbar', { name: '正在生成' });
    await expect(filling).toBeVisible();
    await expect(page.getByText('都是示例')).toBeVisible({ timeout: FILLED });
    await expect(filling).toBeHidden();
    expect(await barriers(page)).toEqual([]);

    await test.step('sample trade is visible on its pages', async () => {
      const sales = await shop.openPage('销售出库');
      await expect(sales.getByText(/^XSCK/).first()).toBeVisible();
      const ageing = await shop.openPage('应收账龄');
      // Whom the gift sets go to pays none of them.
      await expect(ageing.getByText('优选礼品').first()).toBeVisible();
      const expiring = await shop.openPage('商品效期');
      await expect(expiring.getByText('绿豆糕').first()).toBeVisible();
    });

    await test.step('an emptied company equals a new company', async () => {
      await page.getByRole('tab', { name: '首页' }).click();
      await button(page, '清空').click();
      const question = page.getByRole('dialog');
      await button(question, '删除').click();
      await expect(question, 'a company is not emptied before its name is typed').toBeVisible();
      const asked = await question.getByRole('textbox').getAttribute('placeholder');
      await question.getByRole('textbox').fill(/“(.*)”/.exec(asked ?? '')?.[1] ?? '');
      await button(question, '删除').click();
      await expect(page.getByText('公司目前是空的')).toBeVisible();
      expect(await desk.rows(products.list)).toEqual([]);
      const steps = page.getByRole('region', { name: '开始使用' });
      await expect(steps.getByRole('listitem')).toHaveCount(8);
      await button(steps, '商品').click();
      await expect(shop.pane('商品信息')).toBeVisible();
    });

    await test.step('the first steps stay until the last tick is seen', async () => {
      await desk.receive(await desk.product(), '1');
      await page.goto('/dashboard/analysis');
      const steps = page.getByRole('region', { name: '开始使用' });
      await expect(steps.getByRole('listitem').last()).toContainText('第一张单据');
      await expect(steps.getByRole('listitem').last().getByLabel('已完成')).toBeVisible();
      await button(steps, '不再显示').click();
      await expect(steps).toBeHidden();
    });
    await request.dispose();
  },
);

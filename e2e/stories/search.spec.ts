import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { story } from '../story.ts';

/** The result of a name in a group. */
const result = (page: Page, group: string, name: string): Locator =>
  page.getByRole('group', { name: group }).getByRole('option', { name }).first();

story(
  'Ctrl+K finds products by barcode, documents and partners, and opens them by keys alone',
  async ({ shop, desk, page, context }) => {
    const customer = await desk.partner('customer', '东门文具');
    const product = await desk.product('订书机');
    await desk.receive(product, '9');
    const sale = await desk.sell(product, '4', { partnerId: customer.id });
    await expect(await shop.goTo('/system/customer', '客户信息')).toContainText(customer.name);

    // A scanner types the code and presses Enter at once.
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: '搜索' });
    await expect(field).toBeFocused();
    await field.pressSequentially(product.barcode);
    await page.keyboard.press('Enter');
    await expect(shop.pane(product.name).locator('.record-figures')).toContainText('库存5');
    await expect(field).toBeHidden();

    await page.keyboard.press('Control+k');
    await field.fill(customer.name);
    await expect(result(page, '往来单位', customer.name)).toHaveAttribute(
      'href',
      `/system/customer/${customer.id}`,
    );
    expect(await barriers(page)).toEqual([]);
    await field.fill(sale.number);
    await expect(result(page, '单据', sale.number)).toHaveAttribute('aria-selected', 'true');
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    const other = await opened;
    await expect(other).toHaveURL(new RegExp(`/bill/sale_out/${sale.id}$`));
    await other.close();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  },
);

story(
  'Ctrl+Enter answered too late for a new browser tab keeps the result chosen and asks again',
  async ({ shop, desk, page, context }) => {
    const customer = await desk.partner('customer', '南门文具');
    // A key counts for five seconds; Playwright's looks at the page count as keys, so the time is made up.
    await page.addInitScript(
      "Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } })",
    );
    await expect(await shop.goTo('/system/customer', '客户信息')).toContainText(customer.name);
    let answer = (): void => undefined;
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/sys/search?*', async (route) => {
      await pressed;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: '搜索', exact: true });
    await search.getByRole('combobox').fill(customer.name);
    await page.keyboard.press('Control+Enter');
    answer();
    await expect(search.getByText('搜索返回较晚，请再按一次 Ctrl+Enter')).toBeVisible();
    await expect(result(page, '往来单位', customer.name)).toHaveAttribute('aria-selected', 'true');
    expect(context.pages()).toHaveLength(1);
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    await expect(await opened).toHaveURL(new RegExp(`/system/customer/${customer.id}$`));
  },
);

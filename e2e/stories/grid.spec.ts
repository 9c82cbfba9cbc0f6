import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { units } from '@tradehouse/contract';
import type { Desk } from '../desk.ts';
import { button, choose, Editor, Grid, named, Rows, uniqueDigits } from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

interface Opened {
  readonly editor: Editor;
  readonly grid: Grid;
}

/** A new receipt, its barcode cell under the keyboard. */
async function newReceipt(shop: Shop): Promise<Opened> {
  await shop.open('/bill/purchase_in/new');
  const editor = new Editor(shop, '采购入库');
  const grid = new Grid(editor.pane);
  await grid.go(1, '条码');
  return { editor, grid };
}

/** A product sold by the bottle (30) and by the case of 12 (350). */
async function bottles(desk: Desk) {
  const [bottle, box] = [uniqueDigits(), uniqueDigits()];
  const unit = { baseUnit: '瓶', subUnit: named('箱').slice(0, 10), ratio: '12' };
  const { id } = await desk.call(units.add, unit);
  const barcodes = [
    { code: bottle, unit: '瓶', purchasePrice: '20', salePrice: '30' },
    { code: box, unit: unit.subUnit, purchasePrice: '230', salePrice: '350' },
  ];
  const more = { unitName: null, unitId: id, barcodes };
  const product = { ...(await desk.product('酱油', more)), barcode: bottle };
  return { product, box, boxUnit: unit.subUnit };
}

/** What the scan field is to a scanner. */
interface ScanField extends EventTarget {
  value: string;
}
/** A page's own class, which this side does not know. */
interface WithKeys {
  readonly KeyboardEvent: new (type: string, more: object) => Event;
}

/** Plays a hand scanner: so many codes a second, each ended by Enter, whatever the page is doing meanwhile. */
const scan = (page: Page, codes: readonly string[], perSecond: number): Promise<void> =>
  page.getByRole('textbox', { name: '扫码框' }).evaluate(
    async (element, { list, pause }) => {
      const field = element as unknown as ScanField;
      const { KeyboardEvent } = globalThis as unknown as WithKeys;
      const began = performance.now();
      for (const [at, code] of list.entries()) {
        field.value += code;
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        const next = began + (at + 1) * pause - performance.now();
        await new Promise((resolve) => setTimeout(resolve, next));
      }
    },
    { list: codes, pause: 1000 / perSecond },
  );

story(
  'the keyboard moves between cells, fills cells, removes lines and undoes',
  async ({ shop, desk }) => {
    const [first, second] = [await desk.product('铅笔'), await desk.product('橡皮')];
    const { grid } = await newReceipt(shop);
    const press = (key: string): Promise<void> => shop.page.keyboard.press(key);
    await grid.enter(1, first.barcode, first.name, '3');
    await grid.enter(2, second.barcode, second.name, '8');
    await expect(grid.line(3)).toBeVisible();
    await expect(grid.focused).toHaveAccessibleName('条码');

    await press('ArrowUp');
    await expect(grid.focused).toHaveValue(second.barcode);
    await press('Tab');
    await expect(grid.focused).toHaveAccessibleName('数量');
    await press('Shift+Tab');
    await expect(grid.focused).toHaveAccessibleName('条码');
    await grid.go(2, '数量');
    await press('Control+d');
    await grid.expectCell(2, '数量', '3');
    await grid.expectCell(2, '金额', '60.00');
    await expect(grid.totals).toContainText('120.00');
    await press('Control+z');
    await grid.expectCell(2, '数量', '8');

    await press('F2');
    await shop.page.keyboard.type('5');
    await press('Enter');
    await grid.expectCell(2, '数量', '85');
    await grid.go(1, '数量');
    await press('Delete');
    await grid.expectCell(1, '数量', '');
    await press('Control+Backspace');
    await grid.expectCell(1, '名称', second.name);
    await press('Control+z');
    await grid.expectCell(1, '名称', first.name);
  },
);

story('50 rows of a spreadsheet are pasted at once', async ({ shop, desk, context }) => {
  const products = await Promise.all(Array.from({ length: 5 }, () => desk.product('螺丝')));
  const { editor, grid } = await newReceipt(shop);
  const rows = Array.from({ length: 50 }, (_, at) => {
    const { barcode } = products[at % products.length] ?? { barcode: '' };
    return [barcode, '', '', '', '', String(at + 1)].join('\t');
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shop.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows.join('\r\n'))})`);
  await shop.page.keyboard.press('Control+v');
  await grid.expectCell(1, '名称', products[0]?.name ?? '');
  await expect(grid.totals).toContainText('1,275');
  await expect(grid.totals).toContainText('25,500.00');
  await shop.page.keyboard.press('Control+End');
  await grid.expectCell(50, '数量', '50');
  await grid.expectCell(50, '名称', products[4]?.name ?? '');
  await expect(editor.pane.getByRole('button', { name: /^第 \d+ 行 ·/ })).toHaveCount(0);
  await shop.page.keyboard.press('Control+z');
  await expect(grid.totals).not.toContainText('1,275');
});

story('an unknown code is refused in its cell and can become a product', async ({ shop, desk }) => {
  const product = await desk.product('胶水');
  const { editor, grid } = await newReceipt(shop);
  const unknown = `99${uniqueDigits().slice(2)}`;
  await grid.type(unknown);
  const reason = `没有商品对应 ${unknown}，按 F7 搜索`;
  await expect(
    editor.pane.getByRole('button', { name: `第 1 行 · 条码：${reason}` }),
  ).toBeVisible();
  // The keyboard is back in the cell, whose Enter makes the product.
  await expect(grid.focused).toHaveValue(unknown);
  await expect(shop.page.getByRole('option', { name: `新增“${unknown}”…` })).toBeVisible();
  await shop.page.keyboard.press('Enter');
  const making = editor.pane.getByRole('dialog', { name: '新增商品' });
  await expect(making.getByRole('textbox', { name: '条码' })).toHaveValue(unknown);
  await shop.page.keyboard.press('Escape');
  await expect(making).toBeHidden();

  await button(editor.pane, '扫码录入').click();
  await scan(shop.page, [product.barcode, unknown, product.barcode], 10);
  await button(editor.pane, '记录').click();
  const log = shop.page.getByRole('dialog', { name: '扫码记录' });
  await expect(log).toContainText('共 3 次 · 录入 2 · 未录入 1');
  await expect(log.getByText('没有该条码的商品')).toBeVisible();
  await expect(log.getByText(unknown)).toBeVisible();
});

story('60 scans at 30 a second are all counted', async ({ shop, desk }) => {
  const products = await Promise.all(Array.from({ length: 3 }, () => desk.product('饼干')));
  await shop.open('/bill/retail_out/new');
  const editor = new Editor(shop, '零售出库');
  const codes = Array.from({ length: 60 }, (_, at) => products[at % 3]?.barcode ?? '');
  await scan(shop.page, codes, 30);
  const grid = new Grid(editor.pane);
  await expect(grid.totals).toContainText('60');
  for (const at of [1, 2, 3]) await grid.expectCell(at, '数量', '20');
  await expect(editor.pane.getByText('2,160.00').first()).toBeVisible();
  await button(editor.pane, '记录').click();
  await shop.readNotice('共 60 次 · 录入 60 · 未录入 0');
});

story('changing the unit of a line changes its price and stock', async ({ shop, desk }) => {
  const { product, box, boxUnit } = await bottles(desk);
  await desk.receive(product, '36');
  await shop.open('/bill/sale_out/new');
  const editor = new Editor(shop, '销售出库');
  const grid = new Grid(editor.pane);
  await grid.go(1, '条码');
  await grid.enter(1, product.barcode, product.name, '2');
  await grid.expectCell(1, '库存', '36');
  await grid.expectCell(1, '单价', '30.00');

  await grid.go(1, '单位');
  await grid.type(boxUnit);
  await grid.expectCell(1, '条码', box);
  await grid.expectCell(1, '库存', '3');
  await expect(await grid.cell(1, '库存')).toHaveAttribute('title', `3${boxUnit}`);
  await grid.expectCell(1, '单价', '350.00');
  await grid.expectCell(1, '金额', '700.00');

  const customer = await desk.partner('customer');
  await choose(editor.pane, '客户', customer.name);
  await grid.expectCell(1, '金额', '700.00');
  await editor.save('Control+Enter');
});

story('hovering over a stock quantity shows the quantity in big units', async ({ shop, desk }) => {
  const { product, boxUnit } = await bottles(desk);
  await desk.receive(product, '27');
  for (const [url, title, asked] of [
    ['/material/material', '商品信息', '关键词'],
    ['/report/material_stock', '商品库存', '商品信息'],
  ] as const) {
    const rows = new Rows(await shop.goTo(url, title));
    await rows.filter(asked, product.name);
    // The list is read again meanwhile, and the row may go from under the pointer.
    await expect(async () => {
      await shop.page.mouse.move(0, 0);
      await (await rows.cell(product.name, '库存')).getByText('27', { exact: true }).hover();
      const told = shop.page.getByRole('tooltip', { name: `2${boxUnit}3瓶` });
      await expect(told).toBeVisible({ timeout: 2000 });
    }).toPass();
  }
});

story('several products are picked from the list', async ({ shop, desk }) => {
  const word = named('茶杯');
  const maker = named('窑厂');
  const [first, second] = [
    await desk.product(word, { maker }),
    await desk.product(word, { maker }),
  ];
  const third = await desk.product(word);
  const { grid } = await newReceipt(shop);
  await shop.page.keyboard.press('F7');
  const picker = shop.page.getByRole('dialog', { name: '选择商品' });
  await picker.getByRole('textbox').first().fill(word);
  await shop.page.keyboard.press('Enter');
  await expect(picker.getByRole('row', { name: third.name })).toBeVisible();
  // What is asked for stands side by side.
  const asked = [
    picker.getByRole('textbox').first(),
    button(picker, '更多条件'),
    button(picker, '新增商品'),
  ];
  const lines = await Promise.all(
    asked.map(async (one) => {
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
      return Math.round(y + height / 2);
    }),
  );
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThan(4);
  await button(picker, '更多条件').click();
  await picker.getByRole('textbox', { name: '制造商' }).fill(maker);
  await shop.page.keyboard.press('Enter');
  await expect(picker.getByRole('row', { name: third.name })).toBeHidden();
  await expect(picker.getByRole('columnheader', { name: '制造商' })).toBeVisible();
  for (const { name } of [first, second])
    await picker.getByRole('row', { name }).getByRole('checkbox').check();
  await button(picker, '选用 2 个').click();
  await expect(picker).toBeHidden();
  await expect(grid.line(2)).toBeVisible();
  const names = (): Promise<readonly string[]> =>
    Promise.all([1, 2].map(async (at) => (await grid.cell(at, '名称')).innerText()));
  await expect
    .poll(async () => (await names()).toSorted())
    .toEqual([first.name, second.name].toSorted());
});

story(
  'the picker shows prices and takes quantities by the keyboard, in lists and in cards',
  async ({ shop, desk }) => {
    const { page } = shop;
    const word = named('瓷盘');
    const [first, second] = [await desk.product(word), await desk.product(word)];
    const { grid } = await newReceipt(shop);
    const picker = page.getByRole('dialog', { name: '选择商品' });
    const reason = page.locator('.line-grid-reason');

    await story.step(
      'an unknown word in a barcode cell is passed to the picker and to a new product',
      async () => {
        await page.keyboard.type(`${word}x`);
        await page.keyboard.press('Shift+Tab');
        await grid.go(1, '条码');
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
        await page.keyboard.press('F7');
        await expect(picker.getByRole('textbox').first()).toHaveValue(`${word}x`);
        await expect(reason).toBeHidden();
        await expect(page.getByRole('option', { name: '新增' })).toBeHidden();
        await button(picker, '新增商品').click();
        const form = page.getByRole('dialog', { name: '新增商品' });
        await expect(form.getByRole('textbox', { name: '名称' })).toHaveValue(`${word}x`);
        await page.keyboard.press('Escape');
        await expect(form).toBeHidden();
      },
    );

    await story.step(
      'the picker shows purchase prices, and takes quantities typed down the list',
      async () => {
        await page.keyboard.press('F7');
        await picker.getByRole('textbox').first().fill(word);
        await page.keyboard.press('Enter');
        const row = picker.getByRole('row', { name: first.name });
        await expect(row.getByRole('cell', { name: '20.00', exact: true })).toBeVisible();
        const titles = picker.getByRole('columnheader').filter({ hasText: /./ });
        await expect(titles).toHaveText(['条码', '名称', '单位', '库存', '单价', '数量']);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.type('x');
        await expect(button(picker, '选用 1 个')).toBeDisabled();
        await page.keyboard.press('Backspace');
        await page.keyboard.type('3');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.type('4');
        await expect(row.getByRole('checkbox')).toBeChecked();
        await page.keyboard.press('Enter');
        await expect(picker).toBeHidden();
        await grid.expectCell(2, '数量', '4');
        await grid.go(2, '数量');
        await grid.expectCell(1, '数量', '3');
        await grid.expectCell(2, '名称', second.name);
      },
    );

    await story.step('a phone shows equal results in cards, no wider than its screen', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('.ant-segmented-item').filter({ hasText: '明细' }).click();
      await button(page, '选择商品').click();
      await picker.getByRole('textbox').first().fill(word);
      await page.keyboard.press('Enter');
      const quantity = picker.getByRole('textbox', { name: `数量 ${first.name}` });
      await quantity.fill('2');
      await expect(button(picker, '选用 1 个')).toBeEnabled();
      const { x = 0, width = 0 } = (await quantity.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(390);
    });
  },
);

story('a picker covers its own tab only, and stays open', async ({ shop, desk }) => {
  const word = named('竹篮');
  const { name } = await desk.product(word);
  const {
    editor: { pane },
    grid,
  } = await newReceipt(shop);
  await shop.page.keyboard.press('F7');
  const picker = pane.getByRole('dialog', { name: '选择商品' });
  await expect(picker.getByRole('textbox').first()).toBeFocused();
  await shop.page.keyboard.type(word);
  await shop.page.keyboard.press('Enter');
  await expect(picker.getByRole('row', { name })).toBeVisible();

  await shop.tab('首页').click();
  await expect(shop.pane('首页')).toBeVisible();
  await expect(picker).toBeHidden();
  await shop.tab('采购入库 · 新增').click();
  await expect(picker.getByRole('row', { name })).toBeVisible();

  // Keys of the document rest while the picker lies over it; Esc leaves the picker, not the document.
  await shop.page.keyboard.press('Control+s');
  await shop.page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(grid.line(1)).toBeVisible();
  await expect(pane.getByText('未保存')).toBeVisible();
});

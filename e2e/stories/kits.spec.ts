import { expect } from '@playwright/test';
import { products, promotions } from '@tradehouse/contract';
import {
  runInMatrix,
  button,
  choose,
  Editor,
  field,
  Grid,
  inEnglishOnAPhone,
  named,
  overflows,
  Rows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'a bill of materials fills in an assembly, and a kit is sold and taken back by its parts',
  async ({ shop, desk, page }) => {
    const [cup, lid] = [await desk.product('盖碗'), await desk.product('碗盖')];
    for (const product of [cup, lid]) await desk.receive(product, '20');
    const [name, code] = [named('礼盒'), uniqueDigits()];

    await story.step('a product gets its parts', async () => {
      const list = await shop.goTo('/material/material', '商品信息');
      await button(list, '新增').first().click();
      const form = list.getByRole('dialog', { name: '新增商品', exact: true });
      await field(form, '名称').fill(name);
      await field(form.getByRole('region', { name: '基本信息' }), '单位').fill('套');
      const prices = form.getByRole('region', { name: '条码与价格' }).getByRole('row');
      await field(prices.nth(1), '条码').fill(code);
      await field(prices.nth(1), '销售价').fill('88');
      await form.getByRole('tab', { name: '物料清单' }).click();
      const parts = form.getByRole('tabpanel', { name: '物料清单' });
      for (const [at, product, quantity] of [
        [0, cup, '2'],
        [1, lid, '1'],
      ] as const) {
        await button(parts, '添加子件').click();
        await parts.getByRole('combobox', { name: '子件' }).nth(at).fill(product.barcode);
        await page
          .getByTitle(new RegExp(`^${product.barcode} `))
          .filter({ visible: true })
          .click();
        await field(parts, '数量').nth(at).fill(quantity);
      }
      await button(form, '保存').click();
      await expect(form).toBeHidden();
    });

    await story.step('an assembly takes the parts, times the quantity', async () => {
      await shop.open('/bill/assemble/new');
      const editor = new Editor(shop, '组装单');
      const grid = new Grid(editor.pane);
      await grid.go(1, '条码');
      await grid.enter(1, code, name, '3');
      await button(editor.pane, '带出子件（2）').click();
      await grid.expectCell(2, '名称', cup.name);
      await grid.expectCell(2, '数量', '6');
      await grid.expectCell(3, '名称', lid.name);
      await grid.expectCell(3, '数量', '3');
      const paper = shop.pane(await editor.save('Control+Enter'));
      await expect(paper.getByText('已审核', { exact: true })).toBeVisible();
    });

    await story.step(
      'a kit of the parts is sold under a promotion, and one is taken back',
      async () => {
        const [kitName, kitCode] = [named('套装'), uniqueDigits()];
        const [found] = await desk.rows(products.table, {
          search: JSON.stringify({ keyword: code }),
        });
        const { parts } = await desk.call(products.infoCall, { id: String(found?.id) });
        const { id } = await desk.call(products.add, {
          name: kitName,
          unitName: '套',
          kit: true,
          barcodes: [{ code: kitCode, unit: '套', salePrice: '90' }],
          parts: parts.map(({ barcodeId, quantity }) => ({ barcodeId, quantity })),
        });
        const { barcodes } = await desk.call(products.infoCall, { id });
        const promotion = named('买三付二');
        await desk.call(promotions.add, {
          name: promotion,
          promotionKind: 'xForY',
          takeQuantity: '3',
          payQuantity: '2',
          goods: barcodes.map((barcode) => ({ barcodeId: barcode.id, quantity: '1' })),
        });
        await shop.open('/bill/sale_out/new');
        const editor = new Editor(shop, '销售出库');
        const grid = new Grid(editor.pane);
        await choose(editor.pane, '客户', (await desk.partner('customer')).name);
        await grid.go(1, '条码');
        await grid.enter(1, kitCode, kitName, '3');
        // 14 bowls and 17 lids are left: enough for seven kits.
        await grid.expectCell(1, '库存', '7');
        await grid.expectCell(1, '促销', `${promotion} −90.00`);
        const paper = shop.pane(await editor.save('Control+Enter'));

        await button(paper, '转销售退货').click();
        const back = new Editor(shop, '销售退货');
        const returned = new Grid(back.pane);
        await returned.go(1, '数量');
        await page.keyboard.type('1');
        await page.keyboard.press('Enter');
        // A third of the 180.00 paid, not the price of 90.00.
        await returned.expectCell(1, '金额', '60.00');
        await back.save('Control+Enter');

        const list = await shop.goTo('/material/material', '商品信息');
        const shown = new Rows(list);
        await shown.filter('关键词', kitCode);
        await expect(shown.row(kitName).getByText('套装', { exact: true })).toBeVisible();
        await shown.filter('关键词', cup.barcode);
        await shown.expectCell(cup.name, '库存', '10');
      },
    );

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/material/material', 'Products');
      await button(phone, 'New').first().click();
      const form = phone.getByRole('dialog', { name: 'New product' });
      await form.getByRole('tab', { name: 'Bill of materials' }).click();
      await button(form, 'Add part').click();
      await expect(form.getByRole('combobox', { name: 'Part' })).toBeVisible();
      expect(await overflows(page)).toBe(false);
    });
  },
);

import { warehouses } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { button, choose, Editor, Grid, named } from '../pages.ts';
import { story } from '../story.ts';

story(
  'lots, defective goods and serials go their way: received, proposed, assembled, taken apart, on the road',
  async ({ shop, desk, page }) => {
    const tea = await desk.product('茶', { lotManaged: true, shelfLifeDays: 30 });
    const [set, cup] = [
      await desk.product('套装', { serialManaged: true }),
      await desk.product('杯', { serialManaged: true }),
    ];
    const branch = { name: named('分仓') };
    await desk.call(warehouses.add, branch);
    const supplier = await desk.partner('supplier');
    await desk.goods(
      'purchaseIn',
      [
        {
          barcode: cup.barcode,
          quantity: '2',
          unitPrice: '5',
          allocations: [{ serials: ['C01', 'C02'] }],
        },
      ],
      { partnerId: supplier.id, paidNow: '0' },
    );
    const dialog = (name: RegExp) => page.getByRole('dialog', { name });
    const fresh = async (url: string, title: string): Promise<{ editor: Editor; grid: Grid }> => {
      await page.goto(`${url}/new`);
      const editor = new Editor(shop, title);
      return { editor, grid: new Grid(editor.pane) };
    };

    // The list closes under a click that comes while it is still being filled.
    const party = async ({ pane }: Editor, label: string, name: string): Promise<void> => {
      await expect(async () => {
        await choose(pane, label, name);
        await expect(pane.getByText(name)).toBeVisible({ timeout: 1000 });
      }).toPass();
    };

    await story.step('receive two lots, a part of one defective', async () => {
      const { editor, grid } = await fresh('/bill/purchase_in', '采购入库');
      await party(editor, '供应商', supplier.name);
      await grid.go(1, '条码');
      await grid.type(tea.barcode);
      await grid.expectCell(1, '名称', tea.name);
      await grid.go(1, '批号');
      await grid.type('A1');
      await grid.go(1, '生产日期');
      await grid.type('2026-11-01');
      await grid.expectCell(1, '有效期', '2026-12-01');
      await grid.go(1, '数量');
      await grid.type('10');
      await grid.go(1, '批号');
      await page.keyboard.press('F4');
      const parts = dialog(/的批号与库存类型/);
      await parts.getByRole('textbox', { name: '数量' }).first().fill('8');
      await button(parts, '增加一行').click();
      await parts.getByRole('textbox', { name: '批号' }).nth(1).fill('A1');
      await parts.getByRole('textbox', { name: '数量' }).nth(1).fill('2');
      await parts.getByRole('combobox', { name: '库存类型' }).nth(1).click();
      await page.getByTitle('次品').last().click();
      await button(parts, '取用 10盒').click();
      await grid.expectCell(1, '批号', '2 个批次');
      await grid.expectCell(1, '数量', '10');
      const number = await editor.save('Control+Enter');
      await expect(shop.pane(number).getByText('次品')).toBeVisible();
    });

    await story.step('sell what expires first, as proposed', async () => {
      await desk.goods(
        'purchaseIn',
        [
          {
            barcode: tea.barcode,
            quantity: '5',
            unitPrice: '20',
            allocations: [{ lot: 'A0', expiry: '2026-11-25' }],
          },
        ],
        { partnerId: supplier.id, paidNow: '0' },
      );
      const { editor, grid } = await fresh('/bill/sale_out', '销售出库');
      await party(editor, '客户', (await desk.partner('customer')).name);
      await grid.go(1, '条码');
      await grid.type(tea.barcode);
      await grid.expectCell(1, '名称', tea.name);
      await grid.go(1, '数量');
      await grid.type('7');
      await button(editor.pane, '推荐批号').click();
      await grid.expectCell(1, '批号', '2 个批次');
      const number = await editor.save('Control+Enter');
      await expect(shop.pane(number).getByText('A0, A1')).toBeVisible();
    });

    await story.step('assemble with serials, and take it apart again', async () => {
      for (const [url, title] of [
        ['/bill/assemble', '组装单'],
        ['/bill/disassemble', '拆卸单'],
      ] as const) {
        const { editor, grid } = await fresh(url, title);
        await grid.go(1, '条码');
        await grid.type(set.barcode);
        await grid.expectCell(1, '名称', set.name);
        await grid.expectCell(1, '商品类型', '组合件');
        await grid.go(1, '序列号');
        await grid.type('S1');
        await button(editor.pane, '插入行').click();
        await grid.go(2, '条码');
        await grid.type(cup.barcode);
        await grid.expectCell(2, '名称', cup.name);
        await grid.expectCell(2, '商品类型', '普通子件');
        await grid.go(2, '序列号');
        await grid.type('C01~C02');
        await grid.expectCell(2, '数量', '2');
        const number = await editor.save('Control+Enter');
        await expect(shop.pane(number).getByText('C01, C02')).toBeVisible();
      }
    });

    await story.step('send goods on the road, and receive them but for one', async () => {
      const { editor, grid } = await fresh('/bill/allocation_out', '调拨出库');
      await editor.pane.getByRole('combobox', { name: '调拨方式' }).click();
      await page.getByTitle('在途，到货确认').last().click();
      await grid.go(1, '条码');
      await grid.type(cup.barcode);
      await grid.expectCell(1, '名称', cup.name);
      await grid.go(1, '调入仓库');
      await grid.type(branch.name);
      await grid.go(1, '序列号');
      await grid.type('C01~C02');
      const number = await editor.save('Control+Enter');
      const pane = shop.pane(number);
      await button(pane, '到货确认').click();
      const arrival = dialog(/在途货物收货/);
      await arrival.getByRole('textbox', { name: '序列号' }).fill('C01');
      await arrival.getByRole('checkbox').check();
      await button(arrival, '确认收货').click();
      await expect(arrival).toBeHidden();
      await expect(pane.getByText('调拨入库')).toBeVisible();
      await button(pane, '到货确认').click();
      await expect(dialog(/在途货物收货/).getByText('到货 1，缺失 1')).toBeVisible();
    });
  },
);

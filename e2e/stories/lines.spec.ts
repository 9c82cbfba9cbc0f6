import { goodsOfSerials, warehouses } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { button, choose, day, Editor, Grid, named } from '../pages.ts';
import { story } from '../story.ts';

story(
  'lots and serials are proposed in assembly, disassembly and a transfer in two steps',
  async ({ shop, desk, page }) => {
    const tea = await desk.product('茶', { lotManaged: true, shelfLifeDays: 365 });
    const [set, cup] = [
      await desk.product('套装', { serialManaged: true }),
      await desk.product('杯', { serialManaged: true }),
    ];
    const branch = { name: named('分仓') };
    const { id: branchId } = await desk.call(warehouses.add, branch);
    const home = await desk.warehouse();
    // So far from their end that no one is warned of them.
    const [sooner, later] = [day(100), day(200)];
    const lots = [
      { lot: 'A1', expiry: later, quantity: '8' },
      { lot: 'A0', expiry: sooner, quantity: '5' },
      { lot: 'A0', expiry: sooner, stockType: 'defective', quantity: '2' },
    ] as const;
    const cups = [{ serials: ['C01', 'C02'] }];
    await desk.goods(
      'purchaseIn',
      [
        { barcode: tea.barcode, quantity: '15', unitPrice: '20', allocations: [...lots] },
        { barcode: cup.barcode, quantity: '2', unitPrice: '5', allocations: cups },
      ],
      { partnerId: (await desk.partner('supplier')).id, paidNow: '0' },
    );
    const fresh = async (url: string, title: string): Promise<{ editor: Editor; grid: Grid }> => {
      await shop.open(`${url}/new`);
      const editor = new Editor(shop, title);
      return { editor, grid: new Grid(editor.pane) };
    };
    /** Which of the serials lie in a warehouse, and in which. */
    const inStock = async (): Promise<Readonly<Record<string, string>>> => {
      const found = await desk.call(goodsOfSerials, { serials: 'S1,C01,C02' });
      return Object.fromEntries(found.map(({ serial, warehouseId }) => [serial, warehouseId]));
    };

    await story.step('the first lots to expire are proposed and sold first', async () => {
      const { editor, grid } = await fresh('/bill/sale_out', '销售出库');
      await choose(editor.pane, '客户', (await desk.partner('customer')).name);
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

    await story.step('assemble with serials, and disassemble again', async () => {
      for (const [url, title, left] of [
        ['/bill/assemble', '组装单', { S1: home }],
        ['/bill/disassemble', '拆卸单', { C01: home, C02: home }],
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
        const paper = shop.pane(await editor.save('Control+Enter'));
        await expect(paper.getByText('C01, C02')).toBeVisible();
        await expect(paper.getByText('已审核', { exact: true })).toBeVisible();
        expect(await inStock()).toEqual(left);
      }
    });

    await story.step('send goods in two steps; a piece arrives, the second is lost', async () => {
      const { editor, grid } = await fresh('/bill/allocation_out', '调拨出库');
      await editor.pane.getByRole('combobox', { name: '调拨方式' }).click();
      await page.getByTitle('在途，到货确认').filter({ visible: true }).last().click();
      await grid.go(1, '条码');
      await grid.type(cup.barcode);
      await grid.expectCell(1, '名称', cup.name);
      await grid.go(1, '调入仓库');
      await grid.type(branch.name);
      await grid.expectCell(1, '调入仓库', branch.name);
      await grid.go(1, '序列号');
      await grid.type('C01~C02');
      const pane = shop.pane(await editor.save('Control+Enter'));
      await expect(pane.getByText('已审核', { exact: true })).toBeVisible();
      expect(await inStock()).toEqual({});

      const arrival = page.getByRole('dialog', { name: /在途货物收货/ });
      await button(pane, '到货确认').click();
      await arrival.getByRole('textbox', { name: '序列号' }).fill('C01');
      await button(arrival, '确认收货').click();
      await expect(arrival).toBeHidden();
      await expect(pane.getByText('部分完成', { exact: true })).toBeVisible();
      await expect(pane.getByText('调拨入库')).toBeVisible();
      expect(await inStock()).toEqual({ C01: branchId });

      await button(pane, '到货确认').click();
      await expect(arrival.getByText('到货 1，缺失 0')).toBeVisible();
      await arrival.getByRole('textbox', { name: '序列号' }).fill('');
      await arrival.getByRole('checkbox').check();
      await button(arrival, '确认收货').click();
      await expect(arrival).toBeHidden();
      await expect(pane.getByText('已完成', { exact: true })).toBeVisible();
      expect(await inStock()).toEqual({ C01: branchId });
    });
  },
);

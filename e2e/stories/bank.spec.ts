import { accounts, inOutItems } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  runInMatrix,
  actOn,
  Grid,
  Rows,
  button,
  choose,
  day,
  field,
  inEnglishOnAPhone,
  named,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'a bank statement is matched with its documents, until both totals agree',
  async ({ shop, desk }) => {
    const bank = named('基本户');
    const { id: accountId } = await desk.call(accounts.add, { name: bank, openingAmount: '0' });
    const item = await desk.call(inOutItems.add, { name: named('利息'), type: 'income' });
    const fee = { type: 'expense', name: named('手续费') } as const;
    await desk.call(inOutItems.add, fee);
    const customer = await desk.partner('customer', '百川贸易');
    const product = await desk.product('茶壶');
    await desk.receive(product, '9');
    const sale = await desk.sell(product, '4', { partnerId: customer.id });
    const paid = await desk.money({
      kind: 'moneyIn',
      partnerId: customer.id,
      accountId,
      status: '1',
      lines: [{ settledDocumentId: sale.id, amount: '120' }],
    });
    const interest = (amount: string) =>
      desk.money({ kind: 'itemIn', accountId, status: '1', lines: [{ itemId: item.id, amount }] });
    const [one, two] = [await interest('3'), await interest('4')];

    const list = await shop.goTo('/financial/bank_statement', '银行对账');
    await button(list, '导入对账单').first().click();
    const dialog = list.getByRole('dialog', { name: '导入对账单' });
    await field(dialog, '在此粘贴单元格').fill(
      [
        ['交易日期', '对方户名', '摘要', '借方', '贷方', '结存'],
        [day(0), `${customer.name}有限公司`, '货款', '', '120.00', '120.00'],
        [day(0), '', '结息', '', '7.00', '127.00'],
        [day(0), '', '手续费', '2.50', '', '124.50'],
        ['合计', '', '', '2.50', '127.00', ''],
      ]
        .map((cells) => cells.join('\t'))
        .join('\n'),
    );
    await expect(dialog).toContainText('读取 3 行，有误 0 行');
    await expect(dialog).toContainText('略过无日期 1 行');
    await choose(dialog, '结算账户', bank);
    await field(dialog, '对账单').fill('一月');
    await choose(dialog, '余额取自列', 'F · 结存');
    await expect(field(dialog, '银行余额')).toHaveValue('124.5');
    await button(dialog, '导入 3 行').click();

    const figures = list.locator('.bank-figures');
    await expect(figures).toContainText('账面余额127.00');
    const rows = new Rows(list);
    await expect(rows.row('百川贸易').first()).toContainText(`建议 ${paid.number}`);
    await button(list, '接受全部建议（1）').click();
    await expect(rows.row('百川贸易').first()).toContainText('已匹配');
    await expect(figures).toContainText('账上已记、银行未记7.00');
    await expect(figures).toContainText('银行已记、账上未记4.50');
    await expect(figures).toContainText('差额0.00');

    await actOn(rows.row('结息').first(), '匹配单据');
    const match = list.getByRole('dialog', { name: /匹配单据/ });
    for (const { number } of [one, two])
      await match.getByRole('row', { name: number }).getByRole('checkbox').check();
    await expect(match).toContainText('未匹配 0.00');
    await button(match, '匹配单据').click();
    await expect(match).toBeHidden();
    await expect(rows.row('结息').first()).toContainText('已匹配');
    await expect(figures).toContainText('账上已记、银行未记0.00');

    await rows.row('结息').first().getByRole('checkbox').check();
    await button(list, '取消匹配').click();
    await shop.answer('取消 1 行的匹配？', '确定');
    await expect(rows.row('结息').first()).toContainText('未匹配');

    // A bank row without a document is entered from its dialog, and comes back matched.
    await actOn(rows.row('手续费').first(), '匹配单据');
    await button(list.getByRole('dialog', { name: /匹配单据/ }), '新增支出单').click();
    const expenditure = shop.pane(/支出单/);
    const grid = new Grid(expenditure);
    await grid.expectCell(1, '金额', '2.50');
    await grid.expectCell(1, '备注', '手续费');
    await expect(expenditure).toContainText(bank);
    await grid.go(1, '支出项目');
    await shop.page.keyboard.type(fee.name);
    await shop.page.keyboard.press('Enter');
    await grid.expectCell(1, '支出项目', fee.name);
    await button(expenditure, '保存并审核').click();
    await expect(rows.row('手续费').first()).toContainText('已匹配');
    await expect(figures).toContainText('账面余额124.50');

    // The balance that the bank states is typed where it stands.
    await field(figures, '银行余额').fill('120');
    await field(figures, '银行余额').press('Enter');
    await expect(figures).toContainText('差额-4.50');

    await button(list, '全部对账单').click();
    await expect(rows.row('一月').first()).toContainText(bank);
  },
);

story(
  'a statement in euros is imported as MT940 and matched with euro amounts of documents',
  async ({ shop, desk, page }) => {
    const bank = named('欧元户');
    const { id: accountId } = await desk.call(accounts.add, { name: bank, openingAmount: '0' });
    const customer = await desk.partner('customer', '穆勒公司');
    const product = await desk.product('茶盘');
    await desk.receive(product, '300');
    const euros = { currency: 'EUR', exchangeRate: '8' } as const;
    const bill = await desk.goods(
      'saleOut',
      [{ barcode: product.barcode, quantity: '200', unitPrice: '1' }],
      { partnerId: customer.id, paidNow: '0', ...euros },
    );
    const paid = await desk.money({
      kind: 'moneyIn',
      partnerId: customer.id,
      accountId,
      status: '1',
      ...euros,
      exchangeRate: '8.2',
      lines: [{ settledDocumentId: bill.id, amount: '150.5' }],
    });
    const [, year = '', month = '', of = ''] = /^20(..)-(..)-(..)$/.exec(day(0)) ?? [];
    const today = `${year}${month}${of}`;
    const list = await shop.goTo('/financial/bank_statement', '银行对账');
    await button(list, '导入对账单').first().click();
    const dialog = list.getByRole('dialog', { name: '导入对账单' });
    await field(dialog, '在此粘贴单元格').fill(
      [
        ':20:STARTUMS',
        ':25:50070010/0123456',
        `:60F:C${today}EUR0,`,
        `:61:${today}C150,5NTRFNONREF//B1`,
        `:86:166?20${paid.number}?32${customer.name}`,
        `:61:${today}D0,75NCHGNONREF//B2`,
        ':86:FEE',
        `:62F:C${today}EUR149,75`,
      ].join('\n'),
    );
    await expect(dialog).toContainText('读取 2 行，有误 0 行');
    await expect(dialog.getByRole('combobox', { name: '币种' })).toHaveValue('EUR');
    await expect(field(dialog, '银行余额')).toHaveValue('149.75');
    await choose(dialog, '结算账户', bank);
    await field(dialog, '对账单').fill('欧元一月');
    await button(dialog, '导入 2 行').click();
    const figures = list.locator('.bank-figures');
    await expect(figures).toContainText('账面余额€150.50');
    const rows = new Rows(list);
    await button(list, '接受全部建议（1）').click();
    await expect(rows.row(paid.number).first()).toContainText('已匹配');
    await expect(figures).toContainText('银行已记、账上未记-€0.75');
    await expect(figures).toContainText('差额€0.00');
    await expect(rows.totals).toContainText('€149.75€150.50');
    await button(list, '全部对账单').click();
    await rows.expectCell('欧元一月', '币种', 'EUR');
    await rows.expectCell('欧元一月', '收入', '€150.50');

    await runInMatrix(async () => {
      // The same in English, on a phone.
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/financial/bank_statement', 'Bank reconciliation');
      await expect(phone.getByRole('listitem').filter({ hasText: '欧元一月' })).toContainText(bank);
    });
  },
);

story(
  'columns of a bank’s file chosen by hand are remembered for its next file',
  async ({ shop, desk, page }) => {
    const bank = named('村镇银行');
    await desk.call(accounts.add, { name: bank, openingAmount: '0' });
    const file = (...rows: readonly (readonly string[])[]) => ({
      name: `${named('流水')}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [['本行流水清单'], ['何日', '进', '出项', '同谁', '柜员'], ...rows]
          .map((cells) => cells.join(','))
          .join('\n'),
      ),
    });
    const list = await shop.goTo('/financial/bank_statement', '银行对账');
    await button(list, '导入对账单').first().click();
    const dialog = list.getByRole('dialog', { name: '导入对账单' });
    await choose(dialog, '结算账户', bank);
    await dialog
      .getByLabel('选择文件')
      .setInputFiles(file([day(-2), '1200.50', '', '晨光', '7'], [day(-1), '', '80', '', '7']));
    await expect(dialog).toContainText('请选择日期和金额（或收入、支出）取自哪一列');
    await expect(button(dialog, '导入 0 行')).toBeDisabled();
    await choose(dialog, '日期取自列', 'A · 何日');
    await choose(dialog, '收入取自列', 'B · 进');
    await choose(dialog, '支出取自列', 'C · 出项');
    await choose(dialog, '对方户名取自列', 'D · 同谁');
    await expect(dialog).toContainText('未使用的列：E · 柜员');
    await expect(dialog).toContainText('读取 2 行，有误 0 行');
    await expect(new Rows(dialog).row(day(-1))).toContainText('支出');
    await expect(new Rows(dialog).row('晨光')).toContainText('1,200.50');
    expect(await barriers(page)).toEqual([]);
    await button(dialog, '导入 2 行').click();
    await button(list, '全部对账单').click();

    await button(list, '导入对账单').first().click();
    await choose(dialog, '结算账户', bank);
    await dialog
      .getByLabel('选择文件')
      .setInputFiles(file([day(0), '3', '', '利息', '7'], ['2026-02-30', '4', '', '', '7']));
    await expect(dialog).toContainText('已按以前导入同样表头时的对应关系取列');
    await expect(dialog).toContainText('读取 1 行，有误 1 行');
    const refused = dialog.getByRole('row').filter({ hasText: '2026-02-30' });
    await expect(refused).toContainText('A 何日');
    await expect(refused).toContainText('日期无法识别');
    await button(dialog, '恢复自动识别').click();
    await expect(dialog).toContainText('请选择日期和金额（或收入、支出）取自哪一列');
  },
);

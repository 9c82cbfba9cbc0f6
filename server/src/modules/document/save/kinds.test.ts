import {
  goodsDocuments,
  moneyDocuments,
  documentToConvert,
  documentTables,
} from '@tradehouse/contract';
import { decimal, goodsKindCodes, kindCodes, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saveInternalDocument } from './internal.ts';
import { aShopServer, asRole } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();

const info = (id: string) => server.call(goodsDocuments.info, { id });
const moneyInfo = (id: string) => server.call(moneyDocuments.info, { id });
const approve = (...ids: string[]) =>
  server.call(goodsDocuments.setStatus, { ids: ids.join(','), status: '1' });
const stocked = async (quantity = '10', unitPrice = '10'): Promise<TestProduct> => {
  const product = await shop.product();
  await shop.goods('purchaseIn', [{ barcode: product.barcode, quantity, unitPrice }]);
  return product;
};
const line = ({ barcode }: TestProduct, quantity: string, unitPrice = '20') => ({
  barcode,
  quantity,
  unitPrice,
});

describe('goods', () => {
  test('each kind of movement changes stock by its quantity', async () => {
    const one = await shop.product();
    const other = await stocked('100');
    await opening(one, '5');
    await shop.goods('purchaseIn', [line(one, '10', '10')]);
    const sale = await shop.goods('saleOut', [line(one, '4')], { status: '1' });
    await shop.goods('saleBack', [{ ...line(one, '1'), sourceDocumentId: sale.id, sourceLine: 1 }]);
    await shop.goods('transfer', [{ ...line(one, '3', '0'), targetWarehouseId: shop.branch }]);
    await shop.goods('assemble', [
      { ...line(one, '2', '0'), role: 'composite' },
      { ...line(other, '4', '0'), role: 'part' },
    ]);
    await shop.goods('assemble', [
      { ...line(other, '1', '0'), role: 'composite' },
      { ...line(one, '1', '0'), role: 'part' },
    ]);
    await shop.goods('otherOut', [line(one, '1', '0')]);
    await shop.goods('stockRecount', [line(one, '-1', '0')]);
    expect(await shop.stock(one)).toBe('8');
    expect(await shop.stock(one, shop.branch)).toBe('3');
    expect(await shop.broken()).toEqual([]);
  });

  test('issues and returns at the moving average keep the books valid', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10', '11')]);
    const receipt = await shop.goods('purchaseIn', [line(one, '20', '12.5')], { status: '1' });
    await shop.goods('saleOut', [line(one, '15', '30')]);
    await shop.goods('purchaseBack', [
      { ...line(one, '5', '12.5'), sourceDocumentId: receipt.id, sourceLine: 1 },
    ]);
    const inventory = await shop.purse('inventory');
    expect(decimal(inventory).isNegative()).toBe(false);
    expect(await shop.stock(one)).toBe('10');
    expect(await shop.broken()).toEqual([]);
  });

  test('a box of twelve counts twelve pieces', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [{ barcode: one.box, quantity: '2', unitPrice: '120' }]);
    await shop.goods('saleOut', [line(one, '5')]);
    expect(await shop.stock(one)).toBe('19');
    expect(
      await server.refusal(
        goodsDocuments.add,
        shop.input('saleOut', [
          { barcode: one.box, quantity: '1', unitPrice: '1' },
          line(one, '8'),
        ]),
      ),
    ).toMatchObject({
      key: 'stock.shortage',
      data: { missing: '1', barcode: one.barcode, warehouse: 'Shelf' },
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('disassembly gives the parts the value of the whole', async () => {
    const whole = await stocked('1', '90');
    const [a, b] = [await shop.product(), await shop.product()];
    await shop.goods('disassemble', [
      { ...line(whole, '1', '0'), role: 'composite' },
      { ...line(a, '1', '1'), role: 'part' },
      { ...line(b, '2', '1'), role: 'part' },
    ]);
    expect([await shop.stock(whole), await shop.stock(a), await shop.stock(b)]).toEqual([
      '0',
      '1',
      '2',
    ]);
    expect(await shop.broken()).toEqual([]);
  });

  test.each(['assemble', 'disassemble'])(
    'a product cannot be a part of itself: %s',
    async (kind) => {
      const [whole, part] = [await stocked(), await stocked()];
      const lines = [
        { ...line(part, '1', '0'), role: 'part' as const },
        { ...line(whole, '1', '0'), role: 'composite' as const },
        { barcode: whole.box, quantity: '1', unitPrice: '0', role: 'part' as const },
      ];
      expect(await server.refusal(goodsDocuments.add, shop.input(kind, lines))).toMatchObject({
        key: 'document.ownPart',
        data: { line: 3, field: 'barcode' },
      });
    },
  );

  test('an edit in force posts the difference, and a deletion reverses the whole posting', async () => {
    const one = await stocked('10', '10');
    const before = [await shop.purse('inventory'), await shop.purse('receivable', shop.customer)];
    const sale = await shop.goods('saleOut', [line(one, '3')], { paidNow: '0' });
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [{ line: 1, ...line(one, '5') }], { paidNow: '0' }),
      id: sale.id,
      version: 1,
    });
    expect(await shop.stock(one)).toBe('5');
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [line(one, '2')], { paidNow: '0' }),
      id: sale.id,
      version: 2,
    });
    expect(await shop.stock(one)).toBe('8');
    expect((await info(sale.id)).lines.map((own) => own.line)).toEqual([2]);
    await server.call(goodsDocuments.remove, { id: sale.id });
    expect(await shop.stock(one)).toBe('10');
    expect([await shop.purse('inventory'), await shop.purse('receivable', shop.customer)]).toEqual(
      before,
    );
    expect(await shop.broken()).toEqual([]);
  });

  test('two sales approved in a call are checked against stock together', async () => {
    await shop.set({ force_approval: true });
    const one = await stockedApproved('10');
    const [a, b] = [
      await shop.goods('saleOut', [line(one, '6')]),
      await shop.goods('saleOut', [line(one, '6')]),
    ];
    expect(await shop.stock(one)).toBe('10');
    expect(
      await server.refusal(goodsDocuments.setStatus, { ids: `${a.id},${b.id}`, status: '1' }),
    ).toMatchObject({
      key: 'stock.shortage',
      data: { missing: '2', number: b.number },
      message: expect.stringContaining(`Document ${b.number}, line 1: `),
    });
    expect((await info(a.id)).status).toBe('0');
    await approve(a.id);
    expect(await shop.stock(one)).toBe('4');
    await shop.set({ force_approval: false });
    expect(await shop.broken()).toEqual([]);
  });

  async function stockedApproved(quantity: string): Promise<TestProduct> {
    const product = await shop.product();
    await shop.goods('purchaseIn', [line(product, quantity, '10')], { status: '1' });
    return product;
  }

  async function opening(product: TestProduct, quantity: string): Promise<void> {
    const { skuId, barcode } = product;
    const line = {
      line: null,
      barcode,
      warehouseId: shop.main,
      quantity: decimal(quantity),
      unitPrice: decimal('10'),
    };
    await shop.asOwner((context) =>
      saveInternalDocument(context, {
        kind: 'openingStock',
        subject: `product:${skuId}`,
        lines: [line],
      }),
    );
  }
});

describe('links', () => {
  test('partial conversion moves the order to partial and complete, both ways', async () => {
    const [x, y] = [await shop.product(), await shop.product()];
    const order = await shop.goods('purchaseOrder', [line(x, '10'), line(y, '5')], { status: '1' });
    const from = (number: number, product: TestProduct, quantity: string) => ({
      ...line(product, quantity),
      sourceDocumentId: order.id,
      sourceLine: number,
    });
    const first = await shop.goods('purchaseIn', [from(1, x, '4')]);
    expect((await info(order.id)).status).toBe('3');
    expect(
      await server.refusal(goodsDocuments.add, shop.input('purchaseIn', [from(1, x, '7')])),
    ).toMatchObject({ key: 'document.overLinked', data: { left: '6' } });
    const prefill = await server.call(documentToConvert, { ids: order.id, kind: 'purchaseIn' });
    expect(prefill.lines.map(({ remaining, sourceLine }) => [sourceLine, remaining])).toEqual([
      [1, '6'],
      [2, '5'],
    ]);
    const second = await shop.goods('purchaseIn', [from(1, x, '6'), from(2, y, '5')]);
    expect((await info(order.id)).status).toBe('2');
    expect(
      await server.refusal(goodsDocuments.setStatus, { ids: order.id, status: '0' }),
    ).toMatchObject({ key: 'document.notApproved' });
    await server.call(goodsDocuments.remove, { id: second.id });
    expect((await info(order.id)).status).toBe('3');
    await server.call(goodsDocuments.remove, { id: first.id });
    expect((await info(order.id)).status).toBe('1');
    expect(await shop.broken()).toEqual([]);
  });

  test('a partial order is closed by force and takes no more', async () => {
    const one = await shop.product();
    const order = await shop.goods('purchaseOrder', [line(one, '10')], { status: '1' });
    const from = { ...line(one, '4'), sourceDocumentId: order.id, sourceLine: 1 };
    await shop.goods('purchaseIn', [from]);
    await server.call(
      { method: 'POST', path: '/depotHead/forceCloseBatch' } as never,
      { ids: order.id } as never,
    );
    expect(await info(order.id)).toMatchObject({ status: '2', closed: true });
    expect((await server.refusal(goodsDocuments.add, shop.input('purchaseIn', [from]))).key).toBe(
      'document.sourceState',
    );
    expect(await shop.broken()).toEqual([]);
  });

  test('the deposit of an order is used once', async () => {
    const one = await stocked('20');
    const order = await shop.goods('saleOrder', [line(one, '10')], {
      depositTaken: '100',
      status: '1',
    });
    expect(await info(order.id)).toMatchObject({ depositTaken: '100', depositLeft: '100' });
    const from = (quantity: string) => ({
      ...line(one, quantity),
      sourceDocumentId: order.id,
      sourceLine: 1,
    });
    await shop.goods('saleOut', [from('5')], { depositUsed: '60', paidNow: '0' });
    expect(await info(order.id)).toMatchObject({ depositLeft: '40' });
    expect(
      await server.refusal(
        goodsDocuments.add,
        shop.input('saleOut', [from('5')], { depositUsed: '50', paidNow: '0' }),
      ),
    ).toMatchObject({ key: 'deposit.exceeded', data: { left: '40' } });
    expect(await shop.broken()).toEqual([]);
  });

  test('a return above the sold quantity is refused', async () => {
    const one = await stocked('10');
    const sale = await shop.goods('saleOut', [line(one, '4')], { status: '1' });
    const back = (quantity: string) =>
      shop.input('saleBack', [
        { ...line(one, quantity), sourceDocumentId: sale.id, sourceLine: 1 },
      ]);
    await server.call(goodsDocuments.add, back('3'));
    expect((await server.refusal(goodsDocuments.add, back('2'))).key).toBe('document.overLinked');
    expect(
      (await server.refusal(goodsDocuments.setStatus, { ids: sale.id, status: '0' })).key,
    ).toBe('document.hasChildren');
    expect(await shop.broken()).toEqual([]);
  });

  test('a requisition, and a sales order where a setting allows, become a purchase order', async () => {
    const one = await shop.product();
    const request = await shop.goods('purchaseRequest', [{ barcode: one.barcode, quantity: '4' }], {
      status: '1',
    });
    await shop.goods('purchaseOrder', [
      { ...line(one, '4'), sourceDocumentId: request.id, sourceLine: 1 },
    ]);
    expect((await info(request.id)).status).toBe('2');
    const order = await shop.goods('saleOrder', [line(one, '3')], { status: '1' });
    const linked = shop.input('purchaseOrder', [
      { ...line(one, '2'), sourceDocumentId: order.id, sourceLine: 1 },
    ]);
    expect((await server.refusal(goodsDocuments.add, linked)).key).toBe('document.sourceKind');
    await shop.set({ purchase_by_sale: true });
    await server.call(goodsDocuments.add, linked);
    expect(await info(order.id)).toMatchObject({ status: '1', purchaseStatus: '3' });
    expect(
      (await server.refusal(goodsDocuments.setStatus, { ids: order.id, status: '0' })).key,
    ).toBe('document.purchasePartial');
    await shop.goods('purchaseIn', [line(one, '5')], { status: '1' });
    await shop.goods('saleOut', [{ ...line(one, '1'), sourceDocumentId: order.id, sourceLine: 1 }]);
    expect(await info(order.id)).toMatchObject({ status: '3', purchaseStatus: '3' });
    await shop.set({ purchase_by_sale: false });
    expect(await shop.broken(), 'what is purchased is no delivery').toEqual([]);
    await change(order.id, { delivered: 3, purchased: 'none' });
    expect(
      (await shop.broken()).map((violation) => violation.split(':')[0]).toSorted(),
      'a purchase that counts as delivered, and one that is forgotten',
    ).toEqual(['D7_linked', 'D7_purchased']);
    await change(order.id, { delivered: 1, purchased: 'partial' });
    expect(await shop.broken()).toEqual([]);
  });

  /** Writes counts of a sales order past the product. */
  const change = (id: string, { delivered, purchased }: { delivered: number; purchased: string }) =>
    server.arrange(shop.company, async (tx) => {
      const { tenantId } = shop.company;
      await sql`update document_line set linked_quantity = ${delivered}
        where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
      await sql`update document set purchase_progress = ${purchased}
        where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    });

  test('goods return at their cost of sale, and a sale with a return cannot be unapproved', async () => {
    await shop.set({ force_approval: true });
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '4', '10')], { status: '1' });
    const sale = await shop.goods('saleOut', [line(one, '2', '30')], { status: '1' });
    await shop.goods('purchaseIn', [line(one, '2', '40')], { status: '1' });
    const from = { ...line(one, '1', '30'), sourceDocumentId: sale.id, sourceLine: 1 };
    const back = await shop.goods('saleBack', [from]);
    // A return never meets a sale that isn't in the books yet: no batch may hold both.
    const unapproved = async (...ids: string[]) =>
      (await server.refusal(goodsDocuments.setStatus, { ids: ids.join(','), status: '0' })).key;
    expect(await unapproved(sale.id)).toBe('document.hasChildren');
    expect(await unapproved(sale.id, back.id)).toBe('document.hasChildren');
    expect(await unapproved(back.id, sale.id)).toBe('document.hasChildren');
    const before = decimal(await shop.purse('inventory'));
    await approve(back.id);
    const after = decimal(await shop.purse('inventory'));
    expect(toPlainDecimal(after.minus(before)), 'at 10, not at the average of 25').toBe('10');
    await shop.set({ force_approval: false });
    expect(await shop.broken()).toEqual([]);
  });
});

describe('money', () => {
  test('a payment settles a receipt with a discount', async () => {
    const one = await shop.product();
    const receipt = await shop.goods('purchaseIn', [line(one, '10', '30')], {
      paidNow: '0',
      partnerId: shop.otherSupplier,
    });
    const payment = await shop.money(
      'moneyOut',
      [{ settledDocumentId: receipt.id, amount: '100' }],
      { discount: '3', partnerId: shop.otherSupplier },
    );
    expect(await moneyInfo(payment.id)).toMatchObject({
      totalAmount: '100',
      discount: '3',
      paidNow: '97',
      lines: [
        {
          settledNumber: receipt.number,
          settledOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          settledDueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          settledDebt: '300',
          settledBefore: '0',
        },
      ],
    });
    expect(await info(receipt.id)).toMatchObject({
      debt: '300',
      settled: '100',
      openDebt: '200',
      settlingDocuments: [{ number: payment.number }],
    });
    expect(await shop.purse('payable', shop.otherSupplier)).toBe('-200');
    const over = {
      kind: 'moneyOut',
      accountId: shop.cash,
      partnerId: shop.otherSupplier,
      lines: [{ settledDocumentId: receipt.id, amount: '200.01' }],
    };
    expect(await server.refusal(moneyDocuments.add, over)).toMatchObject({
      key: 'settlement.over',
      data: { left: '200' },
    });
    const nothing = { ...over, lines: [{ settledDocumentId: receipt.id, amount: '0' }] };
    expect(await server.refusal(moneyDocuments.add, nothing)).toMatchObject({
      key: 'settlement.amount',
      data: { field: 'amount', line: 1 },
    });
    const change = {
      ...shop.input('purchaseIn', [line(one, '1', '30')], {
        paidNow: '0',
        partnerId: shop.otherSupplier,
      }),
      id: receipt.id,
      version: 1,
    };
    expect((await server.refusal(goodsDocuments.update, change)).key).toBe('document.isSettled');
    expect((await server.refusal(goodsDocuments.remove, { id: receipt.id })).key).toBe(
      'document.isSettled',
    );
    await server.call(moneyDocuments.remove, { id: payment.id });
    expect(await info(receipt.id)).toMatchObject({ settled: '0' });
    expect(await shop.broken()).toEqual([]);
  });

  test('a receipt with a negative line for a sale is refused', async () => {
    const sale = await shop.goods('saleOut', [line(await stocked(), '1')], { paidNow: '0' });
    const bill = { settledDocumentId: sale.id };
    const lines = [
      { ...bill, amount: '1' },
      { ...bill, amount: '-3' },
    ];
    expect(
      await server.refusal(moneyDocuments.add, {
        kind: 'moneyIn',
        partnerId: shop.customer,
        accountId: shop.cash,
        lines,
      }),
    ).toMatchObject({ key: 'document.negativeAmount', data: { field: 'amount', line: 2 } });
  });

  test('a receipt of several bills settles returns as negative lines', async () => {
    const one = await stocked('10');
    const sale = await shop.goods('saleOut', [line(one, '5')], {
      paidNow: '0',
      status: '1',
      partnerId: shop.otherCustomer,
    });
    const back = await shop.goods(
      'saleBack',
      [{ ...line(one, '1'), sourceDocumentId: sale.id, sourceLine: 1 }],
      { paidNow: '0', partnerId: shop.otherCustomer },
    );
    const lines = [
      { settledDocumentId: sale.id, amount: '100' },
      { settledDocumentId: back.id, amount: '-20' },
    ];
    const receipt = await shop.money('moneyIn', lines, { partnerId: shop.otherCustomer });
    expect(await moneyInfo(receipt.id)).toMatchObject({ paidNow: '80' });
    expect(await shop.purse('receivable', shop.otherCustomer)).toBe('0');
    expect(await info(back.id)).toMatchObject({ debt: '20', settled: '20', openDebt: '0' });
    expect(await shop.broken()).toEqual([]);
  });

  test('a prepayment pays at the till until used up', async () => {
    const one = await stocked('10');
    await shop.money('advanceIn', [{ accountId: shop.bank, amount: '100' }]);
    const bank = await shop.purse('account', shop.bank);
    const paid = (unitPrice: string) =>
      shop.input('retailOut', [line(one, '1', unitPrice)], {
        partnerId: shop.member,
        payment: 'prepaid',
      });
    const sale = await server.call(goodsDocuments.add, { ...paid('20'), status: '1' });
    expect(await shop.purse('prepaid', shop.member)).toBe('-80');
    expect(await server.refusal(goodsDocuments.add, paid('90'))).toMatchObject({
      key: 'prepayment.short',
      message: "The member's balance is too low by 10.00",
      data: { missing: '10', field: 'payment' },
    });
    // What a member has left is money, whatever else of a sale its maker may see.
    for (const hidden of [['money'], ['retail', 'money']]) {
      const pages = ['/bill/retail_out'];
      const blind = await asRole(shop, `till-without-${hidden.join('-')}`, { pages, hidden });
      const many = { ...paid('90'), lines: [{ ...line(one, '9', '90'), warehouseId: shop.main }] };
      const refused = await server.refusal(goodsDocuments.add, many, blind);
      expect(refused).toMatchObject({
        key: 'prepayment.short',
        message: "The member's balance is too low",
      });
      expect(refused.data).not.toHaveProperty('missing');
    }
    const { partnerId, payment } = await server.call(documentToConvert, {
      ids: sale.id,
      kind: 'retailBack',
    });
    expect({ partnerId, payment }).toEqual({ partnerId: shop.member, payment: 'prepaid' });
    await shop.goods(
      'retailBack',
      [{ ...line(one, '1', '20'), sourceDocumentId: sale.id, sourceLine: 1 }],
      { partnerId: shop.member, payment: 'prepaid' },
    );
    expect(await shop.purse('prepaid', shop.member)).toBe('-100');
    expect(await shop.purse('account', shop.bank)).toBe(bank);
    expect(await shop.broken()).toEqual([]);
  });

  test('a retail sale is paid in full or refused', async () => {
    const one = await stocked('10');
    const owed = await shop.purse('receivable', shop.member);
    const input = (more: object) =>
      shop.input('retailOut', [line(one, '2', '20')], { partnerId: shop.member, ...more });
    expect(await server.refusal(goodsDocuments.add, input({ received: '39.99' }))).toMatchObject({
      key: 'document.retailDebt',
      data: { missing: '0.01', field: 'received' },
    });
    const { id } = await server.call(goodsDocuments.add, input({ received: '50' }));
    expect(await info(id)).toMatchObject({ paidNow: '40', debt: '0' });
    expect(await shop.purse('receivable', shop.member)).toBe(owed);
  });

  test.each([
    [
      'less paid',
      { paidNow: '39.99' },
      'document.retailDebt',
      { missing: '0.01', field: 'paidNow' },
    ],
    ['more paid', { paidNow: '40.01' }, 'document.overpaid', { amount: '40', field: 'paidNow' }],
    ['a discount', { discount: '1' }, 'request.field', { field: 'discount' }],
    ['a rate of discount', { discountRate: '5' }, 'request.field', { field: 'discountRate' }],
    ['freight', { freight: '3' }, 'request.field', { field: 'freight' }],
    ['tax', { taxRate: '13' }, 'request.field', { field: 'taxRate', line: 1 }],
  ])('a retail sale has no %s', async (_, more, key, data) => {
    const { taxRate, ...head } = { taxRate: '0', ...more };
    const sold = { ...line(await stocked(), '2'), taxRate };
    expect(
      await server.refusal(goodsDocuments.add, shop.input('retailOut', [sold], head)),
    ).toMatchObject({ key, data });
    const plainly = { paidNow: '40', discount: '0', discountRate: '0' };
    const { id } = await shop.goods('retailOut', [{ ...sold, taxRate: '0' }], plainly);
    expect(await info(id)).toMatchObject({ paidNow: '40' });
  });

  test.each([
    ['otherIn', { discountRate: '5' }, 'discountRate'],
    ['otherOut', { taxRate: '13' }, 'taxRate'],
    ['purchaseRequest', { otherFees: '1' }, 'otherFees'],
    ['purchaseOrder', { freight: '3' }, 'freight'],
    ['saleBack', { depositUsed: '1' }, 'depositUsed'],
    ['saleOut', { depositTaken: '1' }, 'depositTaken'],
  ] as const)(
    'a document of kind %s with the unsupported field %o is refused, not stored without the field',
    async (kind, more, field) => {
      const { taxRate, ...head } = { taxRate: '0', ...more };
      const input = shop.input(kind, [{ ...line(await stocked(), '1', '20'), taxRate }], head);
      expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
        key: 'request.field',
        data: { field },
      });
    },
  );

  test('income, expenditure, transfers and split payments change the account balances', async () => {
    const one = await stocked('10');
    const [cash, bank] = [
      await shop.purse('account', shop.cash),
      await shop.purse('account', shop.bank),
    ];
    const plus = (from: string, amount: string) => decimal(from).plus(amount).toFixed();
    await shop.money('itemIn', [{ itemId: shop.incomeItem, amount: '50' }]);
    await shop.money('itemOut', [{ itemId: shop.expenseItem, amount: '10' }]);
    await shop.money('giro', [{ accountId: shop.bank, amount: '30' }]);
    expect(await shop.purse('account', shop.cash)).toBe(plus(cash, '10'));
    expect(await shop.purse('account', shop.bank)).toBe(plus(bank, '30'));
    const settlements = [
      { accountId: shop.cash, amount: '15' },
      { accountId: shop.bank, amount: '5' },
    ];
    await shop.goods('saleOut', [line(one, '1')], { settlements });
    expect(await shop.purse('account', shop.cash)).toBe(plus(cash, '25'));
    expect(
      (
        await server.refusal(moneyDocuments.add, {
          kind: 'giro',
          accountId: shop.bank,
          lines: [{ accountId: shop.bank, amount: '1' }],
        })
      ).key,
    ).toBe('money.sameAccount');
    expect(
      (
        await server.refusal(
          goodsDocuments.add,
          shop.input('saleOut', [line(one, '1')], { settlements: settlements.slice(1) }),
        )
      ).key,
    ).toBe('document.accountAmount');
    expect(await shop.broken()).toEqual([]);
  });
});

describe('a bill in another currency', () => {
  test('is booked at a first rate, settled at a second, and posts the exchange difference', async () => {
    const one = await shop.product();
    const foreign = { currency: 'EUR', exchangeRate: '7.13', partnerId: shop.otherSupplier };
    const before = Number(await shop.purse('payable', shop.otherSupplier));
    const receipt = await shop.goods(
      'purchaseIn',
      [{ ...line(one, '3', '33.33'), taxRate: '13' }],
      { ...foreign, discountRate: '3', otherFees: '7', paidNow: '10' },
    );
    const { debt } = await info(receipt.id);
    const lines = [{ settledDocumentId: receipt.id, amount: debt ?? '' }];
    const own = { kind: 'moneyOut', partnerId: shop.otherSupplier, accountId: shop.cash, lines };
    expect((await server.refusal(moneyDocuments.add, own)).key).toBe('document.sourceCurrency');
    await shop.money('moneyOut', lines, { ...foreign, exchangeRate: '7.2' });
    expect(await info(receipt.id)).toMatchObject({ openDebt: '0' });
    expect(Number(await shop.purse('payable', shop.otherSupplier))).toBe(before);
    expect(Number(await shop.purse('exchange'))).not.toBe(0);
    expect(await shop.broken()).toEqual([]);
  });
});

describe('lists', () => {
  test.each(kindCodes)(
    'the list of %s can be read with all filters and sorted by each sum',
    async (kind) => {
      const table = documentTables[kind];
      const values: Record<string, unknown> = {
        dates: ['2020-01-01', '2030-01-01'],
        flag: true,
      };
      const search = Object.fromEntries(
        Object.entries(table.filters).map(([name, filter]) => [
          name,
          filter.choices ?? values[filter.control] ?? (filter.control === 'text' ? 'x' : '1'),
        ]),
      );
      for (const one of [{ kind }, { kind, ...search }]) {
        const reply = await server.request('GET', table.path, {
          search: one,
          column: 'time',
          order: 'desc',
        });
        expect(reply.json()).toMatchObject({ code: 200 });
      }
      const sum = goodsKindCodes.includes(kind as never) ? 'totalQuantity' : 'number';
      const sorted = await server.request('GET', table.path, {
        search: { kind },
        column: sum,
        order: 'asc',
      });
      expect(sorted.statusCode).toBe(200);
    },
  );
});

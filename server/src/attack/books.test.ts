import {
  accounts,
  closePeriod,
  currentSettings,
  goodsDocuments,
  moneyDocuments,
  partners,
  reopenPeriod,
  services,
  updateSettings,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aStockedServer } from '../modules/document/testShop.ts';

const { server, shop, one, line } = await aStockedServer('1000');
afterEach(async () => {
  const broken = await shop.broken();
  if (broken.length > 0) throw new Error(`the books are broken: ${broken.join('; ')}`);
});

const refused = (kind: string, lines: readonly ReturnType<typeof line>[], more: object = {}) =>
  server.refusal(goodsDocuments.add, shop.input(kind, lines, more));
const info = (id: string) => server.call(goodsDocuments.info, { id });

/** A barcode of the product in a unit that holds one and a half pieces. */
async function oddBarcode(): Promise<string> {
  const code = String(Number(one.barcode) + 5);
  const { tenantId } = shop.company;
  await server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select product_id as id from sku where tenant_id = ${tenantId} and id = ${one.skuId}`.execute(
      tx,
    );
    await sql`insert into barcode (tenant_id, sku_id, product_id, code, unit, ratio, position)
      values (${tenantId}, ${one.skuId}, ${rows[0]?.id}, ${code}, 'odd', 1.5, 9)`.execute(tx);
  });
  return code;
}

describe('a quantity', () => {
  test('without an exact value in base units is refused', async () => {
    const barcode = await oddBarcode();
    const tiny = line('0.000001', '1', { barcode });
    expect(await refused('purchaseIn', [tiny, tiny])).toMatchObject({
      key: 'document.quantity',
      data: { field: 'quantity', line: 1 },
    });
    await shop.goods('purchaseIn', [line('3', '1', { barcode })]);
  });

  test('beyond the maximum of the books is refused as malformed', async () => {
    const most = '999999999999999999';
    expect((await refused('purchaseIn', [line(most, '0')])).status).toBe(400);
    expect((await refused('purchaseIn', [line(most, most)])).status).toBe(400);
    expect((await refused('purchaseIn', [line(most, '0', { barcode: one.box })])).status).toBe(400);
  });
});

describe('a line made from another', () => {
  test('names its source document and source line, or neither', async () => {
    const sale = await shop.goods('saleOut', [line('1')], { status: '1' });
    for (const half of [{ sourceDocumentId: sale.id }, { sourceLine: 1 }])
      expect(await refused('saleBack', [line('1', '20', half)])).toMatchObject({
        status: 400,
        data: { field: 'sourceLine', line: 1 },
      });
  });

  test('cannot return more than its source line, however many lines name the source line', async () => {
    const sale = await shop.goods('saleOut', [line('5')], { status: '1' });
    const from = { sourceDocumentId: sale.id, sourceLine: 1 };
    expect((await refused('saleBack', [line('3', '20', from), line('3', '20', from)])).key).toBe(
      'document.overLinked',
    );
    await shop.goods('saleBack', [line('3', '20', from), line('2', '20', from)]);
    expect((await refused('saleBack', [line('0.000001', '20', from)])).key).toBe(
      'document.overLinked',
    );
  });
});

describe('a serial', () => {
  test('has no comma, since commas separate serials in typed text', async () => {
    const { barcode } = await shop.product({ serials: true });
    const numbered = { ...line('1', '5'), barcode, allocations: [{ serials: ['A,B'] }] };
    expect(await refused('purchaseIn', [numbered])).toMatchObject({
      status: 400,
      data: { field: 'serials' },
    });
  });
});

describe('a document of goods', () => {
  test('is missing in the calls of money documents', async () => {
    const { id } = await shop.goods('saleOut', [line('1')]);
    for (const [endpoint, input] of [
      [moneyDocuments.info, { id }],
      [moneyDocuments.remove, { id }],
      [moneyDocuments.removeBatch, { ids: id }],
      [moneyDocuments.setStatus, { ids: id, status: '1' }],
    ] as const)
      expect(await server.refusal(endpoint, input)).toMatchObject({ status: 404 });
    expect(await info(id)).toMatchObject({ status: '0' });
  });
});

describe('a business time', () => {
  test.each([
    ['9999-12-31T23:59:59Z', 'date.outOfReach'],
    ['0001-01-01T00:00:00+15:00', 'date.outOfReach'],
    ['1899-12-31T00:00:00Z', 'date.outOfReach'],
    ['0000-01-01T00:00:00Z', 'request.field'],
  ])('a business time of %s is refused', async (time, key) => {
    expect(await refused('otherIn', [line('1', '0')], { time })).toMatchObject({
      status: 400,
      key,
      data: { field: 'time' },
    });
  });

  test('with any time zone offset is stored as the instant meant by the request', async () => {
    const time = '2024-01-02T20:00:00+23:00';
    const { id } = await shop.goods('otherIn', [line('1', '0')], { time });
    expect(await info(id)).toMatchObject({ time: '2024-01-01T21:00:00.000Z' });
  });
});

describe('another currency', () => {
  test.each(['', 'eu', 'EURO', '€', 'E\u0000R'])('%j is no currency', async (currency) => {
    const reply = await refused('purchaseIn', [line('1')], { currency, exchangeRate: '2' });
    expect(reply).toMatchObject({ status: 400, data: { field: 'currency' } });
  });

  test('may have value 0 in the company’s currency, and then moves no money', async () => {
    const before = await shop.purse('account', shop.cash);
    await shop.goods('purchaseIn', [line('1', '3')], { currency: 'VND', exchangeRate: '0.000001' });
    expect(await shop.purse('account', shop.cash)).toBe(before);
  });
});

describe('a number typed by hand', () => {
  /** Month of the company's time zone, as in the number of a document. */
  const monthOfCompany = (): string =>
    new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }).slice(2, 7).replace('-', '');
  const prefix = (): string => `QTRK${monthOfCompany()}`;
  const received = (number?: string) =>
    shop.goods('otherIn', [line('1', '0')], number === undefined ? {} : { number });

  test('a number typed by hand in the form of the counter is skipped by the counter', async () => {
    const { number } = await received();
    const next = (by: number): string =>
      `${prefix()}${String(Number(number.slice(-7)) + by).padStart(7, '0')}`;
    await received(next(2));
    expect((await received()).number).toBe(next(3));
  });

  test.each(['999999999999999', '1000000000000000', '99999999999999999999999'])(
    'a number typed by hand of %s never stops the counter',
    async (digits) => {
      // Typed or refused: what comes after it is counted all the same.
      const input = shop.input('otherIn', [line('1', '0')], { number: `${prefix()}${digits}` });
      await server.request('POST', goodsDocuments.add.path, input);
      const numbers = [await received(), await received()].map(({ number }) => number);
      expect(new Set(numbers).size).toBe(2);
    },
  );
});

describe('an opening balance', () => {
  test.each([
    [partners.add, { type: 'customer', openingReceivable: '0.005' }, 'openingReceivable'],
    [partners.add, { type: 'supplier', openingPayable: '0.004' }, 'openingPayable'],
    [accounts.add, { openingAmount: '-10.005' }, 'openingAmount'],
  ] as const)(
    'an opening balance with more decimals than the currency is refused (%#)',
    async (add, fields, field) => {
      const refusal = await server.refusal(add, { name: 'Half a cent', ...fields });
      expect(refusal).toMatchObject({ key: 'cell.decimals', data: { field } });
    },
  );

  test('is settled up to its amount, in any order of settlements', async () => {
    const { id } = await server.call(partners.add, {
      type: 'customer',
      name: 'Opened',
      openingReceivable: '100',
    });
    await shop.money('moneyIn', [{ amount: '60' }], { partnerId: id });
    const ends = await Promise.allSettled([
      shop.money('moneyIn', [{ amount: '40' }], { partnerId: id }),
      server.call(partners.update, {
        id,
        version: 1,
        type: 'customer',
        name: 'Opened',
        openingReceivable: '60',
      }),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a user without amount rights', () => {
  let blind: string;
  beforeAll(async () => {
    await server.addUser({ loginName: 'blind', role: 'manager', hideAmounts: true });
    blind = await server.signIn('blind');
    await server.arrange(shop.company, (tx) =>
      sql`insert into role_function (tenant_id, role_id, function_url, buttons)
        select ${shop.company.tenantId}, ${shop.company.roleIds.manager}, url, buttons from function
        on conflict do nothing`.execute(tx),
    );
  });
  const money = [
    'discount',
    'serviceCharge',
    'services',
    'serviceFees',
    'otherFees',
    'freight',
    'paidNow',
    'debt',
    'payable',
    'received',
    'changeGiven',
    'settlements',
  ] as const;
  const moneyOf = async (id: string) => {
    const shown = await info(id);
    return Object.fromEntries(money.map((name) => [name, shown[name]]));
  };

  test.each([
    ['a discount by amount', 'saleOut', { discount: '1.23', otherFees: '0.77', paidNow: '3' }],
    ['a service charge', 'saleOut', { serviceCharge: '0.37', freight: '1', paidNow: '0' }],
    [
      'services',
      'saleOut',
      async () => {
        const wrap = { name: 'Wrap of the attack', fee: '2.5', chargeMode: 'piece' as const };
        const { id } = await server.call(services.add, wrap);
        return { services: [{ serviceId: id, quantity: '3', fee: '2' }], paidNow: '0' };
      },
    ],
    ['cash and change', 'retailOut', { received: '500' }],
    [
      'several accounts',
      'saleOut',
      () => ({
        paidNow: '30',
        settlements: [
          { accountId: shop.cash, amount: '11' },
          { accountId: shop.bank, amount: '19' },
        ],
      }),
    ],
  ] as const)('changes a remark and leaves %s unchanged', async (_what, kind, given) => {
    const more = typeof given === 'function' ? await given() : given;
    const saved = await shop.goods(kind, [line('3', '33.33'), line('1', '7')], more);
    const before = await moneyOf(saved.id);
    const change = shop.input(kind, [line('3', '0', { line: 1 }), line('1', '0', { line: 2 })], {
      remark: 'new',
    });
    await server.call(goodsDocuments.update, { ...change, id: saved.id, version: 1 }, blind);
    expect(await moneyOf(saved.id)).toEqual(before);
    expect((await info(saved.id)).remark).toBe('new');
  });

  test('changes a money receipt and leaves its amounts unchanged', async () => {
    const bill = await shop.goods('saleOut', [line('2', '50')], { paidNow: '0' });
    const { id } = await shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: '60' }], {
      discount: '5',
    });
    const change = {
      kind: 'moneyIn',
      partnerId: shop.customer,
      accountId: shop.cash,
      remark: 'new',
      lines: [{ line: 1, settledDocumentId: bill.id, amount: '1' }],
    };
    await server.call(moneyDocuments.update, { ...change, id, version: 1 }, blind);
    expect(await server.call(moneyDocuments.info, { id })).toMatchObject({
      remark: 'new',
      discount: '5',
      paidNow: '55',
      lines: [{ amount: '60' }],
    });
  });

  test('sees no amount in a refusal', async () => {
    const { id: member } = await server.call(partners.add, { type: 'member', name: 'Poor member' });
    const bill = await shop.goods('saleOut', [line('2', '50')], { paidNow: '0' });
    const dear = await shop.product({ minimum: '123.45', sale: '20' });
    const refusals = [
      await server.refusal(
        goodsDocuments.add,
        shop.input('retailOut', [line('1', '0')], { partnerId: member, payment: 'prepaid' }),
        blind,
      ),
      await server.refusal(
        goodsDocuments.add,
        shop.input('saleOut', [{ ...line('1', '0'), barcode: dear.barcode }]),
        blind,
      ),
      await server.refusal(
        moneyDocuments.add,
        {
          kind: 'moneyIn',
          partnerId: shop.customer,
          accountId: shop.cash,
          lines: [{ settledDocumentId: bill.id, amount: '100000' }],
        },
        blind,
      ),
    ];
    expect(refusals.map(({ key }) => key)).toEqual([
      'prepayment.short',
      'document.belowMinimum',
      'settlement.over',
    ]);
    for (const { message, data } of refusals) {
      expect(message).not.toMatch(/\b(123\.45|100|25)\b/);
      expect(data).not.toHaveProperty('missing');
      expect(data).not.toHaveProperty('minimum');
      expect(data).not.toHaveProperty('left');
    }
  });
});

describe('settings', () => {
  test('a time zone unknown to the database is refused', async () => {
    const { version } = await server.call(currentSettings, {});
    for (const timeZone of ['+05:00', 'Mars/Olympus', '', 'posix/UTC\u0000']) {
      const reply = await server.refusal(updateSettings, { version, timeZone });
      expect([timeZone, reply.status, reply.data['field']]).toEqual([timeZone, 400, 'timeZone']);
    }
  });

  test('invalid days are refused by their field', async () => {
    expect(await server.refusal(closePeriod, { until: '2024-02-31' })).toMatchObject({
      status: 400,
      data: { field: 'until' },
    });
  });

  test('documents allowed by a former setting stay valid and can be deleted', async () => {
    const short = await shop.product();
    const sold = { ...line('5'), barcode: short.barcode };
    await shop.set({ negative_stock: true });
    const { id } = await shop.goods('saleOut', [sold]);
    await shop.set({ negative_stock: false });
    expect((await refused('saleOut', [sold])).key).toBe('stock.shortage');
    await shop.goods('purchaseIn', [{ ...sold, quantity: '2', unitPrice: '7' }]);
    await server.call(goodsDocuments.remove, { id });
    await shop.set({ force_approval: true });
    const draft = await shop.goods('saleOut', [{ ...sold, quantity: '2' }]);
    await shop.set({ force_approval: false });
    const taken = await shop.goods('saleOut', [{ ...sold, quantity: '2' }]);
    expect(
      (await server.refusal(goodsDocuments.setStatus, { ids: draft.id, status: '1' })).key,
    ).toBe('stock.shortage');
    await server.call(goodsDocuments.remove, { id: taken.id });
    await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '1' });
    await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '0' });
    await server.call(goodsDocuments.remove, { id: draft.id });
    expect(await shop.stock(short)).toBe('2');
  });
});

describe('the books stay consistent', () => {
  test('when a count finds nothing', async () => {
    await shop.goods('stockCount', [line('0')]);
    expect(await shop.broken()).toEqual([]);
  });

  test('when a number is typed in another form than the kind’s own', async () => {
    const { number } = await shop.goods('otherIn', [line('1')]);
    const period = number.slice('QTRK'.length, 'QTRK'.length + 4);
    await shop.goods('otherIn', [line('1')], { number: `SO${period}9000123` });
    expect(await shop.broken()).toEqual([]);
  });
});

test('an opening amount on a closed day is refused as closed, also for today', async () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await server.call(closePeriod, { until: today, confirmed: true });
  expect(
    await server.refusal(accounts.add, { name: 'Opened too late', openingAmount: '5' }),
  ).toMatchObject({ key: 'document.periodClosed', data: { date: today } });
  await server.call(reopenPeriod, { until: null, reason: 'the test is over' });
});

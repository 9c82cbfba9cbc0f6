// Refunds of unused deposits, to a customer or from a supplier.
import {
  customerFlowTable,
  customerStatementTable,
  debtTable,
  exportTenant,
  goodsDocuments,
  importTenant,
  moneyDocuments,
  orderCalls,
  partners,
  recountDeposits,
} from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { decimal, kindCodes, toPlainDecimal, sum } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Refused, sampledRuns } from '../../../testing.ts';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
await shop.set({ multi_account: true });
await shop.goods('purchaseIn', [lineOf(product, '1000', '1')], { status: '1' });

/** A partner of this test alone, so that its purses begin at nothing. */
const aPartner = (type: string): Promise<string> =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into partner (tenant_id, type, name)
      values (${shop.company.tenantId}, ${type}, ${`${type} ${crypto.randomUUID()}`}) returning id`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });

const sides = [
  ['saleOrder', 'saleOut', 'depositOut', 'customer', 'receivable', -1],
  ['purchaseOrder', 'purchaseIn', 'depositIn', 'supplier', 'payable', 1],
] as const;
const euros = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
const approved = { status: '1' } as const;
const from = ({ id }: Saved) => ({ sourceDocumentId: id, sourceLine: 1 });
const order = (kind: string, deposit: string, more = {}) =>
  shop.goods(kind, [lineOf(product, '100', '1')], { ...approved, depositTaken: deposit, ...more });
const deliver = (kind: string, of: Saved, amount: string, used: string, more = {}) =>
  shop.goods(kind, [lineOf(product, amount, '1', from(of))], {
    paidNow: '0',
    depositUsed: used,
    ...more,
  });
const giveBack = (kind: string, of: Saved, amount: string, more = {}) =>
  shop.money(kind, [{ settledDocumentId: of.id, amount }], more);
const info = ({ id }: Saved) => server.call(goodsDocuments.info, { id });
const refund = ({ id }: Saved) => server.call(moneyDocuments.info, { id });
const left = async (of: Saved) => (await info(of)).depositLeft;
const close = ({ id }: Saved) => server.call(orderCalls.complete, { ids: id });
const cancel = ({ id }: Saved) => server.call(orderCalls.cancel, { ids: id, reason: 'no need' });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refused) return error.refusal;
  throw new Error('it was not refused', { cause: error });
};

test('an order with a fully refunded deposit returns to its first stage, also in the list', async () => {
  const stages = async (of: Saved) => {
    const { rows } = (
      await server.request('GET', '/depotHead/list', {
        search: JSON.stringify({ kind: 'saleOrder', number: of.number }),
      })
    ).json<{ data: { rows: { stage: string }[] } }>().data;
    return [(await info(of)).life?.stage, rows[0]?.stage];
  };
  const ordered = await order('saleOrder', '100', { partnerId: await aPartner('customer') });
  const { partnerId } = await info(ordered);
  expect(await stages(ordered)).toEqual(['60', '60']);
  await giveBack('depositOut', ordered, '40', { partnerId });
  expect(await stages(ordered)).toEqual(['20', '20']);
  const rest = await giveBack('depositOut', ordered, '60', { partnerId });
  expect(await stages(ordered)).toEqual(['10', '10']);
  await server.call(moneyDocuments.remove, { id: rest.id });
  expect(await stages(ordered)).toEqual(['20', '20']);
});

describe.each(sides)(
  'the unused part of the deposit of a %s',
  (kind, child, back, type, debt, sign) => {
    test('a deposit is refunded once its order is delivered in part and closed', async () => {
      const partnerId = await aPartner(type);
      const till = async () => decimal(await shop.purse('account', shop.cash));
      const before = await till();
      const ordered = await order(kind, '100', { partnerId });
      await deliver(child, ordered, '40', '40', { partnerId });
      await close(ordered);
      expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual([
        '60',
        String(60 * sign),
      ]);
      const saved = await giveBack(back, ordered, '25', { partnerId, remark: 'a part' });
      expect(await left(ordered)).toBe('35');
      const rest = await giveBack(back, ordered, '35', { partnerId, ...approved });
      expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual(['0', '0']);
      expect(toPlainDecimal((await till()).minus(before))).toBe(String(-40 * sign));
      expect(await refund(rest)).toMatchObject({
        kind: back,
        status: '1',
        paidNow: '35',
        lines: [
          { settledNumber: ordered.number, settledDebt: '100', settledBefore: '65', amount: '35' },
        ],
        sources: [{ id: ordered.id }],
      });
      expect((await info(ordered)).settlingDocuments).toMatchObject([
        { id: saved.id, kind: back, amount: '25' },
        { id: rest.id, kind: back, amount: '35' },
      ]);
      expect(await server.call(recountDeposits, { ids: ordered.id })).toEqual({ changed: 0 });
      expect(await shop.broken()).toEqual([]);
    });

    test('a deposit is open again when its refund is reduced or deleted', async () => {
      const partnerId = await aPartner(type);
      const ordered = await order(kind, '100', { partnerId });
      const saved = await giveBack(back, ordered, '100', { partnerId, ...approved });
      expect((await refusal(server.call(moneyDocuments.remove, { id: saved.id }))).key).toBe(
        'document.deleteApproved',
      );
      await server.call(moneyDocuments.setStatus, { ids: saved.id, status: '0' });
      const change = (amount: string, version: number) =>
        server.call(moneyDocuments.update, {
          id: saved.id,
          version,
          kind: back,
          partnerId,
          accountId: shop.bank,
          lines: [{ line: 1, settledDocumentId: ordered.id, amount }],
        });
      const { version } = await change('70', (await refund(saved)).version);
      expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual([
        '30',
        String(30 * sign),
      ]);
      expect(await refusal(change('100.01', version))).toMatchObject({
        key: 'settlement.over',
        data: { left: '100', field: 'amount', line: 1 },
      });
      await server.call(moneyDocuments.remove, { id: saved.id });
      expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual([
        '100',
        String(100 * sign),
      ]);
      expect(await shop.broken()).toEqual([]);
    });

    // rate it was taken at, uses and refunds at the rates of their own
    test.each<[string, readonly (readonly ['use' | 'back', string, string])[]]>([
      ['8', [['back', '8', '100']]],
      ['8', [['back', '9', '100']]],
      [
        '1',
        [
          ['use', '1.1', '40'],
          ['back', '1', '60'],
        ],
      ],
      [
        '1.1',
        [
          ['back', '1.1', '33.33'],
          ['use', '1.2', '33.33'],
          ['back', '1.1', '33.34'],
        ],
      ],
      [
        '0.123457',
        [
          ['back', '0.123457', '0.01'],
          ['back', '7.5', '49.99'],
          ['use', '0.1', '50'],
        ],
      ],
    ])('a deposit taken at the rate %s has the balance 0 after %j', async (rate, steps) => {
      const partnerId = await aPartner(type);
      const own = { partnerId };
      const ordered = await order(kind, '100', { ...own, ...euros(rate) });
      for (const [step, now, amount] of steps) {
        const more = { ...own, ...euros(now) };
        if (step === 'use') await deliver(child, ordered, amount, amount, more);
        else await giveBack(back, ordered, amount, more);
      }
      expect([await shop.purse('deposit', partnerId), await shop.purse(debt, partnerId)]).toEqual([
        '0',
        '0',
      ]);
      expect(await shop.broken()).toEqual([]);
    });

    test('deposits of two orders, taken at different rates, are refunded by a single document', async () => {
      const partnerId = await aPartner(type);
      const one = await order(kind, '33.33', { partnerId, ...euros('1.1') });
      const two = await order(kind, '66.67', { partnerId, ...euros('1.3') });
      await shop.money(
        back,
        [one, two].map(({ id }, at) => ({
          settledDocumentId: id,
          amount: at === 0 ? '33.33' : '66.67',
        })),
        { partnerId, ...euros('1.2') },
      );
      expect(await shop.purse('deposit', partnerId)).toBe('0');
      expect(await shop.broken()).toEqual([]);
    });

    test('a deposit is refunded only in its own currency', async () => {
      const partnerId = await aPartner(type);
      const ordered = await order(kind, '100', { partnerId, ...euros('8') });
      for (const currency of [{ currency: 'JPY', exchangeRate: '8' }, {}]) {
        expect(
          await refusal(giveBack(back, ordered, '100', { partnerId, ...currency })),
        ).toMatchObject({
          key: 'document.sourceCurrency',
          data: { number: ordered.number, currency: 'EUR', field: 'settledDocumentId', line: 1 },
        });
      }
    });

    test('an open deposit is listed, prevents cancelling, and cannot fall below its refunds', async () => {
      const partnerId = await aPartner(type);
      const open = async () => {
        const search = JSON.stringify({ kind: back, organId: partnerId });
        const reply = await server.request('GET', debtTable.path, {
          search,
          currentPage: 1,
          pageSize: 10,
        });
        return reply.json<{ data: { rows: unknown[] } }>().data.rows;
      };
      const ordered = await order(kind, '50', { partnerId });
      expect(await open()).toMatchObject([
        { number: ordered.number, kind, debt: '50', settled: '0', openDebt: '50', opening: false },
      ]);
      expect((await refusal(cancel(ordered))).key).toBe('order.depositKept');
      const first = await giveBack(back, ordered, '20', { partnerId });
      expect(await open()).toMatchObject([{ debt: '50', settled: '20', openDebt: '30' }]);
      expect((await refusal(cancel(ordered))).key).toBe('order.depositKept');

      await server.call(goodsDocuments.setStatus, { ids: ordered.id, status: '0' });
      const change = async (more: object) =>
        server.call(goodsDocuments.update, {
          ...shop.input(kind, [lineOf(product, '100', '1', { line: 1 })], { partnerId, ...more }),
          id: ordered.id,
          version: (await info(ordered)).version,
        });
      const refused = { key: 'document.isSettled', data: { settling: first.number } };
      expect(await refusal(change({ depositTaken: '19.99' }))).toMatchObject(refused);
      expect(await refusal(change({ depositTaken: '50', ...euros('8') }))).toMatchObject(refused);
      const other = { depositTaken: '50', partnerId: await aPartner(type) };
      expect(await refusal(change(other))).toMatchObject(refused);
      expect(await refusal(server.call(goodsDocuments.remove, { id: ordered.id }))).toMatchObject(
        refused,
      );
      await change({ depositTaken: '20' });
      await server.call(goodsDocuments.setStatus, { ids: ordered.id, status: '1' });

      expect(await open()).toEqual([]);
      await cancel(ordered);
      expect(await info(ordered)).toMatchObject({ closed: true, depositLeft: '0' });
      expect(await shop.purse('deposit', partnerId)).toBe('0');
      expect(await shop.broken()).toEqual([]);
    });

    test('a deposit cannot be both refunded and used by a delivery', async () => {
      const partnerId = await aPartner(type);
      const ordered = await order(kind, '100', { partnerId });
      const delivered = await deliver(child, ordered, '10', '10', { partnerId });
      await close(ordered);
      await giveBack(back, ordered, '90', { partnerId });
      await server.call(orderCalls.unfreeze, { ids: ordered.id });
      expect(await refusal(deliver(child, ordered, '5', '0.01', { partnerId }))).toMatchObject({
        key: 'deposit.exceeded',
        data: { left: '0' },
      });
      expect((await refusal(giveBack(back, ordered, '0.01', { partnerId }))).key).toBe(
        'settlement.over',
      );
      await server.call(goodsDocuments.remove, { id: delivered.id });
      expect(await left(ordered)).toBe('10');
      await giveBack(back, ordered, '10', { partnerId });
      expect(await shop.purse('deposit', partnerId)).toBe('0');
      expect(await shop.broken()).toEqual([]);
    });

    test('concurrent refunds and deliveries together never exceed the deposit', async () => {
      for (let round = 0; round < 4; round += 1) {
        const partnerId = await aPartner(type);
        const ordered = await order(kind, '50', { partnerId });
        const calls = Array.from({ length: 6 }, (_, at) =>
          at % 2 === 0
            ? giveBack(back, ordered, '20', { partnerId })
            : deliver(child, ordered, '20', '20', { partnerId }),
        );
        const ends = await Promise.allSettled(calls);
        const lost = ends.flatMap((end) =>
          end.status === 'rejected' && end.reason instanceof Refused
            ? [end.reason.refusal.key]
            : [],
        );
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
        expect(lost).toHaveLength(4);
        expect(new Set(['deposit.exceeded', 'settlement.over', ...lost]).size).toBe(2);
        expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual([
          '10',
          String(10 * sign),
        ]);
      }
      expect(await shop.broken()).toEqual([]);
    });

    test('a deposit is never returned twice by a refund and a concurrent change of the order', async () => {
      for (let round = 0; round < 4; round += 1) {
        const partnerId = await aPartner(type);
        const ordered = await order(kind, '50', { partnerId, status: '0' });
        const change = server.call(goodsDocuments.update, {
          ...shop.input(kind, [lineOf(product, '100', '1', { line: 1 })], { partnerId }),
          id: ordered.id,
          version: ordered.version,
          depositTaken: '0',
        });
        const ends = await Promise.allSettled([
          change,
          giveBack(back, ordered, '50', { partnerId }),
          server.call(goodsDocuments.remove, { id: ordered.id }),
        ]);
        expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
        expect(await shop.purse('deposit', partnerId)).toBe('0');
      }
      expect(await shop.broken()).toEqual([]);
    });

    test('several refunds of a deposit are approved together and deleted together', async () => {
      const partnerId = await aPartner(type);
      const one = await order(kind, '50', { partnerId });
      const two = await order(kind, '30', { partnerId });
      const refunds = [
        await giveBack(back, one, '20', { partnerId }),
        await giveBack(back, two, '30', { partnerId }),
        await giveBack(back, one, '30', { partnerId }),
      ];
      const ids = refunds.map(({ id }) => id).join(',');
      await server.call(moneyDocuments.setStatus, { ids, status: '1' });
      await server.call(moneyDocuments.setStatus, { ids, status: '0' });
      await cancel(one);
      await server.call(moneyDocuments.removeBatch, { ids });
      expect([await left(one), await left(two), await shop.purse('deposit', partnerId)]).toEqual([
        '50',
        '30',
        String(80 * sign),
      ]);
      // It was given back by mistake: what a cancelled order keeps can still be given back.
      await giveBack(back, one, '50', { partnerId });
      expect(await shop.purse('deposit', partnerId)).toBe(String(30 * sign));
      expect(await shop.broken()).toEqual([]);
    });

    describe('a deposit kept as overpayment', () => {
      const settling = type === 'customer' ? 'moneyIn' : 'moneyOut';
      const keep = (of: Saved, amount: string, kept: string, more = {}) =>
        shop.money(back, [{ settledDocumentId: of.id, amount }, { amount: `-${kept}` }], more);
      const bill = (amount: string, more: object) =>
        shop.goods(child, [lineOf(product, amount, '1')], { paidNow: '0', ...more });
      const beside = async (partnerId: string) => {
        const search = JSON.stringify({ kind: settling, organId: partnerId });
        const reply = await server.request('GET', debtTable.path, { search });
        const { rows } = reply.json<{ data: { rows: Record<string, unknown>[] } }>().data;
        return rows.filter((row) => row['opening'] === true).map((row) => row['openDebt']);
      };

      /** What a statement says that was added and settled, and what opens behind the first. */
      const statement = async (partnerId: string) => {
        const read = async (path: string, search: object) => {
          const reply = await server.request('GET', path, { search: JSON.stringify(search) });
          return reply.json<{ data: { rows: Record<string, string>[] } }>().data.rows;
        };
        const own = { supplierType: type, organId: partnerId };
        const [row] = await read(customerStatementTable.path, own);
        const kinds = kindCodes.filter((code) => code !== settling);
        const flow = await read(customerFlowTable.path, { ...own, kinds });
        return {
          newDebt: row?.['newDebt'],
          settled: row?.['settled'],
          flow: toPlainDecimal(sum(flow.map(({ amount }) => decimal(amount ?? '0')))),
        };
      };

      test('a kept deposit settles later bills, and its document is then locked', async () => {
        const partnerId = await aPartner(type);
        const till = async () => decimal(await shop.purse('account', shop.cash));
        const before = await till();
        const ordered = await order(kind, '100', { partnerId });
        const kept = await keep(ordered, '100', '70', { partnerId });
        expect(toPlainDecimal((await till()).minus(before))).toBe(String(-70 * sign));
        expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual(['0', '0']);
        expect(await shop.purse(debt, partnerId)).toBe(String(70 * sign));
        expect(await beside(partnerId)).toEqual(['-70']);
        expect((await refund(kept)).lines).toMatchObject([
          { settledNumber: ordered.number, amount: '100' },
          { settledDocumentId: null, amount: '-70' },
        ]);

        // As a deposit that a bill uses does, it takes from what the period adds, and nothing was received for it.
        expect(await statement(partnerId)).toEqual({ newDebt: '-70', settled: '0', flow: '-70' });

        const { id } = await bill('80', { partnerId });
        const used = [{ settledDocumentId: id, amount: '80' }];
        expect(
          await refusal(shop.money(settling, [...used, { amount: '-70.01' }], { partnerId })),
        ).toMatchObject({ key: 'settlement.over', data: { left: '-70' } });
        const paid = await shop.money(settling, [...used, { amount: '-70' }], { partnerId });
        expect((await refund(paid)).lines).toMatchObject([{}, { settledBefore: '70' }]);
        expect([await beside(partnerId), await shop.purse(debt, partnerId)]).toEqual([[], '0']);
        expect((await refusal(server.call(moneyDocuments.remove, { id: kept.id }))).key).toBe(
          'settlement.keptUsed',
        );
        await server.call(moneyDocuments.remove, { id: paid.id });
        await server.call(moneyDocuments.remove, { id: kept.id });
        expect([await left(ordered), await beside(partnerId)]).toEqual(['100', []]);
        expect(await shop.broken()).toEqual([]);
      });

      test('a kept deposit has its own currency, and the exchange rate of the refund', async () => {
        const partnerId = await aPartner(type);
        const ordered = await order(kind, '33.33', { partnerId, ...euros('1.1') });
        await keep(ordered, '33.33', '33.33', { partnerId, accountId: null, ...euros('1.21') });
        expect(await shop.purse('deposit', partnerId)).toBe('0');
        // 33.33 × 1.21
        expect(await shop.purse(debt, partnerId)).toBe(
          toPlainDecimal(decimal('40.33').times(sign)),
        );
        const { id } = await bill('33.33', { partnerId, ...euros('1.3') });
        const lines = [{ settledDocumentId: id, amount: '33.33' }, { amount: '-33.33' }];
        await shop.money(settling, lines, { partnerId, ...euros('1.4') });
        expect([await beside(partnerId), await shop.purse(debt, partnerId)]).toEqual([[], '0']);
        expect(await shop.broken()).toEqual([]);
      });

      test('a kept deposit settles the opening balance, and never exceeds the refund', async () => {
        const opening = type === 'customer' ? 'openingReceivable' : 'openingPayable';
        const input = { type, name: crypto.randomUUID(), [opening]: '30' };
        const partnerId = (await server.call(partners.add, input)).id;
        const ordered = await order(kind, '50', { partnerId });
        expect((await refusal(keep(ordered, '50', '50.01', { partnerId }))).key).toBe(
          'document.negativeAmount',
        );
        expect(
          (await refusal(shop.money(back, [{ amount: '-1' }], { partnerId, accountId: null }))).key,
        ).toBe('document.negativeAmount');
        await keep(ordered, '20', '20', { partnerId });
        expect(await beside(partnerId)).toEqual(['10']);
        await keep(ordered, '30', '30', { partnerId });
        expect(await beside(partnerId)).toEqual(['-20']);
        expect(await shop.broken()).toEqual([]);
      });

      test('concurrent calls never keep more than the deposit, and drafts settle no bills', async () => {
        const partnerId = await aPartner(type);
        const ordered = await order(kind, '50', { partnerId });
        const ends = await Promise.allSettled(
          Array.from({ length: 6 }, () => keep(ordered, '20', '20', { partnerId })),
        );
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
        expect(await beside(partnerId)).toEqual(['-40']);
        await shop.set({ force_approval: true });
        const draft = await keep(ordered, '10', '10', { partnerId });
        expect([await beside(partnerId), await left(ordered)]).toEqual([['-40'], '0']);
        const { id } = await bill('50', { partnerId, ...approved });
        const use = (amount: string) =>
          shop.money(settling, [{ settledDocumentId: id, amount: '50' }, { amount }], {
            partnerId,
            ...approved,
          });
        expect((await refusal(use('-50'))).key).toBe('settlement.over');
        await server.call(moneyDocuments.setStatus, { ids: draft.id, status: '1' });
        await use('-50');
        expect(
          (await refusal(server.call(moneyDocuments.setStatus, { ids: draft.id, status: '0' })))
            .key,
        ).toBe('settlement.keptUsed');
        await shop.set({ force_approval: false });
        expect(await shop.broken()).toEqual([]);
      });
    });

    test('a refund waiting for approval reserves its part of the deposit', async () => {
      const partnerId = await aPartner(type);
      const ordered = await order(kind, '30', { partnerId });
      await shop.set({ force_approval: true });
      const saved = await giveBack(back, ordered, '30', { partnerId });
      expect([await left(ordered), await shop.purse('deposit', partnerId)]).toEqual([
        '0',
        String(30 * sign),
      ]);
      expect((await refund(saved)).lines).toMatchObject([
        { settledDebt: '30', settledBefore: '0' },
      ]);
      expect((await refusal(giveBack(back, ordered, '1', { partnerId }))).key).toBe(
        'settlement.over',
      );
      await server.call(moneyDocuments.setStatus, { ids: saved.id, status: '1' });
      expect(await shop.purse('deposit', partnerId)).toBe('0');
      await shop.set({ force_approval: false });
      expect(await shop.broken()).toEqual([]);
    });

    test('a refund requires an order of its partner, amounts above 0 and an open period', async () => {
      const [partnerId, other] = [await aPartner(type), await aPartner(type)];
      const ordered = await order(kind, '30', { partnerId });
      const bill = await shop.goods(child, [lineOf(product, '1', '1')], {
        partnerId,
        paidNow: '0',
      });
      const field = { field: 'settledDocumentId', line: 1 };
      expect(await refusal(giveBack(back, ordered, '1', { partnerId: other }))).toMatchObject({
        key: 'settlement.partner',
        data: { number: ordered.number, ...field },
      });
      expect(await refusal(giveBack(back, bill, '1', { partnerId }))).toMatchObject({
        key: 'settlement.kind',
        data: field,
      });
      const settling = type === 'customer' ? 'moneyIn' : 'moneyOut';
      expect((await refusal(giveBack(settling, ordered, '1', { partnerId }))).key).toBe(
        'settlement.kind',
      );
      expect(await refusal(shop.money(back, [{ amount: '1' }], { partnerId }))).toMatchObject({
        key: 'deposit.orderMissing',
        data: field,
      });
      const lines = ['0', '-5'].map((amount) => ({ settledDocumentId: ordered.id, amount }));
      const more = await order(kind, '30', { partnerId });
      for (const line of lines)
        expect(
          await refusal(
            shop.money(back, [{ settledDocumentId: more.id, amount: '10' }, line], { partnerId }),
          ),
        ).toMatchObject({ key: 'settlement.amount', data: { field: 'amount', line: 2 } });
      await shop.set({ closed_until: '2025-03-31' });
      const before = { partnerId, time: '2025-03-31T04:00:00Z' };
      expect((await refusal(giveBack(back, ordered, '1', before))).key).toBe(
        'document.periodClosed',
      );
      await shop.set({ closed_until: null });
    });
  },
);

test('a deposit used up and refunded at any exchange rates has the balance 0', async () => {
  const aRate = fc
    .integer({ min: 1, max: 9_000_000 })
    .map((whole) => toPlainDecimal(decimal(whole).times('1e-6')));
  const aStep = fc.tuple(fc.boolean(), aRate, fc.integer({ min: 1, max: 9999 }));
  await fc.assert(
    fc.asyncProperty(
      aRate,
      fc.array(aStep, { minLength: 1, maxLength: 4 }),
      async (rate, steps) => {
        const partnerId = await aPartner('customer');
        const cents = (count: number) => toPlainDecimal(decimal(count).dividedBy(100));
        const whole = cents(steps.reduce((sum, [, , count]) => sum + count, 0));
        const ordered = await order('saleOrder', whole, { partnerId, ...euros(rate) });
        for (const [used, now, count] of steps) {
          const more = { partnerId, ...euros(now) };
          const amount = cents(count);
          if (used) await deliver('saleOut', ordered, amount, amount, more);
          else await giveBack('depositOut', ordered, amount, more);
        }
        expect(await shop.purse('deposit', partnerId)).toBe('0');
        expect(await shop.purse('receivable', partnerId)).toBe('0');
      },
    ),
    { numRuns: sampledRuns(2, 6) },
  );
  expect(await shop.broken()).toEqual([]);
});

describe('refunding a deposit', () => {
  const asked = (of: Saved, partnerId: string, amount: string) => ({
    kind: 'depositOut',
    partnerId,
    accountId: shop.cash,
    lines: [{ settledDocumentId: of.id, amount }],
  });

  test('a refund requires its page and access to the order, and reveals no hidden amount', async () => {
    const partnerId = await aPartner('customer');
    const ordered = await order('saleOrder', '30', { partnerId });
    const orders = await asRole(shop, 'orders-only', { pages: ['/bill/sale_order'] });
    expect(
      await server.refusal(moneyDocuments.add, asked(ordered, partnerId, '1'), orders),
    ).toMatchObject({ key: 'access.denied' });
    const search = JSON.stringify({ kind: 'depositOut' });
    const list = await server.request('GET', debtTable.path, { search }, orders);
    expect(list.json<{ data: { key: string } }>().data).toMatchObject({ key: 'access.denied' });

    const own = await asRole(shop, 'own-refunds', {
      scope: 'own',
      pages: ['/financial/deposit_out'],
    });
    expect(
      await server.refusal(moneyDocuments.add, asked(ordered, partnerId, '1'), own),
    ).toMatchObject({ key: 'record.missing' });

    const blind = await asRole(shop, 'blind-refunds', {
      hidden: ['money'],
      pages: ['/financial/deposit_out'],
    });
    const refused = await server.refusal(
      moneyDocuments.add,
      asked(ordered, partnerId, '31'),
      blind,
    );
    expect(refused).toMatchObject({ key: 'settlement.over' });
    expect(JSON.stringify(refused)).not.toContain('30');
    const { id } = await server.call(moneyDocuments.add, asked(ordered, partnerId, '10'), blind);
    expect(await server.call(moneyDocuments.info, { id }, blind)).toMatchObject({
      paidNow: null,
      lines: [{ amount: null, settledDebt: null, settledBefore: null }],
    });
    expect(await left(ordered)).toBe('20');
  });
});

test('a company with refunded deposits is exported and restored unchanged', async () => {
  const operator = await server.signIn('admin');
  const file = await server.request(
    'GET',
    exportTenant.path,
    { id: shop.company.tenantId },
    operator,
  );
  expect(file.statusCode).toBe(200);
  const restored: ReplyOf<typeof importTenant> = await server.upload(
    importTenant,
    { name: 'company.gz', bytes: file.rawPayload },
    { code: 'refunded' },
    operator,
  );
  expect(restored.found).toEqual([]);
  expect(await shop.broken()).toEqual([]);
});

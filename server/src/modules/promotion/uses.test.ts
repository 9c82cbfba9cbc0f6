// Histories of sales, orders, deliveries and returns: uses of a promotion equal the documents in force.
import { goodsDocuments, offerPromotions, orderCalls, promotions } from '@tradehouse/contract';
import { sql } from 'kysely';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampledRuns } from '../../testing.ts';
import { aShopServer, asRole } from '../document/testShop.ts';
import type { TestProduct } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
/** Discounted units that a customer may have; the promotion takes 1 off each. */
const LIMIT = 3;

let cup: TestProduct;
/** Replaces the promotion and its goods. */
async function beginPromotion(): Promise<void> {
  const { tenantId } = shop.company;
  await shop.rows(sql`update promotion set enabled = false where tenant_id = ${tenantId}`);
  cup = await shop.product({ sale: '10' });
  await shop.goods('purchaseIn', [{ barcode: cup.barcode, quantity: '999', unitPrice: '1' }], {
    status: '1',
  });
  const barcodeId = await shop.barcodeId(cup.barcode);
  await server.call(promotions.add, {
    name: `One off ${cup.barcode}`,
    promotionKind: 'amount',
    amount: '1',
    mostPerCustomer: String(LIMIT),
    goods: [{ barcodeId, quantity: '1' }],
  });
}
beforeEach(beginPromotion);

/** Uses left for the customer. */
async function usesLeft(): Promise<number> {
  const { lines } = await server.call(offerPromotions, {
    kind: 'saleOut',
    partnerId: shop.customer,
    lines: [{ barcode: cup.barcode, quantity: '99', regularPrice: '10' }],
  });
  return Number(lines[0]?.discount);
}
type Line = Parameters<typeof shop.goods>[1][number];
const promoted = (quantity: number): Line => ({
  barcode: cup.barcode,
  quantity: String(quantity),
  regularPrice: '10',
});
const from = (id: string, quantity: number): Line => ({
  barcode: cup.barcode,
  quantity: String(quantity),
  unitPrice: '1',
  sourceDocumentId: id,
  sourceLine: 1,
});
const add = async (kind: string, line: Line): Promise<string> =>
  (await shop.goods(kind, [line], { status: '1', paidNow: '0' })).id;
/** Deletes a document, of which a draft would still be in force. */
async function takeBack(ids: string): Promise<void> {
  await server.call(goodsDocuments.setStatus, { ids, status: '0' });
  await server.call(goodsDocuments.removeBatch, { ids });
}
/** Adds a return in force, ready to be deleted. */
const addBack = async (id: string, quantity: number): Promise<string> =>
  (await shop.goods('saleBack', [from(id, quantity)], { paidNow: '0' })).id;

describe('a customer with all uses of a promotion', () => {
  test('cannot have the return of an earlier sale taken back', async () => {
    const first = await add('saleOut', promoted(LIMIT));
    const back = await addBack(first, LIMIT);
    const second = await add('saleOut', promoted(1));
    expect(await usesLeft()).toBe(LIMIT - 1);
    expect(await server.refusal(goodsDocuments.removeBatch, { ids: back })).toMatchObject({
      key: 'promotion.usedAgain',
    });
    await takeBack(second);
    await server.call(goodsDocuments.removeBatch, { ids: back });
    expect(await usesLeft()).toBe(0);
  });

  test('cannot have an order without a delivery reopened', async () => {
    const order = await add('saleOrder', promoted(LIMIT));
    await server.call(orderCalls.complete, { ids: order });
    await add('saleOut', promoted(LIMIT));
    expect(await server.refusal(orderCalls.unfreeze, { ids: order })).toMatchObject({
      key: 'promotion.usedAgain',
    });
    expect(await usesLeft()).toBe(0);
  });

  test('cannot become the customer of a promoted document by a user without amounts', async () => {
    await add('saleOut', promoted(LIMIT));
    const other = { partnerId: shop.otherCustomer };
    const order = await shop.goods('saleOrder', [promoted(2)], other);
    const blind = await asRole(shop, 'no-sale', { pages: ['/bill/sale_order'], hidden: ['sale'] });
    const lines = [{ line: 1, barcode: cup.barcode, quantity: '2' }];
    const change = { ...shop.input('saleOrder', lines), id: order.id, version: order.version };
    expect(await server.refusal(goodsDocuments.update, change, blind)).toMatchObject({
      key: 'promotion.usedAgain',
    });
    await server.call(goodsDocuments.update, { ...change, ...other, remark: 'Same' }, blind);
  });

  test('keeps returns taken back while the limit alone is lowered', async () => {
    const sold = await add('saleOut', promoted(LIMIT));
    const back = await addBack(sold, LIMIT);
    const { tenantId } = shop.company;
    await shop.rows(
      sql`update promotion set most_per_customer = 1 where tenant_id = ${tenantId} and enabled`,
    );
    await server.call(goodsDocuments.removeBatch, { ids: back });
    expect(await usesLeft()).toBe(0);
  });

  test('has no use too many after a return is taken back during a sale', async () => {
    const first = await add('saleOut', promoted(LIMIT));
    const back = await addBack(first, LIMIT);
    const told = await Promise.allSettled([
      server.call(goodsDocuments.removeBatch, { ids: back }),
      add('saleOut', { ...promoted(LIMIT), amount: String(9 * LIMIT) }),
    ]);
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

/** Goods of a sale or a delivery, with the returns in force. */
interface Left {
  readonly id: string;
  readonly quantity: number;
  readonly backs: Map<string, number>;
}
/** Promoted sale or order. A sale is its own single delivery. */
interface Promoted {
  readonly id: string;
  readonly isOrder: boolean;
  readonly quantity: number;
  readonly uses: number;
  readonly left: Left[];
  closed: boolean;
  deleted: boolean;
}

const total = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, one) => sum + one, 0);
const backOf = ({ backs }: Left): number => total(backs.values());
const deliveredOf = ({ left }: Promoted): number => total(left.map(({ quantity }) => quantity));
const usesOf = ({ isOrder, closed, deleted, quantity, uses, left }: Promoted): number => {
  const kept = isOrder && closed ? total(left.map((one) => one.quantity)) : quantity;
  return !deleted && kept > total(left.map(backOf)) ? uses : 0;
};
const usesIn = (documents: readonly Promoted[]): number => total(documents.map(usesOf));

const actions = ['sale', 'order', 'deliver', 'back', 'takeBack', 'delete', 'complete', 'reopen'];
const historyArbitrary = fc.array(
  fc.record({
    action: fc.constantFrom(...actions),
    pick: fc.nat(99),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 10, maxLength: 20 },
);

/** Plays a history beside the model; after each step the server knows the uses of the model. */
async function play(history: readonly { action: string; pick: number; quantity: number }[]) {
  const documents: Promoted[] = [];
  for (const { action, pick, quantity } of history) {
    const one = <T>(all: readonly T[]): T | undefined => all[pick % Math.max(all.length, 1)];
    const left = documents.flatMap((document) =>
      document.left.map((goods) => ({ document, goods })),
    );
    const sell = async (isOrder: boolean): Promise<void> => {
      const uses = Math.min(quantity, Math.max(0, LIMIT - usesIn(documents)));
      const id = await add(isOrder ? 'saleOrder' : 'saleOut', promoted(quantity));
      const own = isOrder ? [] : [{ id, quantity, backs: new Map<string, number>() }];
      documents.push({ id, isOrder, quantity, uses, left: own, closed: false, deleted: false });
    };
    /** Makes uses count again, or is refused because the customer used the promotion meanwhile. */
    const regain = async (
      document: Promoted,
      call: () => Promise<unknown>,
      refusal: () => Promise<{ readonly key?: string | undefined }>,
      change: () => () => void,
    ): Promise<void> => {
      const undo = change();
      const isRefused = usesIn(documents) > LIMIT && usesIn(documents) > usesOf(document);
      if (!isRefused) return void (await call());
      undo();
      expect((await refusal()).key).toBe('promotion.usedAgain');
    };
    const steps: Readonly<Record<string, () => Promise<void>>> = {
      sale: () => sell(false),
      order: () => sell(true),
      deliver: async () => {
        const order = one(
          documents.filter((document) => {
            const { isOrder, closed, deleted } = document;
            return isOrder && !closed && !deleted && deliveredOf(document) < document.quantity;
          }),
        );
        if (order === undefined) return;
        const part = Math.min(quantity, order.quantity - deliveredOf(order));
        const id = await add('saleOut', from(order.id, part));
        order.left.push({ id, quantity: part, backs: new Map() });
      },
      back: async () => {
        const open = one(
          left.filter(({ document, goods }) => !document.deleted && backOf(goods) < goods.quantity),
        );
        if (open === undefined) return;
        const part = Math.min(quantity, open.goods.quantity - backOf(open.goods));
        const id = await addBack(open.goods.id, part);
        open.goods.backs.set(id, part);
      },
      takeBack: async () => {
        const back = one(
          left.flatMap(({ document, goods }) =>
            [...goods.backs].map(([id, part]) => ({ document, goods, id, part })),
          ),
        );
        if (back === undefined) return;
        const { document, goods, id, part } = back;
        await regain(
          document,
          () => server.call(goodsDocuments.removeBatch, { ids: id }),
          () => server.refusal(goodsDocuments.removeBatch, { ids: id }),
          () => {
            goods.backs.delete(id);
            return () => void goods.backs.set(id, part);
          },
        );
      },
      delete: async () => {
        const sale = one(
          documents.filter(
            ({ isOrder, deleted, left: goods }) =>
              !isOrder && !deleted && goods.every(({ backs }) => backs.size === 0),
          ),
        );
        if (sale === undefined) return;
        await takeBack(sale.id);
        sale.deleted = true;
      },
      complete: async () => {
        const order = one(documents.filter(({ isOrder, closed }) => isOrder && !closed));
        if (order === undefined) return;
        await server.call(orderCalls.complete, { ids: order.id });
        order.closed = true;
      },
      reopen: async () => {
        const order = one(documents.filter(({ closed }) => closed));
        if (order === undefined) return;
        await regain(
          order,
          () => server.call(orderCalls.unfreeze, { ids: order.id }),
          () => server.refusal(orderCalls.unfreeze, { ids: order.id }),
          () => {
            order.closed = false;
            return () => {
              order.closed = true;
            };
          },
        );
      },
    };
    await steps[action]?.();
    expect(usesIn(documents)).toBeLessThanOrEqual(LIMIT);
    expect([action, await usesLeft()]).toEqual([action, LIMIT - usesIn(documents)]);
  }
}

test('uses equal the documents in force, and never exceed the limit, after every step', async () => {
  await fc.assert(fc.asyncProperty(historyArbitrary, play).beforeEach(beginPromotion), {
    numRuns: sampledRuns(2, 6),
    endOnFailure: true,
  });
  expect(await shop.broken()).toEqual([]);
});

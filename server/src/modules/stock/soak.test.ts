import {
  approveCount,
  finishCount,
  goodsDocuments,
  setLock,
  startCount,
  enterCount,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop } from '../document/testShop.ts';
import type { Saved, Shop, TestProduct } from '../document/testShop.ts';

// Many clients on few goods: no one oversells, no one is told of a deadlock or to try again, and the books hold.

/** The long form, `npm run soak:stock`, sells for some time; otherwise each client does a few acts. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 0);
const ACTS = 12;
const CLIENTS = Number(process.env['SOAK_CLIENTS'] ?? 16);
const PRODUCTS = 10;

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer({ lanes: { reading: 8, writing: 20, short: 10 } });
  shop = await aShop(server);
  await shop.set({ reserve_on_order: true });
});
afterAll(() => server.stop());

/** What a client may be told in such a crowd: that there is not enough, or that another was there first. */
const fair = [
  'stock.shortage',
  'stock.shortageLater',
  'stock.locked',
  'stock.lockBelowZero',
  'stock.lockTooMuch',
  'count.nothing',
  'count.belowZero',
  'count.overtaken',
  'document.overLinked',
  'document.sourceState',
  'document.hasChildren',
  'record.stale',
];

const upTo = (most: number): number => Math.floor(Math.random() * most);
const anyOf = <T>(all: readonly T[]): T => {
  const one = all[upTo(all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
};

interface Client {
  readonly goods: readonly TestProduct[];
  /** What it saved and may still take back. */
  readonly own: Saved[];
}

const line = ({ barcode }: TestProduct, quantity: number, more: object = {}) => ({
  barcode,
  quantity: String(quantity),
  unitPrice: '10',
  ...more,
});

/** Two different goods in any order: what deadlocks where locks are taken as they come. */
function twoLines({ goods }: Client, most = 3) {
  const first = anyOf(goods);
  const second = anyOf(goods.filter((one) => one !== first));
  return [line(first, 1 + upTo(most)), line(second, 1 + upTo(most))];
}

const keep = async (client: Client, saving: Promise<Saved>): Promise<void> => {
  client.own.push(await saving);
};

type Act = (client: Client) => Promise<unknown>;
const acts: Readonly<Record<string, Act>> = {
  buy: (client) => keep(client, shop.goods('purchaseIn', twoLines(client, 6))),
  sell: (client) => keep(client, shop.goods('saleOut', twoLines(client))),
  sellMore: (client) => keep(client, shop.goods('saleOut', twoLines(client, 5))),
  retail: (client) => keep(client, shop.goods('retailOut', twoLines(client, 2))),
  sendBack: (client) => keep(client, shop.goods('purchaseBack', twoLines(client, 2))),
  takeBack: (client) => keep(client, shop.goods('saleBack', twoLines(client, 2))),
  find: (client) => keep(client, shop.goods('otherIn', twoLines(client, 2))),
  lose: (client) => keep(client, shop.goods('otherOut', twoLines(client, 2))),
  move: (client) =>
    keep(
      client,
      shop.goods(
        'transfer',
        twoLines(client).map((one) => ({ ...one, targetWarehouseId: shop.branch })),
      ),
    ),
  build: ({ goods }) => {
    const whole = anyOf(goods);
    const part = anyOf(goods.filter((one) => one !== whole));
    return shop.goods('assemble', [
      line(whole, 1, { role: 'composite' }),
      line(part, 1 + upTo(2), { role: 'part' }),
    ]);
  },
  undo: async ({ own }) => {
    const [last] = own.splice(upTo(own.length || 1), 1);
    if (last !== undefined) await server.call(goodsDocuments.remove, { id: last.id });
  },
  order: async ({ goods }) => {
    const one = anyOf(goods);
    const { id } = await shop.goods('saleOrder', [line(one, 2)]);
    await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
    await shop.goods('saleOut', [line(one, 1 + upTo(2), { sourceDocumentId: id, sourceLine: 1 })]);
  },
  lock: ({ goods }) =>
    server.call(setLock, {
      skuId: anyOf(goods).skuId,
      warehouseId: shop.main,
      quantity: anyOf(['1', '2', '-1', '-2']),
    }),
  count: async ({ goods }) => {
    const one = anyOf(goods);
    const { id } = await server.call(startCount, { warehouseId: shop.main, keyword: one.barcode });
    const { lines } = await server.call(enterCount, { id, entries: [{ code: one.barcode }] });
    expect(lines).toHaveLength(1);
    // Near what the books have, as counts are: far off they would be refused for want of stock.
    const quantity = String(Math.max(0, Number(await shop.stock(one)) + upTo(3) - 1));
    await server.call(enterCount, { id, entries: [{ code: one.barcode, quantity }] });
    await server.call(finishCount, { id });
    await server.call(approveCount, { ids: id });
  },
};

test(
  `${CLIENTS} clients selling ${PRODUCTS} products never oversell or get a retry error`,
  { timeout: (SECONDS + 1_800) * 1000 },
  async ({ annotate }) => {
    const goods = await Promise.all(Array.from({ length: PRODUCTS }, () => shop.product()));
    await shop.goods(
      'purchaseIn',
      goods.map((one) => line(one, 20)),
    );
    const end = Date.now() + SECONDS * 1000;
    const done = new Map<string, number>();
    const refused = new Map<string, number>();
    const unfair: string[] = [];
    const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1);
    const work = async (): Promise<void> => {
      const client: Client = { goods, own: [] };
      for (let acted = 0; SECONDS === 0 ? acted < ACTS : Date.now() < end; acted += 1) {
        const act = anyOf(Object.keys(acts));
        try {
          await acts[act]?.(client);
          add(done, act);
        } catch (error) {
          const key = error instanceof Refused ? error.refusal.key : String(error);
          add(refused, key);
          if (!fair.includes(key))
            unfair.push(`${act}: ${error instanceof Error ? error.message : key}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    const told = { done: Object.fromEntries(done), refused: Object.fromEntries(refused) };
    await annotate(JSON.stringify(told));
    expect([...new Set(unfair)]).toEqual([]);
    expect([...done.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(CLIENTS);
    const { rows } = await server.arrange(shop.company, (tx) =>
      sql`select from stock_balance where quantity < 0`.execute(tx),
    );
    expect(rows).toEqual([]);
    expect(await shop.broken()).toEqual([]);
  },
);

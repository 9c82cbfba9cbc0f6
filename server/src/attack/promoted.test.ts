// Promotions under every mask: no name, coupon code or figure of a promotion, and no amount of a promoted
// document, reaches a user without sight of these amounts.
import {
  agreedOfDraft,
  barcodesForLine,
  documentLines,
  documentToConvert,
  documentTrail,
  goodsDocuments,
  documentsToPrint,
  headerSearch,
  offerPromotions,
  promotions,
} from '@tradehouse/contract';
import type { Endpoint, InputOf } from '@tradehouse/contract';
import { companyTables, neededSearch } from '@tradehouse/contract/declared';
import { beforeAll, expect, test } from 'vitest';
import { rollUpPostings } from '../modules/posting/index.ts';
import { aShopServer } from '../modules/document/testShop.ts';
import type { Saved, TestProduct } from '../modules/document/testShop.ts';
import { aVisitor } from './testVisitors.ts';
import type { Visitor } from './testVisitors.ts';
import { openEveryPage } from './testWorld.ts';

const { server, shop } = await aShopServer();

/** Marks of promotions, and of the documents of a mask. The figures occur nowhere else. */
const secrets = {
  promotion: ['Zqpromo', 'ZQCOUPON', '17.31', '913.57', '88.19'],
  sale: ['873.19', '855.88', '684.11'],
  retail: ['469.37', '452.06'],
} as const;
const COUPON = 'ZQCOUPON';

const docs: [kind: string, Saved][] = [];
const ids: string[] = [];
let retailSale: Saved;
let saleOrder: Saved;
let product: TestProduct;

beforeAll(async () => {
  await openEveryPage(server);
  product = await shop.product({ sale: '5' });
  const { barcode } = product;
  await shop.goods('purchaseIn', [{ barcode, quantity: '90', unitPrice: '1' }], { status: '1' });
  const goods = [{ barcodeId: await shop.barcodeId(barcode), quantity: '1' }];
  const add = async (more: Partial<InputOf<typeof promotions.add>>): Promise<void> => {
    const name = `Zqpromo ${ids.length}`;
    const rule = { name, promotionKind: 'amount', ...more } as const;
    ids.push((await server.call(promotions.add, rule)).id);
  };
  await add({ amount: '17.31', coupon: COUPON, goods });
  const elsewhere = { coupon: `${COUPON}2`, remark: 'Zqpromo remark' };
  await add({ promotionKind: 'threshold', threshold: '913.57', amount: '88.19', ...elsewhere });
  const sold = async (kind: string, regularPrice: string, more: object = {}): Promise<Saved> => {
    const line = { barcode, quantity: '1', regularPrice };
    const saved = await shop.goods(kind, [line], { status: '1', couponCode: COUPON, ...more });
    docs.push([kind, saved]);
    return saved;
  };
  saleOrder = await sold('saleOrder', '701.42');
  await sold('saleOut', '873.19', { paidNow: '0' });
  retailSale = await sold('retailOut', '469.37', { paidNow: '452.06' });
  await rollUpPostings(server.database.app, shop.company.tenantId);
});

const today = new Date();
const year = today.getUTCFullYear();
const searchOf = (table: (typeof companyTables)[number]): string =>
  JSON.stringify(
    neededSearch(table, {
      product: product.skuId,
      account: shop.cash,
      partner: shop.customer,
      customer: shop.customer,
      supplier: shop.supplier,
      member: shop.member,
      dates: [`${year}-01-01`, `${year}-12-31`],
    }),
  );

interface SentRead {
  readonly what: string;
  readonly reply: string;
}

/** Sends every read that concerns promotions and promoted documents, and every list. */
async function readEverything({ token }: Visitor): Promise<SentRead[]> {
  const read: SentRead[] = [];
  const send = async (method: 'GET' | 'POST', path: string, input: object): Promise<void> => {
    const { body } = await server.request(method, path, input, token);
    read.push({ what: `${method} ${path} ${JSON.stringify(input)}`, reply: body });
  };
  const ask = <E extends Endpoint>({ method, path }: E, input: InputOf<E>) =>
    send(method === 'GET' ? 'GET' : 'POST', path, input as object);
  for (const table of companyTables)
    await send('GET', table.path, { search: searchOf(table), pageSize: 100 });
  for (const id of ids) await ask(promotions.infoCall, { id });
  for (const name of ['Zqpromo 0', 'Free']) await ask(promotions.nameExists, { name });
  for (const [kind, { id, number }] of docs) {
    await ask(goodsDocuments.info, { id });
    await ask(goodsDocuments.detail, { number });
    await ask(documentLines, { headerId: id });
    await ask(documentTrail, { id });
    await ask(agreedOfDraft, { id });
    await ask(headerSearch, { q: number });
    await ask(documentsToPrint, { kind, ids: id });
  }
  await ask(headerSearch, { q: 'Zqpromo' });
  await ask(documentToConvert, { ids: saleOrder.id, kind: 'saleOut' });
  await ask(documentToConvert, { ids: retailSale.id, kind: 'retailBack' });
  for (const kind of ['saleOrder', 'saleOut', 'retailOut'])
    await ask(barcodesForLine, { barCode: product.barcode, kind, organId: shop.customer });
  const lines = [{ barcode: product.barcode, quantity: '1', regularPrice: '873.19' }];
  for (const kind of ['saleOrder', 'saleOut'])
    await ask(offerPromotions, { kind, lines, couponCode: COUPON });
  return read;
}

const hits = (read: readonly SentRead[], hidden: readonly string[]): readonly string[] =>
  read.flatMap(({ what, reply }) => {
    // The sent search and coupon may come back in a refusal.
    const found = hidden.filter((secret) => reply.includes(secret) && !what.includes(secret));
    return found.length === 0 ? [] : [`${what}: ${found.join()} in ${reply.slice(0, 300)}`];
  });

const every = ['1', '2', '3', '5', '7'];

test('the secrets are found in the replies to the owner', async () => {
  const owner = { name: 'owner', userId: '', token: await server.signIn(shop.company.code) };
  const read = await readEverything(owner);
  for (const secret of [...secrets.promotion, ...secrets.sale, ...secrets.retail])
    expect(hits(read, [secret]), secret).not.toEqual([]);
});

test.each([
  // Debts belong to the mask of money, so the promoted amount of a sale stays in statements.
  ['sale', { hidden: ['sale'] }, [...secrets.promotion, '873.19', '684.11']],
  [
    'sale and retail',
    { hidden: ['sale', 'retail', 'money'] },
    [...secrets.promotion, ...secrets.sale, ...secrets.retail],
  ],
  ['retail', { hidden: ['retail', 'money'] }, secrets.retail],
  ['all amounts', { hideAmounts: true }, Object.values(secrets).flat()],
])(
  'a user without sight of %s reads no promotion and no promoted amount',
  async (name, more, hidden) => {
    const visitor = await aVisitor(shop, `no ${name}`, { buttons: every, ...more });
    expect(hits(await readEverything(visitor), hidden)).toEqual([]);
  },
  120_000,
);

test('a user without pages reads no promotion, and learns no name', async () => {
  const visitor = await aVisitor(shop, 'pageless', {});
  expect(hits(await readEverything(visitor), Object.values(secrets).flat())).toEqual([]);
  const taken = await server.refusal(promotions.nameExists, { name: 'Zqpromo 0' }, visitor.token);
  expect(taken.key).toBe('access.denied');
});

test('the name check of promotions reveals no name to a user without sight of sale prices', async () => {
  const seer = await aVisitor(shop, 'seer', { buttons: every });
  const blind = await aVisitor(shop, 'blind', { buttons: every, hidden: ['sale'] });
  const taken = ({ token }: Visitor) =>
    server.call(promotions.nameExists, { name: 'Zqpromo 0' }, token);
  expect(await taken(seer)).toEqual({ status: true });
  expect(await taken(blind)).toEqual({ status: false });
  const rule = { name: 'Zqpromo 0', promotionKind: 'percent', rate: '5' } as const;
  expect((await server.refusal(promotions.add, rule, blind.token)).key).toBe('access.denied');
});

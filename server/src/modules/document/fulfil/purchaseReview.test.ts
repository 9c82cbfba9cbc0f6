// The review list of purchases awaiting approval, and approval limits.
import {
  goodsDocuments,
  purchaseReviewLines,
  purchaseReviewTable,
  unapprovePurchases,
  reviewPurchases,
  roles,
  setRoleButtons,
  setRoleFunctions,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aShopServer } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
const { id: roleId } = await server.call(roles.add, {
  name: 'Reviewers',
  dataScope: 'all',
  approvalLimit: '100',
});
const urls = ['/bill/purchase_review', '/bill/purchase_in'];
await server.call(setRoleFunctions, { roleId, urls });
const btnStr: InputOf<typeof setRoleButtons>['btnStr'] = [
  { url: '/bill/purchase_review', buttons: ['2', '3', '7'] },
  { url: '/bill/purchase_in', buttons: ['1', '2', '7'] },
];
await server.call(setRoleButtons, { roleId, btnStr });
await server.addUser({ loginName: 'reviewer', roleId });
const reviewer = await server.signIn('reviewer');
beforeEach(() => shop.set({ review_by_self: true }));

const line = (quantity: string, unitPrice = '10') => ({
  barcode: product.barcode,
  quantity,
  unitPrice,
});
const order = (quantity: string, unitPrice?: string): Promise<Saved> =>
  shop.goods('purchaseOrder', [line(quantity, unitPrice)]);
const decide = (result: 'approved' | 'rejected', { id }: Saved, comment = '', as = reviewer) =>
  server.call(reviewPurchases, { ids: id, result, comment }, as);
const refused = async (
  result: 'approved' | 'rejected',
  { id }: Saved,
  comment = '',
  as = reviewer,
) => (await server.refusal(reviewPurchases, { ids: id, result, comment }, as)).key;
async function row({ number }: Saved) {
  const search = JSON.stringify({ number });
  const reply = await server.request('GET', purchaseReviewTable.path, { search }, reviewer);
  return reply.json().data.rows[0];
}

test('the review list shows pending purchases, and approval records reviewer and comment', async () => {
  const waiting = await order('3');
  expect(await row(waiting)).toMatchObject({
    reviewState: '0',
    waitingHours: 0,
    kind: 'purchaseOrder',
  });
  await decide('approved', waiting, 'fair');
  expect(await row(waiting)).toMatchObject({
    reviewState: '1',
    waitingHours: null,
    reviewComment: 'fair',
    auditorName: 'reviewer',
  });
  expect(await server.call(goodsDocuments.info, { id: waiting.id })).toMatchObject({ status: '1' });
  expect(await refused('approved', waiting)).toBe('document.notDraft');
});

test('rejecting a purchase requires a reason, and its next edit makes the purchase pending again', async () => {
  const waiting = await order('3');
  expect(await refused('rejected', waiting, ' ')).toBe('request.field');
  await decide('rejected', waiting, 'too dear');
  expect(await row(waiting)).toMatchObject({ reviewState: '2', reviewComment: 'too dear' });
  const { version } = await server.call(goodsDocuments.info, { id: waiting.id });
  const input = shop.input('purchaseOrder', [{ ...line('2'), line: 1 }]);
  await server.call(goodsDocuments.update, { ...input, id: waiting.id, version });
  expect(await row(waiting)).toMatchObject({ reviewState: '0', reviewComment: '' });
});

test('the review list is filtered by amount and remark', async () => {
  const remark = 'for the autumn fair';
  const { id } = await shop.goods('purchaseOrder', [line('7')], { remark });
  await shop.goods('purchaseOrder', [line('8')], { remark: 'another' });
  const found = async (asked: object, as = reviewer) => {
    const search = JSON.stringify({ remark: 'autumn', ...asked });
    const reply = await server.request('GET', purchaseReviewTable.path, { search }, as);
    return reply.statusCode === 200
      ? reply.json().data.rows.map((one: { id: string }) => one.id)
      : reply.statusCode;
  };
  expect(await found({})).toEqual([id]);
  expect(await found({ amountFrom: '70', amountTo: '70.00' })).toEqual([id]);
  expect(await found({ amountFrom: '70.01' })).toEqual([]);
  expect(await found({ amountTo: '69.99' })).toEqual([]);
  expect(await found({ amountTo: 'x' })).toBe(400);
  await server.addUser({ loginName: 'unseeing', roleId, hideAmounts: true });
  const unseeing = await server.signIn('unseeing');
  expect(await found({}, unseeing)).toEqual([id]);
  expect(await found({ amountFrom: '1' }, unseeing)).toBe(400);
});

test('a rejection publishes an event for the writer’s notice', async () => {
  const waiting = await order('3');
  await decide('rejected', waiting, 'too dear');
  const { rows } = await shop.asOwner(({ tx, tenantId }) =>
    sql<{ id: string }>`
      select payload ->> 'id' as id from outbox where tenant_id = ${tenantId} and topic = 'document.rejected'
      order by id desc limit 1`.execute(tx),
  );
  expect(rows).toEqual([{ id: waiting.id }]);
});

test('the log has a rejection with the reason, and the remark of an approval', async () => {
  const [turnedDown, passed, silent] = [await order('3'), await order('3'), await order('3')];
  await decide('rejected', turnedDown, 'too dear');
  await decide('approved', passed, 'for once');
  await decide('approved', silent);
  const { rows } = await shop.asOwner(({ tx, tenantId }) =>
    sql<{ action: string; number: string; after: object }>`
      select action, number, after from audit_log
      where tenant_id = ${tenantId} and subject = 'purchaseOrder' and action in ('reject', 'comment')
        and subject_id = any(${[turnedDown, passed, silent].map(({ id }) => id)})
      order by at`.execute(tx),
  );
  expect(rows).toEqual([
    { action: 'reject', number: turnedDown.number, after: { comment: 'too dear' } },
    { action: 'comment', number: passed.number, after: { comment: 'for once' } },
  ]);
});

test('a purchase above the limit of a role needs a second approver, wherever approved', async () => {
  const dear = await order('11');
  expect(await refused('approved', dear)).toBe('review.limit');
  const receipt = shop.input('purchaseIn', [line('11')], { status: '1' });
  const { key, data } = await server.refusal(goodsDocuments.add, receipt, reviewer);
  expect([key, data]).toEqual(['review.limit', expect.objectContaining({ limit: '100' })]);
  const draft = await shop.goods('purchaseIn', [line('11')]);
  const batch = { ids: draft.id, status: '1' as const };
  expect((await server.refusal(goodsDocuments.setStatus, batch, reviewer)).key).toBe(
    'review.limit',
  );
  await decide('approved', dear, '', await server.signIn('demo'));
});

test('with two-person approval no one approves their own purchase, not even the owner', async () => {
  await shop.set({ review_by_self: false });
  const own = await order('1');
  const owner = await server.signIn('demo');
  expect(await refused('approved', own, '', owner)).toBe('review.own');
  await decide('approved', own);
  const sale = await shop.goods('otherIn', [line('1')], { status: '1' });
  expect(sale.status).toBe('1');
});

test('without self-review, the last editor of a purchase may not approve the purchase', async () => {
  await shop.set({ review_by_self: false });
  const bill = await shop.goods('purchaseIn', [line('1')]);
  const change = { ...shop.input('purchaseIn', [line('2')]), id: bill.id, version: bill.version };
  expect(
    await server.refusal(goodsDocuments.update, { ...change, status: '1' }, reviewer),
  ).toMatchObject({ key: 'review.own' });
  await server.call(goodsDocuments.update, change, reviewer);
  const batch = { ids: bill.id, status: '1' as const };
  expect(await server.refusal(goodsDocuments.setStatus, batch, reviewer)).toMatchObject({
    key: 'review.own',
  });
  expect(await server.call(goodsDocuments.setStatus, batch)).toEqual({
    changed: 1,
    overCredit: [],
  });
});

test('a user cannot grant an approval limit above the user’s own limit', async () => {
  await server.call(setRoleFunctions, {
    roleId,
    urls: ['/bill/purchase_review', '/bill/purchase_in', '/system/role'],
  });
  await server.call(setRoleButtons, {
    roleId,
    btnStr: [
      { url: '/bill/purchase_review', buttons: ['2', '3', '7'] },
      { url: '/bill/purchase_in', buttons: ['1', '2', '7'] },
      { url: '/system/role', buttons: ['1'] },
    ],
  });
  const role = (approvalLimit: string | null) => ({
    name: `Role ${approvalLimit}`,
    dataScope: 'all' as const,
    approvalLimit,
  });
  expect((await server.refusal(roles.add, role('101'), reviewer)).key).toBe('rights.exceeded');
  expect((await server.refusal(roles.add, role(null), reviewer)).key).toBe('rights.exceeded');
  await server.call(roles.add, role('100'), reviewer);
});

test('an approval is undone with a stated reason', async () => {
  const waiting = await order('1');
  await decide('approved', waiting);
  await server.call(unapprovePurchases, { ids: waiting.id, comment: 'wrong price' }, reviewer);
  expect(await row(waiting)).toMatchObject({ reviewState: '0', reviewComment: 'wrong price' });
});

test('a sales order is refused in the purchase review', async () => {
  const sale = await shop.goods('saleOrder', [line('1')]);
  expect(await refused('approved', sale)).toBe('record.missing');
  expect(await refused('rejected', sale, 'why')).toBe('review.kind');
});

test('the review lines show last price, stock, quantity on order and quantity sold', async () => {
  const fresh = await shop.product();
  const of = (quantity: string, unitPrice: string) => ({
    barcode: fresh.barcode,
    quantity,
    unitPrice,
  });
  await shop.goods('purchaseIn', [of('10', '8')], { status: '1' });
  await shop.goods('saleOut', [of('4', '20')], { status: '1' });
  await shop.goods('purchaseOrder', [of('7', '8')], { status: '1' });
  const waiting = await shop.goods('purchaseOrder', [of('5', '10')]);
  const { rows } = await server.call(purchaseReviewLines, { id: waiting.id }, reviewer);
  expect(rows).toEqual([
    expect.objectContaining({
      quantity: '5',
      price: '10',
      lastPrice: '8',
      deviation: '25',
      stock: '6',
      inTransit: '7',
      sold: '4',
    }),
  ]);
});

test('prices in foreign currencies are compared in the company’s own money', async () => {
  const fresh = await shop.product();
  const of = (unitPrice: string) => ({ barcode: fresh.barcode, quantity: '5', unitPrice });
  const euros = { currency: 'EUR', exchangeRate: '8' };
  await shop.goods('purchaseIn', [of('10')], { ...euros, status: '1' });
  const compared = async (price: string, more: object = {}) => {
    const { id } = await shop.goods('purchaseOrder', [of(price)], more);
    const { rows } = await server.call(purchaseReviewLines, { id }, reviewer);
    return rows.map((row) => [row.price, row.lastPrice, row.deviation]);
  };
  expect(await compared('88')).toEqual([['88', '80', '10']]);
  expect(await compared('9', euros)).toEqual([['72', '80', '-10']]);
  // 17.99 × 7.1205 is 128.0977…
  const pounds = { currency: 'GBP', exchangeRate: '7.1205' };
  expect(await compared('17.99', pounds)).toEqual([['128.1', '80', '60.13']]);
});

import {
  figureAgreement,
  movingFigures,
  movingOverview,
  openingDebts,
  partners,
  saveMovingProgram,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { MOST_FIGURE_DAYS } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { aShopServer, asRole, lineOf, timeDaysAgo } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
const page = '/system/moving_in';
const dayAgo = (days: number): string => timeDaysAgo(days).slice(0, 10);
const [before, after] = [dayAgo(20), dayAgo(5)];

type FigureInput = InputOf<typeof movingFigures.add>;
type FigureRow = Readonly<Record<string, unknown>>;

const listed = async (search: object = {}, token?: string): Promise<readonly FigureRow[]> =>
  (
    await server.request(
      'GET',
      movingFigures.list.path,
      { search: JSON.stringify(search), pageSize: 100 },
      token,
    )
  ).json<{ data: { rows: FigureRow[] } }>().data.rows;

/** Adds a figure and returns its row in the report. */
async function compared(input: FigureInput): Promise<FigureRow> {
  const { id } = await server.call(movingFigures.add, input);
  return (await listed()).find((row) => row['id'] === id) ?? {};
}

const goods = await shop.product();
await shop.goods('purchaseIn', [lineOf(goods, '10', '8')], { time: timeDaysAgo(30), paidNow: '0' });
await shop.goods('purchaseIn', [lineOf(goods, '6', '8', { warehouseId: shop.branch })], {
  time: timeDaysAgo(10),
  paidNow: '0',
});
await shop.goods('saleOut', [lineOf(goods, '4', '20')], { time: timeDaysAgo(10), paidNow: '0' });
await server.call(openingDebts.add, {
  partnerId: (await server.call(partners.add, { type: 'customer', name: 'Old debtor' })).id,
  number: 'OLD-1',
  businessDate: dayAgo(60),
  amount: '12.5',
});

test('a stock quantity of a warehouse is compared with the stock at the end of the day', async () => {
  const figure = { figureKind: 'stockQuantity', warehouseId: shop.main, day: before } as const;
  expect(await compared({ ...figure, figure: '10' })).toMatchObject({
    figure: '10',
    ours: '10',
    difference: '0',
    figureState: 'agrees',
  });
  expect(await compared({ ...figure, day: after, figure: '10' })).toMatchObject({
    ours: '6',
    difference: '-4',
    figureState: 'differs',
  });
});

test('stock values, debts, account balances and record counts equal the reports', async () => {
  const of = async (figureKind: FigureInput['figureKind'], more: Partial<FigureInput> = {}) =>
    (await compared({ figureKind, day: after, figure: '1', ...more }))['ours'];
  expect(await of('stockValue', { warehouseId: shop.branch })).toBe('48');
  expect(await of('stockValue')).toBe('96');
  expect(await of('stockQuantity')).toBe('12');
  expect(await of('receivable', { partnerId: shop.customer })).toBe('80');
  expect(await of('receivable')).toBe('92.5');
  expect(await of('payable', { day: before })).toBe('80');
  expect(await of('payable')).toBe('128');
  expect(await of('prepaid')).toBe('0');
  expect(await of('accountBalance', { accountId: shop.bank })).toBe('0');
  expect(await of('productCount')).toBe('1');
  expect(await of('memberCount')).toBe('1');
});

test('figures agreeing and differing are counted', async () => {
  const rows = await listed();
  const agree = rows.filter(({ figureState }) => figureState === 'agrees').length;
  expect(await server.call(figureAgreement, {})).toEqual({ agree, differ: rows.length - agree });
  expect(await listed({ figureState: 'agrees' })).toHaveLength(agree);
});

test('a reader without cost or money sees no figures of cost or money, nor adds them', async () => {
  const all = await listed();
  const kindsFor = async (hidden: readonly string[]) => {
    const name = `blind to ${hidden.join()}`;
    const token = await asRole(shop, name, { pages: [page], hidden, buttons: ['1', '3'] });
    const kinds = (await listed({}, token)).map(({ figureKind }) => figureKind);
    return { token, kinds: new Set(kinds) };
  };
  const value = all.find(({ figureKind }) => figureKind === 'stockValue') ?? {};
  const costless = await kindsFor(['cost']);
  expect(costless.kinds).toContain('receivable');
  expect(costless.kinds).not.toContain('stockValue');
  const named = { id: String(value['id']) };
  const missing = { key: 'record.missing' };
  expect(await server.refusal(movingFigures.infoCall, named, costless.token)).toMatchObject(
    missing,
  );
  expect(await server.refusal(movingFigures.remove, named, costless.token)).toMatchObject(missing);
  const guess = { figureKind: 'stockValue', day: dayAgo(3), figure: '96' };
  expect(await server.refusal(movingFigures.add, guess, costless.token)).toMatchObject({
    key: 'access.denied',
  });
  const { agree, differ } = await server.call(figureAgreement, {}, costless.token);
  expect(agree + differ).toBe(all.filter(({ figureKind }) => figureKind !== 'stockValue').length);
  const moneyless = await kindsFor(['money']);
  expect(moneyless.kinds).toContain('stockQuantity');
  for (const kind of ['receivable', 'payable', 'prepaid', 'accountBalance'])
    expect(moneyless.kinds).not.toContain(kind);
});

test('a refused figure does not tell whether a hidden figure exists', async () => {
  const hidden = {
    figureKind: 'stockValue',
    day: dayAgo(2),
    figure: '1',
    warehouseId: shop.branch,
  } as const;
  const { id } = await server.call(movingFigures.add, hidden);
  const options = { pages: [page], hidden: ['cost' as const], buttons: ['1', '3'] };
  const token = await asRole(shop, 'cost guesser', options);
  const count = { figureKind: 'productCount', day: dayAgo(2), figure: '4' } as const;
  const own = await server.call(movingFigures.add, count, token);
  for (const warehouseId of [shop.branch, shop.main]) {
    const guess = { ...hidden, warehouseId };
    const denied = { key: 'access.denied' };
    expect(await server.refusal(movingFigures.add, guess, token)).toMatchObject(denied);
    expect(await server.refusal(movingFigures.update, { ...guess, ...own }, token)).toMatchObject(
      denied,
    );
    const asked = { name: 'stockValue', day: dayAgo(2), warehouseId };
    expect(await server.call(movingFigures.nameExists, asked, token)).toEqual({ status: false });
  }
  await server.call(movingFigures.remove, { id: own.id });
  await server.call(movingFigures.remove, { id });
});

test('a reader of own documents sees no debts and balances', async () => {
  const token = await asRole(shop, 'own only', { pages: [page], scope: 'own' });
  const kinds = new Set((await listed({}, token)).map(({ figureKind }) => figureKind));
  expect(kinds).toContain('productCount');
  for (const kind of ['receivable', 'payable', 'prepaid', 'accountBalance'])
    expect(kinds).not.toContain(kind);
});

test('a user with a single granted warehouse sees and adds figures of this warehouse alone', async () => {
  const { company } = server;
  const loginName = 'branchMover';
  const userId = await server.addUser({ loginName, roleId: company.roleIds.manager });
  await shop.set({ warehouse_grants: true });
  await server.arrange(company, (tx) =>
    tx
      .insertInto('user_warehouse')
      .values({ tenant_id: company.tenantId, user_id: userId, warehouse_id: shop.branch })
      .execute(),
  );
  try {
    const token = await server.signIn(loginName);
    const stock = (await listed({}, token)).filter(({ figureKind }) =>
      String(figureKind).startsWith('stock'),
    );
    expect(stock.map(({ warehouseId, ours }) => [warehouseId, ours])).toEqual([
      [shop.branch, '48'],
    ]);
    const figure = { figureKind: 'stockQuantity', day: dayAgo(3), figure: '1' };
    const refused = (more: object) =>
      server.refusal(movingFigures.add, { ...figure, ...more }, token);
    expect(await refused({ warehouseId: shop.main })).toMatchObject({ key: 'record.missing' });
    expect(await refused({})).toMatchObject({ key: 'access.denied' });
  } finally {
    await shop.set({ warehouse_grants: false });
  }
});

test('another company neither sees figures nor names foreign subjects', async () => {
  const token = await server.signIn('other');
  const row = await compared({ figureKind: 'stockQuantity', day: dayAgo(2), figure: '1' });
  expect(await listed({}, token)).toEqual([]);
  const missing = { key: 'record.missing' };
  const named = { id: String(row['id']) };
  expect(await server.refusal(movingFigures.infoCall, named, token)).toMatchObject(missing);
  const figure = { figureKind: 'stockQuantity', day: before, figure: '1' };
  expect(
    await server.refusal(movingFigures.add, { ...figure, warehouseId: shop.main }, token),
  ).toMatchObject(missing);
});

test('subjects of other kinds are dropped, and partners of another type refused', async () => {
  const input = { figureKind: 'payable', day: dayAgo(4), figure: '5' } as const;
  const partner = { partnerId: shop.customer };
  expect(await server.refusal(movingFigures.add, { ...input, ...partner })).toMatchObject({
    key: 'record.missing',
  });
  const row = await compared({ ...input, partnerId: shop.supplier, warehouseId: shop.main });
  expect(row).toMatchObject({ partnerId: shop.supplier, warehouseId: null, ours: '128' });
  const { id, version } = { id: String(row['id']), version: Number(row['version']) };
  const changed = { ...input, id, version, figureKind: 'stockQuantity' as const };
  await server.call(movingFigures.update, { ...changed, warehouseId: shop.main });
  expect(await server.call(movingFigures.infoCall, { id })).toMatchObject({
    partnerId: null,
    warehouseId: shop.main,
    figure: '5',
  });
  expect(await server.refusal(movingFigures.update, changed)).toMatchObject({
    key: 'record.stale',
  });
});

test('a figure is entered once for a day and subject, never for a later day', async () => {
  const total = { figureKind: 'memberCount', day: before, figure: '3' } as const;
  await server.call(movingFigures.add, total);
  expect(await server.refusal(movingFigures.add, total)).toMatchObject({ key: 'moving.taken' });
  const tomorrow = { ...total, day: dayAgo(-2) };
  expect(await server.refusal(movingFigures.add, tomorrow)).toMatchObject({
    key: 'document.futureDate',
  });
  const cents = { figureKind: 'receivable', day: before, figure: '1.005' };
  expect(await server.refusal(movingFigures.add, cents)).toMatchObject({ key: 'cell.decimals' });
});

test('a company keeps figures of a limited number of days', async () => {
  const days = new Set((await listed()).map(({ day }) => day));
  const count = { figureKind: 'supplierCount', figure: '3' } as const;
  for (let ago = 40; days.size < MOST_FIGURE_DAYS; ago += 1) {
    const day = dayAgo(ago);
    await server.call(movingFigures.add, { ...count, day });
    days.add(day);
  }
  expect(await server.refusal(movingFigures.add, { ...count, day: dayAgo(90) })).toMatchObject({
    key: 'moving.days',
  });
  await server.call(movingFigures.add, { ...count, figureKind: 'customerCount', day: dayAgo(40) });
});

test('the overview remembers the former program, and counts records of open pages only', async () => {
  await server.call(saveMovingProgram, { program: 'odoo' });
  await server.call(saveMovingProgram, { program: '管家婆' });
  const { program, steps } = await server.call(movingOverview, {});
  expect(program).toBe('管家婆');
  const counts = Object.fromEntries(steps.map(({ step, count }) => [step, count]));
  expect(counts).toMatchObject({ products: 1, openingDebts: 1, openingStock: 0 });
  const token = await asRole(shop, 'mover', { pages: [page, '/material/material'] });
  const seen = (await server.call(movingOverview, {}, token)).steps;
  expect(seen.filter(({ count }) => count !== null).map(({ step }) => step)).toEqual([
    'products',
    'openingStock',
  ]);
  const stranger = await server.call(movingOverview, {}, await server.signIn('other'));
  expect(stranger.program).toBe('');
});

test('every invariant of the books holds after comparing figures', async () => {
  expect(await shop.broken()).toEqual([]);
});

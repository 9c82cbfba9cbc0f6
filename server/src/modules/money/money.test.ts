import {
  accountChoices,
  accounts,
  defaultAccount,
  goodsDocuments,
  inOutItemChoices,
  inOutItems,
  memberChoices,
  openingBalanceLeft,
  partnerChoices,
  partners,
} from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop } from '../document/testShop.ts';
import type { Shop } from '../document/testShop.ts';

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer();
  shop = await aShop(server);
});
afterAll(() => server.stop());

describe('an account', () => {
  test('starts with its opening amount in the books, and posts the difference when the amount changes', async () => {
    const { id, version } = await server.call(accounts.add, {
      name: 'Savings',
      number: '6222',
      openingAmount: '1000.5',
    });
    expect(await server.call(accounts.infoCall, { id })).toMatchObject({
      number: '6222',
      openingAmount: '1000.5',
      balance: '1000.5',
    });
    const changed = await server.call(accounts.update, {
      id,
      version,
      name: 'Savings',
      openingAmount: '700',
    });
    expect(await shop.purse('account', id)).toBe('700');
    await server.call(accounts.update, { ...changed, name: 'Savings', openingAmount: '0' });
    expect(await shop.purse('account', id)).toBe('0');
  });

  test('may start below zero', async () => {
    const { id } = await server.call(accounts.add, { name: 'Overdraft', openingAmount: '-50' });
    expect(await shop.purse('account', id)).toBe('-50');
  });

  test('keeps its opening amount when further fields change', async () => {
    const { id, version } = await server.call(accounts.add, { name: 'Kept', openingAmount: '5' });
    await server.call(accounts.update, { id, version, name: 'Kept too' });
    expect(await server.call(accounts.infoCall, { id })).toMatchObject({
      name: 'Kept too',
      openingAmount: '5',
      balance: '5',
    });
  });

  test('an account with money is not deleted; an empty account is', async () => {
    const used = await server.call(accounts.add, { name: 'Used', openingAmount: '5' });
    expect(await server.refusal(accounts.remove, { id: used.id })).toMatchObject({
      key: 'record.inUse',
    });
    const { id } = await server.call(accounts.add, { name: 'Unused' });
    expect(await server.call(accounts.remove, { id })).toEqual({ changed: 1 });
  });

  test('with ledger entries cannot be deleted, even without any document', async () => {
    const { id: from } = await server.call(accounts.add, { name: 'Paid from at first' });
    const goods = await shop.product();
    const line = { barcode: goods.barcode, quantity: '1', unitPrice: '10' };
    const paid = await shop.goods('purchaseIn', [line], { accountId: from, paidNow: '10' });
    await server.call(goodsDocuments.update, {
      ...shop.input('purchaseIn', [line], { paidNow: '10' }),
      id: paid.id,
      version: paid.version,
    });
    expect(await shop.purse('account', from)).toBe('0');
    expect(await server.refusal(accounts.remove, { id: from })).toMatchObject({
      key: 'record.inBooks',
      data: { name: 'Paid from at first' },
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('becomes the default in place of the previous default, and is first in the select', async () => {
    const { id } = await server.call(accounts.add, { name: 'Zloty' });
    await server.call(defaultAccount, { id });
    const { accountList } = await server.call(accountChoices, {});
    expect(accountList[0]).toEqual({ id, name: 'Zloty', isDefault: true, feeRate: '0' });
    expect(accountList.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('shows its balance only to users with rights to all documents', async () => {
    const { tenantId } = server.company;
    const roleId = await server.arrange(server.company, async (tx) => {
      const { id } = await tx
        .insertInto('role')
        .values({ tenant_id: tenantId, name: 'Own only', data_scope: 'own' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('role_function')
        .values({
          tenant_id: tenantId,
          role_id: id,
          function_url: '/system/account',
          buttons: ['1'],
        })
        .execute();
      return id;
    });
    await server.addUser({ loginName: 'own', roleId });
    const own = await server.signIn('own');
    const { id, version } = await server.call(accounts.add, { name: 'Secret', openingAmount: '9' });
    expect(await server.call(accounts.infoCall, { id }, own)).toMatchObject({
      openingAmount: null,
      balance: null,
    });
    const reply = await server.request(
      'GET',
      accounts.table.path,
      { search: { name: 'Secret' } },
      own,
    );
    expect(reply.json()).toMatchObject({
      data: { rows: [{ name: 'Secret', openingAmount: null, balance: null }] },
    });
    await server.call(accounts.update, { id, version, name: 'Secret', openingAmount: '0' }, own);
    expect(await shop.purse('account', id)).toBe('9');
  });

  test('an account of another company is reported missing', async () => {
    const other = await server.signIn('other');
    const { id } = await server.call(accounts.add, { name: 'Theirs', openingAmount: '3' }, other);
    expect(await server.refusal(accounts.infoCall, { id })).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.refusal(accounts.update, { id, version: 1, name: 'Ours' })).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.refusal(defaultAccount, { id })).toMatchObject({ key: 'record.missing' });
  });
});

describe('the opening balance of a partner', () => {
  test('the opening balance of a customer is a receivable from before the first day', async () => {
    const { id, version } = await server.call(partners.add, {
      type: 'customer',
      name: 'Owes',
      openingReceivable: '120',
    });
    expect(await server.call(partners.infoCall, { id })).toMatchObject({
      openingReceivable: '120',
      closingReceivable: '120',
    });
    await server.call(partners.update, {
      id,
      version,
      type: 'customer',
      name: 'Owes',
      openingReceivable: '100',
    });
    expect(await shop.purse('receivable', id)).toBe('100');
  });

  test('the opening balance of a supplier is a payable', async () => {
    const { id } = await server.call(partners.add, {
      type: 'supplier',
      name: 'Is owed',
      openingPayable: '80',
    });
    expect(await server.call(partners.infoCall, { id })).toMatchObject({
      openingPayable: '80',
      closingPayable: '80',
    });
    expect(await server.refusal(partners.remove, { id })).toMatchObject({ key: 'record.inUse' });
  });

  test('can change from payable to receivable, and be removed', async () => {
    const { id, version } = await server.call(partners.add, {
      type: 'supplier',
      name: 'Turns',
      openingPayable: '80',
    });
    const turned = await server.call(partners.update, {
      id,
      version,
      type: 'supplier',
      name: 'Turns',
      openingPayable: '0',
      openingReceivable: '30',
    });
    expect([await shop.purse('payable', id), await shop.purse('receivable', id)]).toEqual([
      '0',
      '30',
    ]);
    await server.call(partners.update, {
      ...turned,
      type: 'supplier',
      name: 'Turns',
      openingReceivable: '0',
    });
    expect([await shop.purse('payable', id), await shop.purse('receivable', id)]).toEqual([
      '0',
      '0',
    ]);
  });

  test('is in force without approval, even when added by a user limited to granted customers', async () => {
    await shop.set({ force_approval: true, customer_grants: true });
    await server.addUser({ loginName: 'agent', roleId: server.company.roleIds.manager });
    const { id } = await server.call(
      partners.add,
      { type: 'customer', name: 'Granted', openingReceivable: '7' },
      await server.signIn('agent'),
    );
    await shop.set({ force_approval: false, customer_grants: false });
    expect(await shop.purse('receivable', id)).toBe('7');
  });

  test('is posted on the first open day, and cannot change once the day is closed', async () => {
    await shop.set({ closed_until: '2024-12-31' });
    const { id, version } = await server.call(partners.add, {
      type: 'customer',
      name: 'Late',
      openingReceivable: '7',
    });
    await shop.set({ closed_until: '2025-01-31' });
    expect(
      await server.refusal(partners.update, {
        id,
        version,
        type: 'customer',
        name: 'Late',
        openingReceivable: '8',
      }),
    ).toMatchObject({
      key: 'document.periodClosed',
    });
    await server.call(partners.update, { id, version, type: 'customer', name: 'Later' });
    await shop.set({ closed_until: null });
    expect(await shop.purse('receivable', id)).toBe('7');
  });

  test('is kept when saved by a user without rights to amounts', async () => {
    await server.addUser({
      loginName: 'blind',
      roleId: server.company.roleIds.manager,
      hideAmounts: true,
    });
    const blind = await server.signIn('blind');
    const { id, version } = await server.call(partners.add, {
      type: 'customer',
      name: 'Hidden',
      openingReceivable: '44',
    });
    expect(await server.call(partners.infoCall, { id }, blind)).toMatchObject({
      openingReceivable: null,
      closingReceivable: null,
    });
    await server.call(
      partners.update,
      { id, version, type: 'customer', name: 'Hidden', openingReceivable: '0' },
      blind,
    );
    expect(await shop.purse('receivable', id)).toBe('44');
  });
});

test('the type of an income or expense item in use cannot change, even by concurrent calls', async () => {
  for (let round = 0; round < 8; round += 1) {
    const fields = { name: `Fees ${round}`, type: 'income' } as const;
    const item = await server.call(inOutItems.add, fields);
    const change = { ...fields, ...item, type: 'expense' } as const;
    const ends = await Promise.allSettled([
      shop.money('itemIn', [{ itemId: item.id, amount: '1' }]),
      server.call(inOutItems.update, change),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    if (ends[0].status === 'rejected') continue;
    expect(await server.refusal(inOutItems.update, change)).toMatchObject({
      key: 'inOutItem.typeStays',
      data: { field: 'type', name: fields.name },
    });
    await server.call(inOutItems.update, { ...fields, ...item, name: `Charges ${round}` });
  }
});

test('income and expense items are listed separately by type', async () => {
  const income = await server.call(inOutItemChoices, { type: 'in' });
  const expense = await server.call(inOutItemChoices, { type: 'out' });
  expect(income.map(({ name }) => name)).toContain('Interest of the test');
  expect(expense.map(({ name }) => name)).toContain('Rent of the test');
  expect(await server.call(inOutItemChoices, {})).toHaveLength(income.length + expense.length);
  await server.call(inOutItems.add, { name: 'Scrap sold', type: 'income' });
  const offered = await server.call(inOutItemChoices, { type: 'in' });
  expect(offered.map(({ name }) => name)).toContain('Scrap sold');
});

test('a receipt reduces the opening balance of a customer', async () => {
  const { id } = await server.call(partners.add, {
    type: 'customer',
    name: 'Pays the opening',
    openingReceivable: '90',
  });
  const left = () => server.call(openingBalanceLeft, { organId: id });
  expect(await left()).toEqual({ needDebt: '90', finishDebt: '0', eachAmount: '90' });
  await shop.money('moneyIn', [{ amount: '40' }], { partnerId: id });
  expect(await left()).toEqual({ needDebt: '90', finishDebt: '40', eachAmount: '50' });
  expect(await server.call(partners.infoCall, { id })).toMatchObject({
    openingReceivable: '90',
    closingReceivable: '50',
  });
  const hidden = await server.call(
    openingBalanceLeft,
    { organId: id },
    await server.signIn('blind'),
  );
  expect(hidden).toEqual({ needDebt: null, finishDebt: null, eachAmount: null });
  const other = await server.signIn('other');
  expect(await server.refusal(openingBalanceLeft, { organId: id }, other)).toMatchObject({
    key: 'record.missing',
  });
});

test('members are listed for selection with their remaining prepayment', async () => {
  await shop.money('advanceIn', [{ accountId: shop.cash, amount: '60' }], {
    partnerId: shop.member,
  });
  expect(await server.call(memberChoices, {})).toMatchObject([
    { id: shop.member, prepayment: '60' },
  ]);
  const everyone = await server.call(partnerChoices, { limit: 500 });
  expect(new Set(everyone.map(({ type }) => type))).toEqual(
    new Set(['supplier', 'customer', 'member']),
  );
});

test('every invariant of the books holds after all changes of accounts and opening balances', async () => {
  expect(await shop.broken()).toEqual([]);
});

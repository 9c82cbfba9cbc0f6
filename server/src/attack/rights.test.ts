import { debtTable, goodsDocuments, openingBalanceLeft, partners } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer } from '../modules/document/testShop.ts';

const { server, shop } = await aShopServer();
const one = await shop.product();
const line = (quantity: string) => ({ barcode: one.barcode, quantity, unitPrice: '20' });
await shop.goods('purchaseIn', [line('100')], { paidNow: '0' });
await shop.goods('saleOut', [line('1')], { paidNow: '0' });

/** The token of a user who may open these pages, with every button. */
async function whoOpens(loginName: string, pages: readonly string[]): Promise<string> {
  const { tenantId } = shop.company;
  const roleId = await server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name) values (${tenantId}, ${loginName}) returning id`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      select ${tenantId}, ${id}, url, '{1,2,3,7}' from unnest(${pages}::text[]) as page(url)
      returning role_id`.execute(tx);
    return id;
  });
  await server.addUser({ loginName, roleId });
  return server.signIn(loginName);
}

const debts = async (kind: string, token: string) => {
  const asked = { search: { kind } };
  const list = await server.request('GET', debtTable.path, asked, token);
  const file = await server.request('GET', debtTable.exportPath, asked, token);
  return [list.statusCode, file.statusCode];
};

describe('debts', () => {
  test.each([
    ['receives', ['/financial/money_in'], [200, 200], [403, 403]],
    ['pays', ['/financial/money_out'], [403, 403], [200, 200]],
    ['reads-customers', ['/report/customer_account'], [200, 200], [403, 403]],
    ['reads-suppliers', ['/report/vendor_account'], [403, 403], [200, 200]],
  ])(
    'are visible on a single side to a user who %s',
    async (name, pages, ofCustomers, toSuppliers) => {
      const token = await whoOpens(name, pages);
      expect(await debts('moneyIn', token)).toEqual(ofCustomers);
      expect(await debts('moneyOut', token)).toEqual(toSuppliers);
    },
  );

  test('opening debts are visible only to users of their own side', async () => {
    const supplier = await server.call(partners.add, {
      type: 'supplier',
      name: 'Owed',
      openingPayable: '77',
    });
    const receiver = await whoOpens('receiver', ['/financial/money_in']);
    const payer = await whoOpens('payer', ['/financial/money_out']);
    const asked = { organId: supplier.id };
    expect(await server.call(openingBalanceLeft, asked, payer)).toMatchObject({ needDebt: '77' });
    expect((await server.refusal(openingBalanceLeft, asked, receiver)).key).toBe('access.denied');
  });
});

test('a number shared by two kinds opens the document on the user’s own page', async () => {
  const bought = await shop.goods('purchaseIn', [line('1')], { number: 'SHARED' });
  const sold = await shop.goods('saleOut', [line('1')], { number: 'SHARED' });
  const buyer = await whoOpens('buyer', ['/bill/purchase_in']);
  const seller = await whoOpens('seller', ['/bill/sale_out']);
  const stranger = await whoOpens('neither', ['/bill/other_in']);
  const asked = { number: 'SHARED' };
  expect(await server.call(goodsDocuments.detail, asked, buyer)).toMatchObject({ id: bought.id });
  expect(await server.call(goodsDocuments.detail, asked, seller)).toMatchObject({ id: sold.id });
  expect((await server.refusal(goodsDocuments.detail, asked, stranger)).status).toBe(404);
});

// Numbers, lots and partners typed in another character width (decision 0070).
import {
  externalOrders,
  freights,
  goodsDocuments,
  invoices,
  logisticsOrders,
  partners,
} from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { sending, sent } from '../../logistics/testSend.ts';
import { aShopServer, lineOf } from '../testShop.ts';

const { server, shop } = await aShopServer();
const goods = await shop.product({ lots: true });
const inLots = (...parts: readonly { readonly lot: string; readonly expiry?: string }[]) => ({
  ...lineOf(goods, String(parts.length)),
  allocations: parts.map((part) => ({ ...part, quantity: '1' })),
});
const lotsOf = async ({ id }: { readonly id: string }) => {
  const { lines } = await server.call(goodsDocuments.info, { id });
  return lines.flatMap(({ allocations }) => allocations.map(({ lot, expiry }) => [lot, expiry]));
};

test('a lot typed in a different width gets its first spelling', async () => {
  const known = { lot: 'L 1', expiry: '2027-05-01' };
  await shop.goods('purchaseIn', [inLots(known, known)]);
  const sale = await shop.goods('saleOut', [inLots({ lot: 'Ｌ　１' })]);
  expect(await lotsOf(sale)).toEqual([['L 1', '2027-05-01']]);
  const twice = await shop.goods('purchaseIn', [
    inLots({ lot: 'Ｎ２' }, { lot: 'N2', expiry: '2027-06-01' }),
  ]);
  expect(await lotsOf(twice)).toEqual([
    ['Ｎ２', '2027-06-01'],
    ['Ｎ２', '2027-06-01'],
  ]);
  expect(await shop.broken()).toEqual([]);
});

test('a document number is stored in half-width characters, and recognized in every width', async () => {
  const numbered = (number: string) => shop.input('saleOrder', [lineOf(goods, '1')], { number });
  const { number } = await server.call(goodsDocuments.add, numbered('ＳＯ－７'));
  expect(number).toBe('SO-7');
  expect((await server.refusal(goodsDocuments.add, numbered('SO-7'))).key).toBe(
    'document.numberTaken',
  );
});

test('an invoice number is stored in half-width characters, and recognized in every width', async () => {
  const fields = {
    direction: 'received' as const,
    invoiceKind: 'vat' as const,
    number: '１２３４５６７８',
    invoiceDate: '2026-01-15',
    net: '5',
    tax: '0',
  };
  const typed = { ...fields, partnerId: shop.supplier, bills: [] };
  const { id } = await server.call(invoices.add, typed);
  expect((await server.call(invoices.infoCall, { id })).number).toBe('12345678');
  const again = { ...typed, number: '12345678' };
  expect((await server.refusal(invoices.add, again)).key).toBe('invoice.numberTaken');
  const rows = [{ ...fields, partnerName: 'Ａｄａ　Supplies' }];
  const brought = await server.call(invoices.bring, { rows });
  expect(brought.faults).toMatchObject([
    { message: expect.stringContaining('12345678') as string },
  ]);
});

test('freight and invoices name a document with an older wide number', async () => {
  const { sold, aCompany } = sending(shop);
  const [{ out }, company] = [await sold(), await aCompany()];
  const documentNumber = 'ＸＳ－９';
  const { partnerName } = await server.call(goodsDocuments.info, { id: out.id });
  await shop.asOwner(({ tx, tenantId }) =>
    tx
      .updateTable('document')
      .set({ number: documentNumber })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', out.id)
      .execute(),
  );
  const freight = {
    companyId: company.id,
    freightDate: '2026-01-15',
    paymentKind: 'cash' as const,
    allocateBy: 'amount' as const,
    estimated: '5',
    actual: null,
    billableWeight: '1',
  };
  expect(await server.call(freights.add, { ...freight, documentNumber })).toHaveProperty('id');
  const row = {
    direction: 'issued' as const,
    invoiceKind: 'vat' as const,
    number: '777',
    invoiceDate: '2026-01-15',
    partnerName,
    net: '1',
    tax: '0',
    billNumbers: documentNumber,
  };
  expect(await server.call(invoices.bring, { rows: [row] })).toMatchObject({
    added: 1,
    faults: [],
  });
});

test('a tracking number is stored in half-width characters', async () => {
  const { sold, aCompany } = sending(shop);
  const [{ out }, company] = [await sold(), await aCompany()];
  const { id } = await server.call(logisticsOrders.add, sent(company.id, out));
  expect(await server.call(logisticsOrders.label, { id, tracking: 'ＺＸ９' })).toEqual({
    tracking: 'ZX9',
  });
});

test('an external order names its customer in any width', async () => {
  const name = 'ＡＢＣ商贸';
  const { id: partnerId } = await server.call(partners.add, { type: 'customer', name });
  const line = { outerSkuCode: 'A', price: '1', quantity: '1' };
  const order = { platform: 'shop', externalOrder: '1', customer: 'ABC 商贸', lines: [line] };
  expect((await server.refusal(externalOrders.add, order)).key).toBe('externalOrder.customer');
  const { order: kept } = await server.call(externalOrders.add, { ...order, customer: 'ABC商贸' });
  const { rows } = await shop.asOwner(({ tx, tenantId }) =>
    tx
      .selectFrom('external_order')
      .select('partner_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', kept?.id ?? '')
      .execute()
      .then((found) => ({ rows: found })),
  );
  expect(rows).toEqual([{ partner_id: partnerId }]);
});

// A company of earlier versions with the stored currency code RMB, unknown to ISO 4217.
import {
  accounts,
  bankStatements,
  exchangeRates,
  freights,
  goodsDocuments,
  logisticsCompanies,
} from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../document/testShop.ts';
import { errorsOf, send, settled } from '../sheet/testSheets.ts';

const { server, shop } = await aShopServer();
await shop.set({ currency: 'RMB', currency_symbol: '¥' });
const product = await shop.product();
await shop.goods('purchaseIn', [lineOf(product, '10', '1')], { currency: 'RMB', status: '1' });
const unknown = { key: 'request.field', data: { field: 'currency', rule: 'currency' } };

test('a company with the stored currency RMB saves documents in RMB and in another currency', async () => {
  const own = await shop.goods('saleOut', [lineOf(product, '1', '5')], { currency: 'RMB' });
  const input = { currency: 'GBP', exchangeRate: '9', paidNow: '0' };
  const other = await shop.goods('saleOut', [lineOf(product, '1', '5')], input);
  const read = async ({ id }: { readonly id: string }) => server.call(goodsDocuments.info, { id });
  expect([(await read(own)).currency, (await read(other)).currency]).toEqual(['RMB', 'GBP']);
});

test('a company with the stored currency RMB saves rates of other currencies, and none of RMB', async () => {
  const rate = { day: '2025-03-05', rate: '9' };
  await server.call(exchangeRates.add, { ...rate, currency: 'GBP' });
  const { id } = await server.call(exchangeRates.add, { ...rate, currency: 'SEK' });
  const add = (currency: string) => server.refusal(exchangeRates.add, { ...rate, currency });
  expect(await add('RMB')).toMatchObject({ key: 'exchangeRate.own' });
  expect(await add('CNH')).toMatchObject(unknown);
  await server.arrange(shop.company, (tx) =>
    tx.updateTable('exchange_rate').set({ currency: 'CNH' }).where('id', '=', id).execute(),
  );
  const { version } = await server.call(exchangeRates.infoCall, { id });
  await server.call(exchangeRates.update, { ...rate, id, version, currency: 'CNH', rate: '8' });
});

test('a company with the stored currency RMB saves freight in RMB, and in no other such code', async () => {
  const company = { name: 'Carrier', code: 'OLD', orderPrefix: 'OLD-' };
  const { id: companyId } = await server.call(logisticsCompanies.add, company);
  const { number } = await shop.goods('saleOut', [lineOf(product, '1', '5')], { status: '1' });
  const changes = {
    freightDate: '2025-03-05',
    paymentKind: 'freight',
    allocateBy: 'weight',
    estimated: '10',
    actual: null,
    billableWeight: '1',
  } as const;
  const freight = { documentNumber: number, companyId, ...changes };
  expect(await server.refusal(freights.add, { ...freight, currency: 'CNH' })).toMatchObject(
    unknown,
  );
  const { id, version } = await server.call(freights.add, { ...freight, currency: 'RMB' });
  await server.call(freights.update, { ...changes, id, version, currency: 'RMB', actual: '12' });
  expect(await server.call(freights.infoCall, { id })).toMatchObject({
    currency: 'RMB',
    exchangeRate: '1',
    actual: '12',
  });
});

test('a company with the stored currency RMB saves bank statements in RMB', async () => {
  const { id: accountId } = await server.call(accounts.add, {
    name: 'Savings',
    openingAmount: '0',
  });
  const rows = [
    { date: '2025-03-05', amount: '1', partnerName: '', purpose: '', reference: '' },
  ] as const;
  const statement = { accountId, name: 'July', rows: [...rows] };
  const refused = await server.refusal(bankStatements.add, { ...statement, currency: 'CNH' });
  expect(refused).toMatchObject(unknown);
  expect(await server.call(bankStatements.add, { ...statement, currency: 'RMB' })).toMatchObject({
    added: 1,
  });
});

test('a company with the stored currency RMB imports amounts beside signs and names of CNY', async () => {
  const bytes = Buffer.from(
    'Name,Credit limit\nAda,¥5000\nBea,5000元\nCyd,CNY 5000\nDot,RMB 5000\nEve,$5000\n',
  );
  const at = await settled(server, await send(server, 'customers', bytes, undefined, 'c.csv'));
  expect(await errorsOf(server, at)).toEqual([
    ['B6', '“$5000” is in another currency; this column is in RMB'],
  ]);
});

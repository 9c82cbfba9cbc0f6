import { firstSteps, goodsDocuments, myWarehouses, partners, products } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';

const server = await aServer();
afterAll(() => server.stop());

test('first steps show a new company’s progress to its owner only', async () => {
  const nothing = {
    settings: false,
    warehouse: false,
    account: false,
    people: false,
    product: false,
    partner: false,
    opening: false,
    document: false,
  };
  expect(await server.call(firstSteps, {})).toEqual(nothing);
  await server.addUser({ loginName: 'step-manager', role: 'manager' });
  expect(await server.call(firstSteps, {}, await server.signIn('step-manager'))).toBeNull();

  const partnerId = (await server.call(partners.add, { type: 'supplier', name: 'Step Supplies' }))
    .id;
  const [first] = await server.call(myWarehouses, {});
  const warehouseId = first?.id ?? '';
  const stock = [{ warehouseId, openingStock: '5', openingPrice: '2' }];
  const barcodes = [{ code: '6900000000017', unit: 'piece' }];
  await server.call(products.add, { name: 'Step product', unitName: 'piece', barcodes, stock });
  const begun = { ...nothing, people: true, product: true, partner: true, opening: true };
  expect(await server.call(firstSteps, {})).toEqual(begun);

  const line = {
    barcode: '6900000000017',
    quantity: '1',
    unitPrice: '2',
    warehouseId,
  };
  await server.call(goodsDocuments.add, {
    kind: 'purchaseIn',
    partnerId,
    paidNow: '0',
    lines: [line],
  });
  expect(await server.call(firstSteps, {})).toEqual({ ...begun, document: true });
  await server.arrange(server.company, (tx) =>
    sql`insert into sample (tenant_id, state) values (${server.company.tenantId}, 'filled')`.execute(
      tx,
    ),
  );
  expect(await server.call(firstSteps, {})).toBeNull();
});

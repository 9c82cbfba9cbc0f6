import {
  addLabelTemplate,
  defaultLabel,
  deleteLabelTemplate,
  labelGoods,
  labelSizes,
  labelTemplates,
  MOST_COPIES,
  products,
  recordLabels,
  stockOfBarcode,
  updateLabelTemplate,
} from '@tradehouse/contract';
import type { LabelTemplate } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../testing.ts';
import { aShopServer } from '../document/testShop.ts';
import { goodsOnLabels } from './labelGoods.ts';

const { server, shop } = await aShopServer();
const page = '/material/label_print';

/** A user of these pages and buttons who sees no amounts of these sorts. */
async function user(
  name: string,
  pages: Readonly<Record<string, readonly string[]>>,
  hidden: readonly string[] = [],
): Promise<string> {
  const { tenantId } = shop.company;
  const roleId = await server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, ${name}, 'all', ${hidden}) returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    for (const [url, buttons] of Object.entries(pages))
      await sql`insert into role_function (tenant_id, role_id, function_url, buttons)
        values (${tenantId}, ${id}, ${url}, ${buttons})`.execute(tx);
    return id;
  });
  await server.addUser({ loginName: name, roleId });
  return server.signIn(name);
}

const cup = await shop.product();
const lotted = await shop.product({ lots: true });
const numbered = await shop.product({ serials: true });
const productId = await server.arrange(shop.company, async (tx) => {
  const { rows } = await sql<{ id: string }>`
    select product_id as id from barcode
    where tenant_id = ${shop.company.tenantId} and code = ${cup.barcode}`.execute(tx);
  return rows[0]?.id ?? '';
});
const receipt = await shop.goods('purchaseIn', [
  { barcode: cup.barcode, quantity: '2.5', unitPrice: '1' },
  {
    barcode: lotted.barcode,
    quantity: '5',
    unitPrice: '1',
    allocations: [
      { quantity: '2', lot: 'L1', expiry: '2027-05-01' },
      { quantity: '3', lot: 'L2' },
    ],
  },
  {
    barcode: numbered.barcode,
    quantity: '2',
    unitPrice: '1',
    allocations: [{ quantity: '2', serials: ['S1', 'S2'] }],
  },
]);

describe('goods on labels', () => {
  test('are found by a UPC-A and by the EAN-13 with a leading zero, and by the exact code where both are kept', async () => {
    const [upc, ean, twin] = [await shop.product(), await shop.product(), await shop.product()];
    const name = async (of: { readonly barcode: string }, code: string) => {
      await sql`update barcode set code = ${code} where code = ${of.barcode}`.execute(
        server.database.admin,
      );
      return code;
    };
    await name(upc, '036000291452');
    await name(ean, '0042100005264');
    await name(twin, '042100005264');
    const labelled = async (code: string) => {
      const { rows } = await server.call(labelGoods, { codes: [code] });
      return rows.map(({ barcode }) => barcode);
    };
    expect(await labelled('0036000291452')).toEqual(['036000291452']);
    expect(await labelled('036000291452')).toEqual(['036000291452']);
    expect(await labelled('0042100005264')).toEqual(['0042100005264']);
    expect(await labelled('042100005264')).toEqual(['042100005264']);
    const { stock } = await server.call(stockOfBarcode, { barCode: '0036000291452' });
    expect(stock).toBe('0');
  });

  test('labels of a receipt match the received quantity: each lot by itself, each serial once', async () => {
    const { rows } = await server.call(labelGoods, { documentIds: [receipt.id] });
    expect(
      rows.map(({ barcode, lot, expiry, serial, copies }) => [
        barcode,
        lot,
        expiry,
        serial,
        copies,
      ]),
    ).toEqual([
      [cup.barcode, '', '', '', 3],
      [lotted.barcode, 'L1', '2027-05-01', '', 2],
      [lotted.barcode, 'L2', '', '', 3],
      [numbered.barcode, '', '', 'S1', 1],
      [numbered.barcode, '', '', 'S2', 1],
    ]);
  });

  test('are limited per row to the maximum number of printed copies', async () => {
    const many = await shop.goods('purchaseIn', [
      { barcode: cup.barcode, quantity: '5000000000', unitPrice: '0' },
    ]);
    const { rows } = await server.call(labelGoods, { documentIds: [many.id] });
    expect(rows.map(({ copies }) => copies)).toEqual([MOST_COPIES]);
  });

  test('are found by barcode, by serial, by product and by stock', async () => {
    const found = await server.call(labelGoods, {
      codes: ['S2', cup.barcode, 'nothing'],
      productIds: [productId],
      pieces: [lotted.barcode, numbered.barcode],
    });
    expect(found.unknown).toEqual(['nothing']);
    expect(
      found.rows.map(({ barcode, lot, serial, copies }) => [barcode, lot, serial, copies]),
    ).toEqual([
      [numbered.barcode, '', 'S2', 1],
      [cup.barcode, '', '', 1],
      [cup.barcode, '', '', 1],
      [lotted.barcode, 'L1', '', 1],
      [lotted.barcode, 'L2', '', 1],
      [numbered.barcode, '', 'S1', 1],
      [numbered.barcode, '', 'S2', 1],
    ]);
    expect(found.rows[1]).toMatchObject({ unit: 'piece', contents: '', prices: { sale: '20' } });
    const { rows } = await server.call(labelGoods, { codes: [cup.box] });
    expect(rows).toMatchObject([{ barcode: cup.box, unit: 'box', contents: '12 piece' }]);
  });

  test('need equally many statements for several sources and for a single document', async () => {
    const statements = (asked: Parameters<typeof goodsOnLabels>[1]) =>
      shop.asOwner((context) => {
        const scope = {
          ...context.scope,
          pages: new Map([['/bill/purchase_in', new Set<string>()]]),
        };
        return statementsOf({ ...context, scope }, async (counted) => {
          expect((await goodsOnLabels(counted, asked)).rows.length).toBeGreaterThan(0);
        });
      });
    const others = await Promise.all(
      [1, 2, 3].map(() =>
        shop.goods('purchaseIn', [
          { barcode: cup.barcode, quantity: '1', unitPrice: '1' },
          { barcode: cup.barcode, quantity: '2', unitPrice: '1' },
        ]),
      ),
    );
    const one = await statements({ documentIds: [receipt.id] });
    const all = {
      documentIds: [receipt.id, ...others.map(({ id }) => id)],
      codes: [cup.barcode, 'S1'],
      productIds: [productId],
    };
    expect(one).toBe(2);
    expect(await statements(all)).toBe(one);
  });

  test('show no price hidden from the reader', async () => {
    await server.arrange(shop.company, (tx) =>
      sql`update barcode set retail_price = 25, sale_price = 20, distributor_price = 15, supply_price = 12
        where tenant_id = ${shop.company.tenantId} and code = ${cup.barcode}`.execute(tx),
    );
    const pricesFor = async (token?: string) =>
      (await server.call(labelGoods, { codes: [cup.barcode] }, token)).rows[0]?.prices;
    expect(await pricesFor()).toEqual({
      retail: '25',
      sale: '20',
      distributor: '15',
      supply: '12',
    });
    const noSale = await user('noSale', { [page]: [] }, ['sale']);
    expect(await pricesFor(noSale)).toEqual({
      retail: '25',
      sale: null,
      distributor: null,
      supply: null,
    });
    const noRetail = await user('noRetail', { [page]: [] }, ['retail']);
    expect(await pricesFor(noRetail)).toMatchObject({ retail: null, sale: '20' });
  });

  test('labels of documents require access to the documents, and never cross companies', async () => {
    const asked = { documentIds: [receipt.id] };
    const labelsOnly = await user('labelsOnly', { [page]: ['5'] });
    expect((await server.refusal(labelGoods, asked, labelsOnly)).key).toBe('record.missing');
    const keeper = await user('keeping', { [page]: ['5'], '/bill/purchase_in': [] });
    expect((await server.call(labelGoods, asked, keeper)).rows).toHaveLength(5);
    const noPage = await user('noLabels', { '/bill/purchase_in': ['1'] });
    expect((await server.refusal(labelGoods, asked, noPage)).key).toBe('access.denied');
    const sold = await shop.goods('saleOut', [
      { barcode: cup.barcode, quantity: '1', unitPrice: '1' },
    ]);
    expect((await server.refusal(labelGoods, { documentIds: [sold.id] })).key).toBe(
      'record.missing',
    );
    const other = await server.signIn('other');
    expect((await server.refusal(labelGoods, asked, other)).key).toBe('record.missing');
    expect(await server.call(labelGoods, { codes: [cup.barcode, 'S1'] }, other)).toEqual({
      rows: [],
      unknown: [cup.barcode, 'S1'],
    });
  });
});

describe('label templates', () => {
  const template = defaultLabel('product', labelSizes['60x40']);
  const changed = (change: Partial<LabelTemplate>): LabelTemplate => ({ ...template, ...change });

  test('are stored by unique name, updated by version, deleted, and logged', async () => {
    const { id, version } = await server.call(addLabelTemplate, { name: 'Cups', template });
    expect((await server.refusal(addLabelTemplate, { name: 'Cups', template })).key).toBe(
      'name.taken',
    );
    const wider = changed({ width: 70 });
    const saved = await server.call(updateLabelTemplate, {
      id,
      version,
      name: 'Mugs',
      template: wider,
    });
    const kept = await server.call(labelTemplates, {});
    expect(kept).toEqual([{ id, name: 'Mugs', version: saved.version, template: wider }]);
    expect(
      (await server.refusal(updateLabelTemplate, { id, version, name: 'Late', template })).key,
    ).toBe('record.stale');
    await server.call(deleteLabelTemplate, { id });
    expect(await server.call(labelTemplates, {})).toEqual([]);
    expect((await server.refusal(deleteLabelTemplate, { id })).key).toBe('record.missing');
    const actions = await server.arrange(shop.company, async (tx) => {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where tenant_id = ${shop.company.tenantId} and subject = 'label_template'
        order by id`.execute(tx);
      return rows.map(({ action }) => action);
    });
    expect(actions).toEqual(['add', 'update', 'delete']);
  });

  test('are refused with an element outside the label, or with labels outside the sheet', async () => {
    const [element] = template.elements;
    if (element === undefined) throw new Error('no element');
    const refused = async (wrong: LabelTemplate) =>
      server.refusal(addLabelTemplate, { name: 'Wrong', template: wrong });
    expect(await refused(changed({ elements: [element, { ...element, left: 55 }] }))).toMatchObject(
      {
        key: 'label.outside',
        data: { element: 2 },
      },
    );
    const sheet = { columns: 4, rows: 7, left: 0, top: 0, gapAcross: 0, gapDown: 0 };
    expect((await refused(changed({ onSheet: true, sheet }))).key).toBe('label.sheet');
    const markup = Object.assign({}, element, { html: '<b>' });
    expect((await refused(changed({ elements: [markup] }))).key).toMatch(/^request\./);
  });

  test('require the edit button to change and the print button to print, within a company', async () => {
    const { id, version } = await server.call(addLabelTemplate, { name: 'Ours', template });
    const printer = await user('printing', { [page]: ['5'] });
    const editor = await user('editing', { [page]: ['1'] });
    const reader = await user('looking', { [page]: [] });
    const input = { name: 'Theirs', template };
    const told = { template: 'Ours', labels: 3 };
    for (const token of [printer, reader])
      expect((await server.refusal(addLabelTemplate, input, token)).key).toBe('access.denied');
    expect((await server.refusal(recordLabels, told, editor)).key).toBe('access.denied');
    expect(await server.call(recordLabels, told, printer)).toEqual({ changed: 3 });
    expect(await server.call(labelTemplates, {}, reader)).toHaveLength(1);
    const other = await server.signIn('other');
    expect(await server.call(labelTemplates, {}, other)).toEqual([]);
    const theirs = { id, version, ...input };
    expect((await server.refusal(updateLabelTemplate, theirs, other)).key).toBe('record.missing');
    expect((await server.refusal(deleteLabelTemplate, { id }, other)).key).toBe('record.missing');
  });

  test('used by a product print its labels and cannot be deleted', async () => {
    const { id } = await server.call(addLabelTemplate, { name: 'Of a product', template });
    const barcodes = [{ code: '770001', unit: 'piece' }];
    const product = { name: 'Labelled', unitName: 'piece', barcodes, labelTemplateId: id };
    const saved = await server.call(products.add, product);
    const told = await server.call(products.infoCall, { id: saved.id });
    expect(told).toMatchObject({ labelTemplateId: id, labelTemplateName: 'Of a product' });
    const { rows } = await server.call(labelGoods, { codes: ['770001', cup.barcode] });
    expect(rows.map(({ templateId }) => templateId)).toEqual([id, null]);
    expect(await server.refusal(deleteLabelTemplate, { id })).toMatchObject({
      key: 'record.inUse',
      data: { name: 'Of a product', usedBy: 'Labelled' },
    });
    const other = await server.signIn('other');
    expect(await server.refusal(products.add, product, other)).toMatchObject({
      key: 'record.missing',
      data: { field: 'labelTemplateId' },
    });
    const same = barcodes.map((barcode) => ({ ...barcode, id: told.barcodes[0]?.id ?? '' }));
    const change = { ...product, ...saved, barcodes: same, labelTemplateId: null };
    await server.call(products.update, change);
    expect(await server.call(deleteLabelTemplate, { id })).toEqual({ changed: 1 });
  });
});

import {
  barcodeExists,
  batchUpdateProducts,
  brands,
  categories,
  checkProductCost,
  checkProductStock,
  highestBarcode,
  pinyinInitials,
  productById,
  barcodesForLine,
  productChoices,
  productExists,
  productTable,
  products,
  units,
  warehouses,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { fillNameForms } from './fillNameForms.ts';

let server: TestServer;
let boxOf12: string;
beforeAll(async () => {
  server = await aServer();
  const unit = await server.call(units.add, {
    baseUnit: '个',
    subUnit: '盒',
    ratio: '12',
    subUnitTwo: '箱',
    ratioTwo: '144',
  });
  boxOf12 = unit.id;
});
afterAll(() => server.stop());

interface Listed {
  readonly total: number;
  readonly rows: readonly Record<string, unknown>[];
  readonly totals: Record<string, string | null>;
}
async function list(search: object = {}, token?: string): Promise<Listed> {
  const reply = await server.request('GET', productTable.path, { search }, token);
  return reply.json<{ data: Listed }>().data;
}
const names = ({ rows }: Listed) => rows.map(({ name }) => name);

let next = 600_000;
const code = () => String((next += 1));
const single = (name: string, more: object = {}) => ({
  name,
  unitName: 'piece',
  barcodes: [{ code: code(), unit: 'piece' }],
  ...more,
});

describe('a product', () => {
  test('a product with a single unit is added, read, changed and deleted', async () => {
    const barcode = code();
    const { id, version } = await server.call(products.add, {
      name: '不锈钢螺丝',
      unitName: '个',
      standard: 'M6',
      weight: '0.012',
      shelfLifeDays: 30,
      skuCode: 'S-1',
      country: '中国',
      barcodes: [
        {
          code: barcode,
          unit: '个',
          purchasePrice: '1.5',
          retailPrice: '3',
          salePrice: '2.5',
          minimumPrice: '2',
          distributorPrice: '2.2',
          supplyPrice: '2.1',
        },
      ],
    });
    const info = await server.call(products.infoCall, { id });
    expect(info).toMatchObject({
      name: '不锈钢螺丝',
      mnemonic: 'BXGLS',
      unitName: '个',
      unitId: null,
      weight: '0.012',
      shelfLifeDays: 30,
      skuCode: 'S-1',
      country: '中国',
      used: false,
      barcodes: [
        {
          code: barcode,
          ratio: '1',
          isDefault: true,
          purchasePrice: '1.5',
          supplyPrice: '2.1',
          used: false,
        },
      ],
    });
    expect(await server.call(productById, { id })).toEqual(info);
    const [row] = info.barcodes;
    await server.call(products.update, {
      id,
      version,
      name: '不锈钢螺栓',
      barcodes: [{ id: row?.id ?? '', code: barcode, unit: '个', salePrice: '2.6' }],
    });
    expect(await server.call(products.infoCall, { id })).toMatchObject({
      version: 2,
      name: '不锈钢螺栓',
      mnemonic: 'BXGLS',
      standard: 'M6',
      skuCode: 'S-1',
      country: '中国',
      barcodes: [{ id: row?.id, salePrice: '2.6', purchasePrice: '1.5' }],
    });
    await server.call(products.remove, { id });
    expect(await server.refusal(products.infoCall, { id })).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.call(barcodeExists, { barCode: barcode })).toEqual({ status: false });
  });

  test('a product of several units lists base unit, sub unit, then further rows', async () => {
    const rows = [
      { code: code(), unit: '个' },
      { code: code(), unit: '盒' },
      { code: code(), unit: '箱' },
    ] as const;
    const { id } = await server.call(products.add, {
      name: 'Tea',
      unitId: boxOf12,
      barcodes: [...rows],
    });
    const { barcodes } = await server.call(products.infoCall, { id });
    expect(barcodes.map(({ unit, ratio }) => `${unit} ${ratio}`)).toEqual([
      '个 1',
      '盒 12',
      '箱 144',
    ]);
  });

  test.each([
    ['both units', { unitName: 'piece', unitId: '1' }, 'product.oneUnit', { field: 'unitName' }],
    ['no unit', { unitName: null }, 'product.oneUnit', { field: 'unitName' }],
    [
      'another unit on a row',
      { barcodes: [{ code: '9001', unit: 'box' }] },
      'barcode.unit',
      { field: 'barcodes', line: 1, unit: 'piece' },
    ],
    [
      'a code twice',
      {
        barcodes: [
          { code: '9001', unit: 'piece' },
          { code: '9001', unit: 'piece' },
        ],
      },
      'barcode.repeated',
      { line: 2 },
    ],
    [
      'serials and lots',
      { serialManaged: true, lotManaged: true },
      'product.serialAndLot',
      { field: 'lotManaged' },
    ],
    [
      'a code of 3 digits',
      { barcodes: [{ code: '123', unit: 'piece' }] },
      'barcode.format',
      { field: 'barcodes', line: 1 },
    ],
    [
      'a code of 14 digits',
      { barcodes: [{ code: '12345678901234', unit: 'piece' }] },
      'barcode.format',
      { field: 'barcodes', line: 1 },
    ],
    [
      'a code with letters',
      { barcodes: [{ code: '12A45', unit: 'piece' }] },
      'barcode.format',
      { field: 'barcodes', line: 1 },
    ],
    ['no barcode', { barcodes: [] }, 'request.field', { field: 'barcodes' }],
    [
      'a price below zero',
      { barcodes: [{ code: '9001', unit: 'piece', salePrice: '-1' }] },
      'request.field',
      { field: 'salePrice' },
    ],
    [
      'a category that is not there',
      { categoryId: '999999' },
      'record.missing',
      { field: 'categoryId' },
    ],
    ['an unknown field', { tenantId: '1' }, 'request.field', { field: 'tenantId' }],
  ])('a product with %s is refused', async (_, change, key, data) => {
    expect(await server.refusal(products.add, { ...single('Refused'), ...change })).toMatchObject({
      key,
      data,
    });
  });

  test('a product of several units needs two barcodes, in the order of the units', async () => {
    const base = { name: 'Needs two', unitId: boxOf12 };
    expect(
      await server.refusal(products.add, { ...base, barcodes: [{ code: '9101', unit: '个' }] }),
    ).toMatchObject({ key: 'product.twoBarcodes' });
    const turned = [
      { code: '9101', unit: '个' },
      { code: '9102', unit: '箱' },
    ];
    expect(await server.refusal(products.add, { ...base, barcodes: turned })).toMatchObject({
      key: 'barcode.unit',
      data: { line: 2, unit: '盒' },
    });
  });

  test('has unique barcodes', async () => {
    const taken = code();
    await server.call(
      products.add,
      single('First', { barcodes: [{ code: taken, unit: 'piece' }] }),
    );
    const second = single('Second', {
      barcodes: [
        { code: code(), unit: 'piece' },
        { code: taken, unit: 'piece' },
      ],
    });
    expect(await server.refusal(products.add, second)).toMatchObject({
      key: 'barcode.taken',
      data: { barcode: taken, line: 2 },
    });
    expect((await list({ keyword: 'Second' })).total).toBe(0);
    await server.call(
      products.add,
      single('Same code elsewhere', { barcodes: [{ code: taken, unit: 'piece' }] }),
      await server.signIn('other'),
    );
  });

  test('is unique by name, texts and unit', async () => {
    await server.call(products.add, single('Twin', { model: 'A' }));
    expect(await server.refusal(products.add, single('Twin', { model: 'A' }))).toMatchObject({
      key: 'product.taken',
      data: { name: 'Twin' },
    });
    expect(
      await server.call(productExists, { name: 'Twin', model: 'A', unitName: 'piece' }),
    ).toEqual({ status: true });
    await server.call(products.add, single('Twin', { model: 'B' }));
    const both = await Promise.all(
      [0, 1].map(() => server.request('POST', '/material/add', single('Race'))),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });

  test('is refused with a repeated barcode', async () => {
    const { id, version } = await server.call(products.add, {
      name: 'Named twice',
      unitName: '个',
      barcodes: [{ code: code(), unit: '个' }],
    });
    const { barcodes } = await server.call(productById, { id });
    const twice = [...barcodes, ...barcodes].map((row, index) => ({
      id: row.id,
      code: index === 0 ? row.code : code(),
      unit: row.unit,
    }));
    expect(
      await server.refusal(products.update, {
        id,
        version,
        name: 'Named twice',
        barcodes: twice,
      }),
    ).toMatchObject({ key: 'record.missing', data: { field: 'barcodes', line: 2 } });
  });

  test('may swap, add and drop barcodes', async () => {
    const [one, two, three] = [code(), code(), code()];
    const { id } = await server.call(
      products.add,
      single('Swapped', {
        barcodes: [
          { code: one, unit: 'piece' },
          { code: two, unit: 'piece' },
        ],
      }),
    );
    const [first, second] = (await server.call(products.infoCall, { id })).barcodes;
    await server.call(products.update, {
      id,
      version: 1,
      name: 'Swapped',
      barcodes: [
        { id: first?.id ?? '', code: two, unit: 'piece' },
        { id: second?.id ?? '', code: one, unit: 'piece' },
        { code: three, unit: 'piece' },
      ],
    });
    expect((await server.call(products.infoCall, { id })).barcodes.map((row) => row.code)).toEqual([
      two,
      one,
      three,
    ]);
    await server.call(products.update, {
      id,
      version: 2,
      name: 'Swapped',
      barcodes: [{ id: second?.id ?? '', code: one, unit: 'piece' }],
    });
    expect((await server.call(products.infoCall, { id })).barcodes).toMatchObject([
      { id: second?.id, code: one, isDefault: true },
    ]);
  });

  test('a product of another company is reported missing', async () => {
    const other = await server.signIn('other');
    const { id } = await server.call(products.add, single('Theirs'), other);
    const theirs = await server.call(products.infoCall, { id }, other);
    expect(await server.refusal(products.infoCall, { id })).toMatchObject({
      key: 'record.missing',
    });
    expect(
      await server.refusal(products.update, { id, version: 1, ...single('Ours') }),
    ).toMatchObject({ key: 'record.missing' });
    expect(
      await server.refusal(batchUpdateProducts, { ids: id, material: { color: 'X' } }),
    ).toMatchObject({ key: 'record.missing' });
    const mine = await server.call(products.add, single('Mine'));
    const foreignRow = [{ id: theirs.barcodes[0]?.id ?? '', code: code(), unit: 'piece' }];
    expect(
      await server.refusal(products.update, { ...mine, name: 'Mine', barcodes: foreignRow }),
    ).toMatchObject({ key: 'record.missing', data: { line: 1 } });
    const stock = [{ warehouseId: server.stranger.warehouseId, minimum: '1' }];
    expect(await server.refusal(products.add, { ...single('Foreign place'), stock })).toMatchObject(
      { key: 'record.missing', data: { field: 'stock', line: 1 } },
    );
    expect(names(await list({ keyword: 'Theirs' }))).toEqual([]);
  });

  test('keeps a minimum and a maximum of stock per warehouse', async () => {
    const { warehouseId } = server.company;
    const stock = (minimum: string | null, maximum: string | null) => [
      { warehouseId, minimum, maximum },
    ];
    const saved = await server.call(products.add, {
      ...single('Watched'),
      stock: stock('5', '50'),
    });
    const [row] = (await server.call(products.infoCall, { id: saved.id })).stock;
    expect(row).toMatchObject({
      warehouseId,
      minimum: '5',
      maximum: '50',
      openingStock: '0',
      stock: '0',
    });
    const { barcodes } = await server.call(products.infoCall, { id: saved.id });
    const again = {
      ...saved,
      name: 'Watched',
      barcodes: barcodes.map(({ id, code: same, unit }) => ({ id, code: same, unit })),
    };
    expect(
      await server.refusal(products.update, { ...again, stock: stock('60', '50') }),
    ).toMatchObject({ key: 'product.safetyStock', data: { line: 1 } });
    await server.call(products.update, { ...again, stock: stock('6', null) });
    expect((await server.call(products.infoCall, { id: saved.id })).stock).toMatchObject([
      { minimum: '6', maximum: null },
    ]);
  });
});

test('a check compares stored stock and cost with the ledger and only reports differences', async () => {
  const { id: warehouseId } = await server.call(warehouses.add, { name: 'Compared' });
  const stock = [{ warehouseId, openingStock: '7', openingPrice: '2' }];
  const { id } = await server.call(products.add, single('Compared', { stock }));
  const agrees = { checked: 1, differing: [] };
  expect(await server.call(checkProductStock, { ids: id })).toEqual(agrees);
  expect(await server.call(checkProductCost, { ids: id })).toEqual(agrees);
  const { tenantId } = server.company;
  await server.arrange(server.company, async (tx) => {
    await sql`update stock_balance set quantity = 6 where tenant_id = ${tenantId} and warehouse_id = ${warehouseId}`.execute(
      tx,
    );
    await sql`update sku_cost set value = 13 where tenant_id = ${tenantId} and sku_id in (
      select id from sku where tenant_id = ${tenantId} and product_id = ${id})`.execute(tx);
  });
  const differs = { checked: 1, differing: ['Compared'] };
  expect(await server.call(checkProductStock, { ids: id })).toEqual(differs);
  expect(await server.call(checkProductCost, { ids: id })).toEqual(differs);
});

test('several products change their fields together, all or none', async () => {
  const acme = await server.call(brands.add, { code: 'AC', name: 'Acme' });
  const a = await server.call(products.add, single('Batch A'));
  const b = await server.call(products.add, single('Batch B', { color: 'red' }));
  expect(
    await server.call(batchUpdateProducts, {
      ids: `${b.id},${a.id}`,
      material: { brandId: acme.id, weight: '2' },
    }),
  ).toEqual({ changed: 2 });
  expect(await server.call(products.infoCall, { id: b.id })).toMatchObject({
    brandId: acme.id,
    brandName: 'Acme',
    weight: '2',
    color: 'red',
    version: 2,
  });
  expect(
    await server.refusal(batchUpdateProducts, { ids: `${a.id},999999`, material: { color: 'X' } }),
  ).toMatchObject({ key: 'record.missing' });
  expect(await server.refusal(batchUpdateProducts, { ids: a.id, material: {} })).toMatchObject({
    status: 400,
  });
  expect(await server.call(products.infoCall, { id: a.id })).toMatchObject({ brandName: 'Acme' });
});

test('the product list is searched by barcode, name, initials, texts, category and subcategories', async () => {
  const saved = await server.call(
    products.add,
    single('红茶', { standard: '100_g', maker: 'Hill' }),
  );
  const { barcodes } = await server.call(products.infoCall, { id: saved.id });
  for (const keyword of [barcodes[0]?.code, '红茶', 'hc', '100_G', 'hill']) {
    expect(names(await list({ keyword })), keyword).toEqual(['红茶']);
  }
  expect(names(await list({ keyword: '100%g' }))).toEqual([]);
  const drinks = await server.call(categories.add, { name: 'Drinks', number: 'D1' });
  const teas = await server.call(categories.add, {
    name: 'Teas',
    number: 'D2',
    parentId: drinks.id,
  });
  await server.call(batchUpdateProducts, { ids: saved.id, material: { categoryId: teas.id } });
  expect(names(await list({ category: drinks.id }))).toEqual(['红茶']);
  expect(names(await list({ keyword: '红茶', enabled: false }))).toEqual([]);
});

/** Names that a keyword finds in the list, and in the picker. */
async function namesFound(keyword: string) {
  const { rows } = await server.call(productChoices, { q: keyword });
  return { list: names(await list({ keyword })), picker: rows.map((row) => row.name) };
}

test('a search finds wide and narrow letters alike, in the list and in the picker', async () => {
  await server.call(products.add, single('ＷＩＤＥ杯（大）'));
  await server.call(products.add, single('NARROW杯(大)', { model: 'Xq-7' }));
  const searches = [
    ['WIDE', 'ＷＩＤＥ杯（大）'],
    ['wide杯(大)', 'ＷＩＤＥ杯（大）'],
    ['e杯', 'ＷＩＤＥ杯（大）'],
    ['ＮＡＲＲＯＷ', 'NARROW杯(大)'],
    ['narrow杯（大）', 'NARROW杯(大)'],
    ['ｘＱ', 'NARROW杯(大)'],
    ['q－７', 'NARROW杯(大)'],
  ] as const;
  for (const [keyword, name] of searches)
    expect(await namesFound(keyword), keyword).toEqual({ list: [name], picker: [name] });
});

test('a search finds whole pinyin, letters without accents and both Chinese writings, in list and picker', async () => {
  await server.call(products.add, single('钢笔 Café'));
  await server.call(products.add, single('重慶銀行卡'));
  const searches = [
    ['gangbi', '钢笔 Café'],
    ['GangBi', '钢笔 Café'],
    ['cafe', '钢笔 Café'],
    ['鋼筆', '钢笔 Café'],
    ['鋼', '钢笔 Café'],
    ['fé', '钢笔 Café'],
    ['fe', '钢笔 Café'],
    ['chongqing', '重慶銀行卡'],
    ['重庆', '重慶銀行卡'],
    ['qing', '重慶銀行卡'],
    ['庆', '重慶銀行卡'],
    ['gang bi', '钢笔 Café'],
    ['钢 cafe', '钢笔 Café'],
    ['卡 chong', '重慶銀行卡'],
  ] as const;
  const expectFound = async () => {
    for (const [keyword, name] of searches)
      expect(await namesFound(keyword), keyword).toEqual({ list: [name], picker: [name] });
  };
  await expectFound();
  await sql`update product set name_forms = null`.execute(server.database.admin);
  expect(names(await list({ keyword: 'gangbi' }))).toEqual([]);
  await fillNameForms(server.database.connections.owner, { rest: 0 });
  await expectFound();
});

test('a UPC-A and the EAN-13 with a leading zero are equal barcodes, in wide digits too', async () => {
  const taken = single('Upc goods', { barcodes: [{ code: '036000291452', unit: 'piece' }] });
  await server.call(products.add, taken);
  await server.call(
    products.add,
    single('Ean goods', { barcodes: [{ code: '0042100005264', unit: 'piece' }] }),
  );
  const codes = [
    ['0036000291452', 'Upc goods'],
    ['０３６０００２９１４５２', 'Upc goods'],
    ['042100005264', 'Ean goods'],
    ['0042100005264', 'Ean goods'],
  ] as const;
  for (const [code, name] of codes) {
    const { rows } = await server.call(productChoices, { q: code });
    expect(
      rows.map((row) => row.name),
      code,
    ).toEqual([name]);
    const lines = await server.call(barcodesForLine, { barCode: code });
    expect(
      lines.map(({ productName }) => productName),
      code,
    ).toEqual([name]);
    expect(names(await list({ keyword: code })), code).toEqual([name]);
  }
  const again = single('Again', { barcodes: [{ code: '0036000291452', unit: 'piece' }] });
  expect(await server.refusal(products.add, again)).toMatchObject({ key: 'barcode.taken' });
});

test('the product picker offers barcodes, the exact match first', async () => {
  const [one, two] = ['456001', '45600'];
  await server.call(
    products.add,
    single('Aa picked', { barcodes: [{ code: one, unit: 'piece' }] }),
  );
  await server.call(
    products.add,
    single('Zz picked', { barcodes: [{ code: two, unit: 'piece' }] }),
  );
  const off = await server.call(
    products.add,
    single('Off picked', { barcodes: [{ code: '456002', unit: 'piece' }] }),
  );
  await server.call(products.setStatus, { ids: off.id, status: false });
  const reply = await server.call(productChoices, { q: two });
  expect(reply.rows.map(({ barcode }) => barcode)).toEqual([two, one]);
  expect(reply).toMatchObject({
    total: 2,
    rows: [{ name: 'Zz picked', unit: 'piece', ratio: '1', stock: '0' }, {}],
  });
  expect(await server.call(productChoices, { q: 'picked', page: 2, rows: 1 })).toMatchObject({
    total: 2,
    rows: [{ name: 'Zz picked' }],
  });
});

test('the product picker offers equal names first, then names beginning with the searched text', async () => {
  for (const name of ['测试砚台甲', '砚台盒', '砚台'])
    await server.call(products.add, single(name));
  for (const q of ['砚台', '硯台', 'yantai', 'YT', 'yan tai']) {
    const { rows } = await server.call(productChoices, { q });
    expect(
      rows.map(({ name }) => name),
      q,
    ).toEqual(['砚台', '砚台盒', '测试砚台甲']);
  }
});

test('the product picker reads few products for a common word, and counts all on the last page', async () => {
  const sold = await server.call(
    products.add,
    single('Zz vj last', { barcodes: [{ code: '45700001', unit: 'piece' }] }),
  );
  await sql`
    with made as (
      insert into product (tenant_id, name, unit_name)
      select tenant_id, 'Vj ' || lpad(n::text, 4, '0'), 'piece'
      from product, generate_series(1, 4100) as n where id = ${sold.id} returning tenant_id, id),
    kept as (insert into sku (tenant_id, product_id) select tenant_id, id from made returning tenant_id, id, product_id)
    insert into barcode (tenant_id, sku_id, product_id, code, unit, is_default)
    select tenant_id, id, product_id, 'vj' || id, 'piece', true from kept`.execute(
    server.database.admin,
  );
  const found = async (asked: InputOf<typeof productChoices>) => {
    const { total, rows } = await server.call(productChoices, { rows: 50, ...asked });
    return [total, rows[0]?.name, rows.at(-1)?.name];
  };
  const [counted, first, last] = await found({ q: 'vj' });
  expect(counted).toBeGreaterThanOrEqual(1000);
  expect(counted).toBeLessThanOrEqual(4000);
  expect([first, last]).toEqual(['Vj 0001', 'Vj 0050']);
  expect(await found({ q: 'vj', page: 2 })).toEqual([counted, 'Vj 0051', 'Vj 0100']);
  expect(await found({ q: 'vj', page: 83 })).toEqual([4101, 'Zz vj last', 'Zz vj last']);
  // The exact barcode stands first, however late its product is by name.
  expect((await found({ q: '45700001' }))[1]).toBe('Zz vj last');
  // So does the whole name.
  await server.call(products.add, single('vj'));
  expect((await found({ q: 'vj' }))[1]).toBe('vj');
  await sql`delete from product where name like 'Vj %'`.execute(server.database.admin);
});

test('the product picker searches the descriptive fields of products', async () => {
  const facts = {
    standard: '250 ml',
    model: 'P-7',
    color: 'amber',
    maker: 'Kiln',
    propertyOne: 'glazed',
    propertyTwo: 'spring',
    propertyThree: 'gift box',
  };
  const code = '8811223344551';
  await server.call(
    products.add,
    single('Yy pot', { ...facts, lotManaged: true, barcodes: [{ code, unit: 'piece' }] }),
  );
  const found = async (asked: InputOf<typeof productChoices>) =>
    (await server.call(productChoices, { q: 'Yy pot', ...asked })).rows;
  const { standard: _standard, model: _model, ...told } = facts;
  expect(await found({})).toMatchObject([{ barcode: code, imageId: null, ...told }]);
  const answers: readonly InputOf<typeof productChoices>[] = [
    { standardOrModel: '250' },
    { standardOrModel: 'p-7' },
    { color: 'amb' },
    { mfrs: 'kiln' },
    { propertyOne: 'glaz' },
    { propertyTwo: 'spring' },
    { propertyThree: 'box' },
    { enableBatchNumber: true, enableSerialNumber: false },
  ];
  for (const asked of answers) expect(await found(asked)).toHaveLength(1);
  const passes: readonly InputOf<typeof productChoices>[] = [
    { standardOrModel: '500' },
    { color: 'blue' },
    { mfrs: 'none' },
    { propertyOne: 'spring' },
    { propertyTwo: 'glazed' },
    { propertyThree: 'glazed' },
    { enableSerialNumber: true },
  ];
  for (const asked of passes) expect(await found(asked)).toEqual([]);
});

test('the highest own barcode ignores makers’ codes of twelve digits or more', async () => {
  const barcodes = ['6901234509908', '036000291469', '99999999991'].map((code) => ({
    code,
    unit: 'piece',
  }));
  await server.call(products.add, single('Highest', { barcodes }));
  expect(await server.call(highestBarcode, {})).toEqual({ barCode: '99999999991' });
});

test('the pinyin initials of a name are returned', async () => {
  expect(await server.call(pinyinInitials, { name: '苹果手机 X-5' })).toBe('PGSJX5');
});

describe('a user without price rights', () => {
  test('neither sees, nor sorts by, nor overwrites a price', async () => {
    await server.addUser({ loginName: 'seller', role: 'salesperson' });
    await server.addUser({
      loginName: 'blind',
      roleId: server.company.roleIds.manager,
      hideAmounts: true,
    });
    const [seller, blind] = [await server.signIn('seller'), await server.signIn('blind')];
    const saved = await server.call(
      products.add,
      single('Priced', {
        barcodes: [{ code: code(), unit: 'piece', purchasePrice: '7', salePrice: '9' }],
      }),
    );
    const [seen] = (await list({ keyword: 'Priced' }, seller)).rows;
    expect(seen).toMatchObject({ purchasePrice: null, salePrice: '9' });
    const sorted = await server.request(
      'GET',
      productTable.path,
      { column: 'purchasePrice' },
      seller,
    );
    expect(sorted.statusCode).toBe(400);
    const info = await server.call(products.infoCall, { id: saved.id }, blind);
    expect(info.barcodes).toMatchObject([
      { purchasePrice: null, salePrice: null, supplyPrice: null },
    ]);
    await server.call(
      products.update,
      {
        ...saved,
        name: 'Priced',
        barcodes: [
          {
            id: info.barcodes[0]?.id ?? '',
            code: info.barcodes[0]?.code ?? '',
            unit: 'piece',
            purchasePrice: null,
            salePrice: '0',
          },
        ],
      },
      blind,
    );
    expect((await server.call(products.infoCall, { id: saved.id })).barcodes).toMatchObject([
      { purchasePrice: '7', salePrice: '9' },
    ]);
  });

  test('can neither add nor change a product without the edit button of the page', async () => {
    await server.addUser({ loginName: 'keeper', role: 'keeper' });
    const keeper = await server.signIn('keeper');
    expect(await server.refusal(products.add, single('Keeper made'), keeper)).toMatchObject({
      status: 403,
    });
    expect(
      await server.refusal(batchUpdateProducts, { ids: '1', material: { color: 'X' } }, keeper),
    ).toMatchObject({ status: 403 });
  });
});

test('the product list is exported by every user with the export button', async () => {
  const file = await server.request('GET', productTable.exportPath, {
    search: { keyword: 'Twin' },
  });
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toContain('spreadsheetml');
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const seller = await server.signIn('seller');
  expect((await server.request('GET', productTable.exportPath, {}, seller)).statusCode).toBe(403);
});

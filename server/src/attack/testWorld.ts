// Two companies that hold one of everything, each marked so that whatever leaks out of it is recognised.
import {
  accounts,
  addAnnouncement,
  attributes,
  applications,
  brands,
  categories,
  goodsDocuments,
  exchangeRates,
  movingFigures,
  openingDebts,
  inOutItems,
  institutions,
  ledgerAccounts,
  logisticsCompanies,
  moneyDocuments,
  partners,
  people,
  priceLists,
  promotions,
  products,
  externalOrders,
  relations,
  revenueClasses,
  services,
  units,
  updateSettings,
  currentSettings,
  warehouses,
  webhooks,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, MoneyDocumentInput } from '@tradehouse/contract';
import {
  documentKinds,
  goodsKindCodes,
  isOrder,
  moneyKindCodes,
  namedByLines,
  purseSettledByKind,
  settlingKind,
} from '@tradehouse/domain';
import type { GoodsKindCode, KindCode, MoneyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { TestCompany, TestServer } from '../testing.ts';
import { everyPage } from './testCalls.ts';
import { aCompany } from './testLogisticsSamples.ts';

/**
 * Prices of a test company, with three digits and a fraction: no other number looks alike, hence leaked
 * prices are found in replies.
 */
export interface Prices {
  readonly purchase: string;
  readonly retail: string;
  readonly sale: string;
  /** Below the price of sale. */
  readonly minimum: string;
}

export interface World {
  readonly server: TestServer;
  readonly company: TestCompany;
  readonly token: string;
  /** Stands in every text of the company and in no other company's. */
  readonly mark: string;
  /** Stands on every document's head and nowhere else. */
  readonly documentMark: string;
  readonly prices: Prices;
  readonly ids: Readonly<Record<RecordName, string>>;
  readonly barcodes: Readonly<Record<'plain' | 'box' | 'serial' | 'lot', string>>;
  readonly documents: Readonly<Record<KindCode, SavedDocument>>;
  /** The number of the institution that the owner belongs to. */
  readonly institutionCode: string;
  /** A word that was never given out before, with the mark in it. */
  readonly word: () => string;
  /** A barcode that was never given out before. */
  readonly code: () => string;
  readonly goodsInput: (kind: GoodsKindCode) => GoodsDocumentInput;
  readonly moneyInput: (kind: MoneyKindCode) => Promise<MoneyDocumentInput>;
  readonly addGoods: (kind: GoodsKindCode) => Promise<SavedDocument>;
  readonly addMoney: (kind: MoneyKindCode) => Promise<SavedDocument>;
}

export interface SavedDocument {
  readonly id: string;
  readonly version: number;
  readonly number: string;
}

export type RecordName =
  | 'user'
  | 'announcement'
  | 'category'
  | 'institution'
  | 'revenueClass'
  | 'ledgerAccount'
  | 'exchangeRate'
  | 'openingDebt'
  | 'movingFigure'
  | 'unit'
  | 'product'
  | 'boxed'
  | 'serialProduct'
  | 'lotProduct'
  | 'warehouse'
  | 'branch'
  | 'supplier'
  | 'customer'
  | 'member'
  | 'salesperson'
  | 'account'
  | 'bank'
  | 'brand'
  | 'application'
  | 'webhook'
  | 'service'
  | 'priceList'
  | 'promotion'
  | 'relation'
  | 'externalOrder'
  | 'logisticsCompany'
  | 'attribute'
  | 'incomeItem'
  | 'expenseItem';

/** Size of the id range of a table in tests: ranges do not overlap, hence an id identifies a table. */
export const STRETCH = 100_000;

/** Gives every table's ids their stretch. Comes before any record of the test. */
export async function spreadIds({ database }: TestServer): Promise<readonly string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' and column_name = 'id' order by 1`.execute(
    database.admin,
  );
  for (const [at, { table_name: table }] of rows.entries())
    await sql`select setval(${`${table}_id_seq`}, ${(at + 1) * STRETCH}::bigint, false)`.execute(
      database.admin,
    );
  return rows.map((row) => row.table_name);
}

/** The menu of the test offers every page that guards anything. */
export async function openEveryPage({ database }: TestServer): Promise<void> {
  for (const page of everyPage)
    await sql`
      insert into function (number, parent_number, name_zh, name_en, url, component, sort, buttons)
      values (${`page${page}`}, '0', ${page}, ${page}, ${page}, ${page}, '99', ${['1', '2', '3', '5', '7']})
      on conflict do nothing`.execute(database.admin);
  await sql`update function set buttons = '{1,2,3,5,7}'`.execute(database.admin);
}

const STOCK = '6000';

/** Returns the login name of a company's user for frequent sign-ins. */
export const callerOf = ({ code }: TestCompany): string => `${code}-caller`;

/** Fills a company with one of everything, all of it through the server's own calls. */
export async function aWorld(
  server: TestServer,
  company: TestCompany,
  mark: string,
  prices: Prices,
): Promise<World> {
  const token = await server.signIn(company.code);
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, token);
  let given = Number(company.tenantId) * 1_000_000;
  const next = (): number => (given += 1);
  const word = (): string => `${mark}${next()}`;
  const code = (): string => String(next());
  const named = async (saving: Promise<{ readonly id: string }>): Promise<string> =>
    (await saving).id;

  const { version } = await call(currentSettings, {});
  await call(updateSettings, {
    version,
    companyName: word(),
    companyAddress: word(),
    saleAgreement: word(),
    purchaseBySale: true,
  });
  const category = await named(call(categories.add, { name: word(), number: word() }));
  const revenueClass = await named(
    call(revenueClasses.add, { name: word(), number: word(), type: 'income' }),
  );
  const institutionCode = word();
  const institution = await named(
    call(institutions.add, { name: word(), number: institutionCode, remark: word() }),
  );
  await server.arrange(company, (tx) =>
    sql`
      insert into user_institution (tenant_id, user_id, institution_id)
      values (${company.tenantId}, ${company.ownerId}, ${institution})`.execute(tx),
  );
  const unit = await named(
    call(units.add, {
      baseUnit: `${mark.slice(0, 4)}p`,
      subUnit: `${mark.slice(0, 4)}b`,
      ratio: '12',
    }),
  );
  const warehouse = await named(
    call(warehouses.add, { name: word(), address: word(), storageFee: prices.sale }),
  );
  const branch = await named(call(warehouses.add, { name: word(), remark: word() }));
  const partner = (type: 'supplier' | 'customer' | 'member', more: object = {}): Promise<string> =>
    named(
      call(partners.add, {
        type,
        name: word(),
        contacts: word(),
        remark: word(),
        bankAccount: word(),
        ...more,
      }),
    );
  // Signs in again and again, which ends the oldest sessions: not those that the test asks by.
  await server.addUser({ loginName: callerOf(company), company });
  const application = await named(
    call(applications.add, {
      name: word(),
      userId: company.ownerId,
      scopes: ['products:read', 'orders:read'],
      validMinutes: 120,
      addresses: [],
    }),
  );
  const masters = {
    user: company.ownerId,
    announcement: await named(
      call(addAnnouncement, {
        title: word(),
        content: `<p>${word()}</p>`,
        audience: 'user',
        audienceIds: [company.ownerId],
      }),
    ),
    category,
    revenueClass,
    ledgerAccount: await named(
      call(ledgerAccounts.add, { code: code(), name: word(), accountType: 'revenue' }),
    ),
    exchangeRate: await named(
      call(exchangeRates.add, { currency: 'GBP', day: '2025-01-01', rate: '9', remark: word() }),
    ),
    openingDebt: await named(
      call(openingDebts.add, {
        partnerId: await partner('customer'),
        number: word(),
        businessDate: '2025-01-05',
        amount: prices.sale,
        remark: word(),
      }),
    ),
    movingFigure: await named(
      call(movingFigures.add, {
        figureKind: 'receivable',
        day: '2025-01-05',
        figure: prices.sale,
        remark: word(),
      }),
    ),
    institution,
    unit,
    warehouse,
    branch,
    supplier: await partner('supplier', { openingPayable: `2${prices.retail}` }),
    customer: await partner('customer', { openingReceivable: prices.sale }),
    member: await partner('member'),
    salesperson: await named(call(people.add, { name: word(), type: 'salesperson' })),
    account: await named(call(accounts.add, { name: word(), openingAmount: `10${prices.sale}` })),
    bank: await named(call(accounts.add, { name: word(), number: word() })),
    incomeItem: await named(
      call(inOutItems.add, { name: word(), type: 'income', classId: revenueClass }),
    ),
    application,
    webhook: await named(
      call(webhooks.add, {
        name: word(),
        appId: application,
        url: 'https://hooks.invalid/told',
        events: ['salesOrder.approved'],
      }),
    ),
    brand: await named(call(brands.add, { code: word(), name: word(), remark: word() })),
    logisticsCompany: await named(call(logisticsCompanies.add, aCompany({ word }, prices.sale))),
    service: await named(
      call(services.add, { name: word(), fee: prices.sale, chargeMode: 'order' }),
    ),
    attribute: await named(
      call(attributes.add, { name: word().slice(-9), values: [word(), word()] }),
    ),
    expenseItem: await named(call(inOutItems.add, { name: word(), type: 'expense' })),
  };
  const priced = {
    purchasePrice: prices.purchase,
    retailPrice: prices.retail,
    salePrice: prices.sale,
    supplyPrice: prices.sale,
    minimumPrice: prices.minimum,
  };
  const barcodes = { plain: code(), box: code(), serial: code(), lot: code() };
  const product = (barcode: string, more: object): Promise<string> =>
    named(
      call(products.add, {
        name: word(),
        unitName: `${mark.slice(0, 4)}u`,
        categoryId: category,
        brandId: masters.brand,
        remark: word(),
        barcodes: [{ code: barcode, unit: `${mark.slice(0, 4)}u`, ...priced }],
        ...more,
      }),
    );
  const ids = {
    ...masters,
    product: await product(barcodes.plain, {
      stock: [
        {
          warehouseId: warehouse,
          openingStock: STOCK,
          openingPrice: prices.purchase,
          minimum: '1',
        },
      ],
    }),
    boxed: await named(
      call(products.add, {
        name: word(),
        unitId: unit,
        barcodes: [
          { code: code(), unit: `${mark.slice(0, 4)}p`, ...priced },
          { code: barcodes.box, unit: `${mark.slice(0, 4)}b`, ...priced },
        ],
        stock: [{ warehouseId: branch, openingStock: STOCK, openingPrice: prices.purchase }],
      }),
    ),
    serialProduct: await product(barcodes.serial, { serialManaged: true }),
    lotProduct: await product(barcodes.lot, { lotManaged: true }),
  };
  const { barcodes: ofProduct } = await call(products.infoCall, { id: ids.product });
  // What the customer pays is agreed by it.
  const priceList = await named(
    call(priceLists.add, {
      name: word(),
      base: 'retail',
      remark: word(),
      prices: ofProduct.flatMap(({ id }) =>
        id === undefined ? [] : [{ barcodeId: id, price: prices.sale }],
      ),
    }),
  );
  // Without effect on prices: other documents of the world keep their amounts.
  const promotion = await named(
    call(promotions.add, { name: word(), promotionKind: 'percent', rate: '5', enabled: false }),
  );
  const relation = await named(
    call(relations.add, {
      platform: word(),
      outerSkuCode: word(),
      outerName: word(),
      barcodeId: ofProduct[0]?.id ?? null,
    }),
  );
  const order = {
    platform: word(),
    externalOrder: word(),
    partnerId: ids.customer,
    lines: [{ outerSkuCode: word(), outerName: word(), quantity: '1', price: prices.sale }],
  };
  const externalOrder = (await call(externalOrders.add, order)).order?.id ?? '';
  const everyId = { ...ids, priceList, promotion, relation, externalOrder };

  const partnerOf: Readonly<Record<string, string | undefined>> = {
    supplier: ids.supplier,
    customer: ids.customer,
    member: ids.member,
    any: ids.customer,
  };
  const documentMark = `${mark}paper`;
  const head = (kind: KindCode) => {
    const { partner, account } = documentKinds[kind];
    return {
      // Counted numbers are the same in every company; these are not.
      number: word(),
      remark: documentMark,
      handlerId: ids.salesperson,
      ...(partner === null ? {} : { partnerId: partnerOf[partner.type] ?? null }),
      ...(account === null ? {} : { accountId: ids.account }),
    };
  };
  const usual = (kind: GoodsKindCode): string =>
    documentKinds[kind].price === null ? '0' : prices[documentKinds[kind].price ?? 'sale'];
  const goodsInput = (kind: GoodsKindCode): GoodsDocumentInput => {
    const { goods, targetWarehouse, warehouse: inWarehouse, amounts } = documentKinds[kind];
    const roles = Object.keys(goods);
    const line = (role: 'item' | 'composite' | 'part', barcode: string, quantity: string) => ({
      barcode,
      quantity,
      role,
      unitPrice: usual(kind),
      remark: documentMark,
      ...(inWarehouse ? { warehouseId: barcode === barcodes.box ? branch : warehouse } : {}),
      ...(targetWarehouse ? { targetWarehouseId: branch } : {}),
    });
    return {
      kind,
      ...head(kind),
      ...(amounts.includes('debt') ? { paidNow: '0', salespersonIds: [ids.salesperson] } : {}),
      ...(amounts.includes('debt') ? { externalOrder: documentMark, otherFees: '1' } : {}),
      lines: roles.includes('composite')
        ? [line('composite', barcodes.plain, '1'), line('part', barcodes.box, '1')]
        : [line('item', barcodes.plain, '3')],
    };
  };
  const addGoods = (kind: GoodsKindCode): Promise<SavedDocument> =>
    call(goodsDocuments.add, goodsInput(kind));
  const deposit = '2';
  const moneyInput = async (kind: MoneyKindCode): Promise<MoneyDocumentInput> => {
    const settled = goodsKindCodes.find((code) => settlingKind(code) === kind);
    const bill =
      settled === undefined
        ? null
        : await call(goodsDocuments.add, {
            ...goodsInput(settled),
            ...(isOrder(settled) ? { depositTaken: deposit } : {}),
          });
    const item = kind === 'itemIn' ? ids.incomeItem : kind === 'itemOut' ? ids.expenseItem : null;
    // What is paid back was paid in.
    if (kind === 'advanceOut') await addMoney('advanceIn');
    const amount = purseSettledByKind(kind) === 'deposit' ? deposit : prices.retail;
    return {
      kind,
      ...head(kind),
      ...(documentKinds[kind].paymentFees.length === 0 ? {} : { paymentFee: prices.minimum }),
      lines: [
        {
          amount,
          remark: documentMark,
          ...(bill === null ? {} : { settledDocumentId: bill.id }),
          ...(item === null ? {} : { itemId: item }),
          ...(namedByLines(documentKinds[kind]) === 'account' ? { accountId: ids.bank } : {}),
        },
      ],
    };
  };
  const addMoney = async (kind: MoneyKindCode): Promise<SavedDocument> =>
    call(moneyDocuments.add, await moneyInput(kind));

  const documents: Partial<Record<KindCode, SavedDocument>> = {};
  for (const kind of goodsKindCodes) documents[kind] = await addGoods(kind);
  for (const kind of moneyKindCodes) documents[kind] = await addMoney(kind);
  const world = {
    server,
    company,
    token,
    mark,
    documentMark,
    prices,
    ids: everyId,
    barcodes,
    institutionCode,
    // SAFETY: the two loops have just filled every kind.
    documents: documents as Record<KindCode, SavedDocument>,
    word,
    code,
    goodsInput,
    moneyInput,
    addGoods,
    addMoney,
  };
  await fillParts(world);
  return world;
}

/** So many more documents, of every goods kind in turn. */
export async function moreDocuments(world: World, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await world.addGoods(goodsKindCodes[at % goodsKindCodes.length] ?? 'saleOut');
  await measureAgain(world);
}

/**
 * Refreshes the table statistics. Test databases have no autovacuum, and plans for empty tables would make
 * calls slow and hold locks long.
 */
export async function measureAgain({ server: { database } }: World): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables where schemaname = 'public'`.execute(
    database.app,
  );
  for (const { name } of rows)
    await sql`select measure_again(array[${name}])`.execute(database.app);
}

/** Serials, lots and a chain of order, delivery and return, each with the company's mark. */
async function fillParts({
  server,
  token,
  goodsInput,
  barcodes,
  mark,
  ids,
  documents,
}: World): Promise<void> {
  const receipt = goodsInput('purchaseIn');
  const [line] = receipt.lines;
  if (line === undefined) throw new Error('a receipt has a line');
  const part = (barcode: string, allocation: object) => ({
    ...line,
    barcode,
    quantity: '1',
    warehouseId: ids.warehouse,
    allocations: [allocation],
  });
  await server.call(
    goodsDocuments.add,
    {
      ...receipt,
      lines: [
        part(barcodes.serial, { serials: [`${mark}S1`] }),
        part(barcodes.lot, { lot: `${mark}L1`, expiry: '2030-01-01' }),
      ],
    },
    token,
  );
  const order = documents.saleOrder.id;
  await server.call(goodsDocuments.setStatus, { ids: order, status: '1' }, token);
  const [wanted] = goodsInput('saleOut').lines;
  if (wanted === undefined) throw new Error('a sale has a line');
  await server.call(
    goodsDocuments.add,
    {
      ...goodsInput('saleOut'),
      lines: [{ ...wanted, quantity: '1', sourceDocumentId: order, sourceLine: 1 }],
    },
    token,
  );
}

// Deterministic dump of a jshERP company of any size: that program's columns, 20 documents a day.

type BenchDumpCell = string | number | null;
type BenchDumpRow = Readonly<Record<string, BenchDumpCell>>;

const TENANT = 63;
const PRODUCTS = 500;
const PARTNERS = 100;
const PER_DAY = 20;
const DELIVERED = 3 * PER_DAY;
const PAID = 10 * PER_DAY;
/** Quantity above any stock: the sale is refused. One in a thousand, like in any grown company. */
const FAR_TOO_MUCH = 9_999_999;

/** The text of a dump, statement by statement. */
export function* jsherpDump(documents: number): Generator<string> {
  for (const [name, rows] of Object.entries(generateMasterRows())) yield* dumpTableSql(name, rows);
  const { heads, items, moneyHeads, moneyItems } = generateTradeRows(documents);
  yield* dumpTableSql('jsh_depot_head', heads);
  yield* dumpTableSql('jsh_depot_item', items);
  yield* dumpTableSql('jsh_account_head', moneyHeads);
  yield* dumpTableSql('jsh_account_item', moneyItems);
}

const dumpCellSql = (cell: BenchDumpCell = null): string => (cell === null ? 'null' : `'${cell}'`);

function* dumpTableSql(name: string, rows: readonly BenchDumpRow[]): Generator<string> {
  const columns = Object.keys(rows[0] ?? { id: 0 });
  const definitions = columns.map((column) => `  \`${column}\` varchar(200) DEFAULT NULL,\n`);
  yield `CREATE TABLE \`${name}\` (\n${definitions.join('')}  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\n`;
  for (const row of rows)
    yield `INSERT INTO \`${name}\` VALUES (${columns.map((column) => dumpCellSql(row[column])).join(', ')});\n`;
}

const generateList = <T>(length: number, of: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => of(at));
const own = { tenant_id: TENANT, delete_flag: '0' };

function generateMasterRows(): Readonly<Record<string, readonly BenchDumpRow[]>> {
  return {
    jsh_tenant: [
      {
        id: 1,
        tenant_id: TENANT,
        login_name: 'grown',
        user_num_limit: 20,
        type: '1',
        enabled: '1',
      },
    ],
    jsh_system_config: [
      { id: 1, company_name: '大公司', minus_stock_flag: '0', purchase_by_sale_flag: '0', ...own },
    ],
    jsh_user: [
      { id: TENANT, username: '老板', login_name: 'grown', status: '0', tenant_id: TENANT },
    ],
    jsh_depot: generateList(3, (at) => ({
      id: 14 + at,
      name: `仓库${at}`,
      type: 0,
      sort: at,
      ...own,
    })),
    jsh_account: generateList(2, (at) => ({
      id: 17 + at,
      name: `账户${at}`,
      initial_amount: 1_000_000,
      ...own,
    })),
    jsh_supplier: generateList(PARTNERS, (at) => ({
      id: 100 + at,
      supplier: `往来单位${at}`,
      type: isSupplier(100 + at) ? '供应商' : '客户',
      begin_need_get: 0,
      begin_need_pay: 0,
      enabled: 1,
      ...own,
    })),
    jsh_material: generateList(PRODUCTS, (at) => ({
      id: 1000 + at,
      name: `商品${at}`,
      unit: '个',
      enabled: 1,
      ...own,
    })),
    jsh_material_extend: generateList(PRODUCTS, (at) => ({
      id: 5000 + at,
      material_id: 1000 + at,
      bar_code: 100_000 + at,
      commodity_unit: '个',
      purchase_decimal: 10,
      commodity_decimal: 30,
      wholesale_decimal: 20,
      low_decimal: 12,
      default_flag: '1',
      ...own,
    })),
    jsh_material_initial_stock: generateList(PRODUCTS * 3, (at) => ({
      id: 1 + at,
      material_id: 1000 + (at % PRODUCTS),
      depot_id: 14 + Math.floor(at / PRODUCTS),
      number: 100_000,
      ...own,
    })),
  };
}

const isSupplier = (id: number): boolean => id % 4 === 0;

/** Pattern: orders are delivered after three days, sales on credit paid after ten. */
const sorts = [
  { type: '入库', sub: '采购', prefix: 'CGRK' },
  { type: '出库', sub: '销售', prefix: 'XSCK' },
  { type: '出库', sub: '销售', prefix: 'XSCK' },
  { type: '其它', sub: '销售订单', prefix: 'XSDD' },
  { type: '出库', sub: '销售', prefix: 'XSCK', ordered: true },
  { type: '出库', sub: '零售', prefix: 'LSCK' },
  { type: '出库', sub: '调拨', prefix: 'DBCK' },
  { type: '入库', sub: '采购', prefix: 'CGRK' },
  { type: '出库', sub: '销售', prefix: 'XSCK', onCredit: true },
  { type: '收款', sub: null, prefix: 'SK' },
] as const;

interface DumpTradeRows {
  readonly heads: BenchDumpRow[];
  readonly items: BenchDumpRow[];
  readonly moneyHeads: BenchDumpRow[];
  readonly moneyItems: BenchDumpRow[];
}

function generateTradeRows(documents: number): DumpTradeRows {
  const all: DumpTradeRows = { heads: [], items: [], moneyHeads: [], moneyItems: [] };
  for (let at = 0; at < documents; at += 1) addDocument(all, at);
  return all;
}

function addDocument(all: DumpTradeRows, at: number): void {
  const sort = sorts[at % sorts.length] ?? sorts[0];
  if (sort.sub === null) addReceipt(all, at);
  else addDumpGoodsDocument(all, at, sort);
}

function addDumpGoodsDocument(all: DumpTradeRows, at: number, sort: (typeof sorts)[number]): void {
  const { heads, items } = all;
  const [id, price] = [at + 1, sort.type === '入库' ? 10 : 20];
  const ordered = 'ordered' in sort && at > DELIVERED ? id - 1 - DELIVERED : null;
  const lines = generateDumpLines(ordered ?? id, at, price);
  const total = lines.reduce((sum, { all_price: amount }) => sum + amount, 0);
  const signed = sort.type === '入库' ? -total : total;
  const isOrder = sort.type === '其它';
  heads.push({
    id,
    type: sort.type,
    sub_type: sort.sub,
    number: formatDumpNumber(sort.prefix, id),
    create_time: timeOfDumpDocument(at),
    oper_time: timeOfDumpDocument(at),
    organ_id: partnerOfDumpDocument(sort, ordered ?? at),
    creator: TENANT,
    account_id: isOrder ? null : 17 + (at % 2),
    change_amount: isOrder ? null : 'onCredit' in sort ? 0 : signed,
    total_price: signed,
    pay_type: '现付',
    discount: isOrder ? null : 0,
    discount_money: isOrder ? null : 0,
    discount_last_money: total,
    other_money: isOrder ? null : 0,
    status: isOrder ? '2' : '0',
    purchase_status: '0',
    link_number: ordered === null ? null : formatDumpNumber('XSDD', ordered),
    ...own,
  });
  lines.forEach((line, index) => {
    const target = sort.sub === '调拨' ? 14 + ((at + 1) % 3) : null;
    const ids = { id: id * 10 + index, header_id: id, another_depot_id: target };
    const from = ordered === null ? null : ordered * 10 + index;
    items.push({ ...ids, depot_id: 14 + (at % 3), ...line, link_id: from, ...own });
  });
}

/** Makes one to five lines; a tenth of the goods fills half of the lines, like anywhere. */
function generateDumpLines(seed: number, at: number, price: number) {
  const isRefused = at % 1000 === 501;
  return generateList(1 + (seed % 5), (index) => {
    const draw = (seed * 7919 + index * 104_729) % 1_000_003;
    const product = draw % 2 === 0 ? draw % (PRODUCTS / 10) : draw % PRODUCTS;
    const quantity = isRefused ? FAR_TOO_MUCH : 1 + (draw % 9);
    return {
      material_id: 1000 + product,
      material_extend_id: 5000 + product,
      material_unit: '个',
      oper_number: quantity,
      basic_number: quantity,
      unit_price: price,
      all_price: quantity * price,
      tax_rate: 0,
    };
  });
}

/** Pays half of the sales on credit; none in the first days. */
function addReceipt({ heads, moneyHeads, moneyItems }: DumpTradeRows, at: number): void {
  const [id, sold] = [at + 1, at - PAID];
  const bill = heads.findLast((head) => head['id'] === sold);
  if (bill === undefined) return;
  const amount = Number(bill['total_price']) / 2;
  moneyHeads.push({
    id,
    type: '收款',
    organ_id: bill['organ_id'] ?? null,
    creator: TENANT,
    change_amount: amount,
    discount_money: 0,
    total_price: amount,
    account_id: 17,
    bill_no: formatDumpNumber('SK', id),
    bill_time: timeOfDumpDocument(at),
    status: '0',
    ...own,
  });
  moneyItems.push({
    id,
    header_id: id,
    bill_id: sold,
    each_amount: amount,
    ...own,
  });
}

const formatDumpNumber = (prefix: string, id: number): string =>
  `${prefix}${String(id).padStart(11, '0')}`;

function partnerOfDumpDocument({ type, sub }: (typeof sorts)[number], at: number): number | null {
  if (sub === '零售' || sub === '调拨') return null;
  const id = 100 + (Math.floor(at / 10) % (PARTNERS / 4)) * 4;
  return type === '入库' ? id : id + 1;
}

const FIRST = Date.parse('2015-01-01T08:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const timeOfDumpDocument = (at: number): string =>
  new Date(FIRST + Math.floor(at / PER_DAY) * DAY + (at % PER_DAY) * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

// A dump of one jshERP company of any size, always the same: rows of the columns that program writes, 20 documents a day.

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell>>;

const TENANT = 63;
const PRODUCTS = 500;
const PARTNERS = 100;
const PER_DAY = 20;
const DELIVERED = 3 * PER_DAY;
const PAID = 10 * PER_DAY;
/** A sale of so much is refused: no one has it. One in a thousand, as in any grown company. */
const FAR_TOO_MUCH = 9_999_999;

/** The text of a dump, statement by statement. */
export function* jsherpDump(documents: number): Generator<string> {
  for (const [name, rows] of Object.entries(masters())) yield* table(name, rows);
  const { heads, items, moneyHeads, moneyItems } = trade(documents);
  yield* table('jsh_depot_head', heads);
  yield* table('jsh_depot_item', items);
  yield* table('jsh_account_head', moneyHeads);
  yield* table('jsh_account_item', moneyItems);
}

const cellOf = (cell: Cell = null): string => (cell === null ? 'null' : `'${cell}'`);

function* table(name: string, rows: readonly Row[]): Generator<string> {
  const columns = Object.keys(rows[0] ?? { id: 0 });
  const definitions = columns.map((column) => `  \`${column}\` varchar(200) DEFAULT NULL,\n`);
  yield `CREATE TABLE \`${name}\` (\n${definitions.join('')}  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\n`;
  for (const row of rows)
    yield `INSERT INTO \`${name}\` VALUES (${columns.map((column) => cellOf(row[column])).join(', ')});\n`;
}

const count = <T>(length: number, of: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => of(at));
const own = { tenant_id: TENANT, delete_flag: '0' };

function masters(): Readonly<Record<string, readonly Row[]>> {
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
    jsh_depot: count(3, (at) => ({ id: 14 + at, name: `仓库${at}`, type: 0, sort: at, ...own })),
    jsh_account: count(2, (at) => ({
      id: 17 + at,
      name: `账户${at}`,
      initial_amount: 1_000_000,
      ...own,
    })),
    jsh_supplier: count(PARTNERS, (at) => ({
      id: 100 + at,
      supplier: `往来单位${at}`,
      type: isSupplier(100 + at) ? '供应商' : '客户',
      begin_need_get: 0,
      begin_need_pay: 0,
      enabled: 1,
      ...own,
    })),
    jsh_material: count(PRODUCTS, (at) => ({
      id: 1000 + at,
      name: `商品${at}`,
      unit: '个',
      enabled: 1,
      ...own,
    })),
    jsh_material_extend: count(PRODUCTS, (at) => ({
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
    jsh_material_initial_stock: count(PRODUCTS * 3, (at) => ({
      id: 1 + at,
      material_id: 1000 + (at % PRODUCTS),
      depot_id: 14 + Math.floor(at / PRODUCTS),
      number: 100_000,
      ...own,
    })),
  };
}

const isSupplier = (id: number): boolean => id % 4 === 0;

/** What comes again and again: an order is delivered after three days, what was sold on credit is paid after ten. */
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

interface Trade {
  readonly heads: Row[];
  readonly items: Row[];
  readonly moneyHeads: Row[];
  readonly moneyItems: Row[];
}

function trade(documents: number): Trade {
  const all: Trade = { heads: [], items: [], moneyHeads: [], moneyItems: [] };
  for (let at = 0; at < documents; at += 1) addDocument(all, at);
  return all;
}

function addDocument(all: Trade, at: number): void {
  const sort = sorts[at % sorts.length] ?? sorts[0];
  if (sort.sub === null) addReceipt(all, at);
  else addGoods(all, at, sort);
}

function addGoods(all: Trade, at: number, sort: (typeof sorts)[number]): void {
  const { heads, items } = all;
  const [id, price] = [at + 1, sort.type === '入库' ? 10 : 20];
  const ordered = 'ordered' in sort && at > DELIVERED ? id - 1 - DELIVERED : null;
  const lines = linesOf(ordered ?? id, at, price);
  const total = lines.reduce((sum, { all_price: amount }) => sum + amount, 0);
  const signed = sort.type === '入库' ? -total : total;
  const isOrder = sort.type === '其它';
  heads.push({
    id,
    type: sort.type,
    sub_type: sort.sub,
    number: numberOf(sort.prefix, id),
    create_time: timeOf(at),
    oper_time: timeOf(at),
    organ_id: partnerOf(sort, ordered ?? at),
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
    link_number: ordered === null ? null : numberOf('XSDD', ordered),
    ...own,
  });
  lines.forEach((line, index) => {
    const target = sort.sub === '调拨' ? 14 + ((at + 1) % 3) : null;
    const ids = { id: id * 10 + index, header_id: id, another_depot_id: target };
    const from = ordered === null ? null : ordered * 10 + index;
    items.push({ ...ids, depot_id: 14 + (at % 3), ...line, link_id: from, ...own });
  });
}

/** One to five lines; a tenth of the goods is in half of the lines, as anywhere. */
function linesOf(seed: number, at: number, price: number) {
  const isRefused = at % 1000 === 501;
  return count(1 + (seed % 5), (index) => {
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

/** Half of what was sold on credit; in the first days no one pays. */
function addReceipt({ heads, moneyHeads, moneyItems }: Trade, at: number): void {
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
    bill_no: numberOf('SK', id),
    bill_time: timeOf(at),
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

const numberOf = (prefix: string, id: number): string => `${prefix}${String(id).padStart(11, '0')}`;

function partnerOf({ type, sub }: (typeof sorts)[number], at: number): number | null {
  if (sub === '零售' || sub === '调拨') return null;
  const id = 100 + (Math.floor(at / 10) % (PARTNERS / 4)) * 4;
  return type === '入库' ? id : id + 1;
}

const FIRST = Date.parse('2015-01-01T08:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const timeOf = (at: number): string =>
  new Date(FIRST + Math.floor(at / PER_DAY) * DAY + (at % PER_DAY) * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

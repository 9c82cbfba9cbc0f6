// A small company whose books are written by hand, so that the checks are tested against arithmetic anybody can follow
// and not against the writer that they are meant to watch.
import { sql } from 'kysely';
import type { Insertable, Kysely, Transaction } from 'kysely';
import { createTenantIn } from '../seed/tenant.ts';
import { settlingPurses } from './checkFragments.ts';
import type { Database } from './database.generated.ts';
import { tradeMeasures } from './tradedGoods.ts';

type Tx = Transaction<Database>;
type Row<Table extends keyof Database> = Insertable<Database[Table]>;

/** `place id`, such as 'warehouse 3' or 'variance'. */
type Spot = string;
type MoveOf = readonly [
  sku: string,
  quantity: string,
  from: Spot,
  to: Spot,
  value: string,
  more?: { readonly lot?: string; readonly serials?: string[]; readonly date?: string },
];
type EntryOf = readonly [from: Spot, to: Spot, amount: string];

interface Paper {
  readonly head: Omit<
    Row<'document'>,
    'tenant_id' | 'creator_id' | 'currency' | 'business_time'
  > & {
    /** Absent: the company's own. */
    readonly currency?: string;
    readonly business_date: string;
  };
  readonly lines?: readonly Omit<
    Row<'document_line'>,
    'tenant_id' | 'document_id' | 'business_date' | 'line' | 'position'
  >[];
  readonly settlements?: readonly (readonly [account: string, amount: string])[];
  readonly links?: readonly (readonly [
    line: number,
    source: string,
    sourceLine: number,
    quantity: string,
  ])[];
  readonly moves?: readonly MoveOf[];
  readonly entries?: readonly EntryOf[];
  /** What its lines add to their day's trade. */
  readonly trade?: readonly (readonly [
    quantity: string,
    amount: string,
    tax: string,
    cost: string,
  ])[];
  /** Lots and serials of its lines. */
  readonly parts?: readonly (readonly [
    line: number,
    quantity: string,
    lot: string,
    serials: string[],
  ])[];
}

/** Ids needed by corruptions of the test ledgers. */
export interface Books {
  readonly tenantId: string;
  readonly documents: Readonly<Record<string, string>>;
  readonly skus: Readonly<Record<'plain' | 'serial' | 'lot' | 'whole', string>>;
  readonly warehouses: readonly [string, string];
  readonly accounts: readonly [string, string];
  readonly partners: Readonly<Record<'supplier' | 'customer' | 'member' | 'abroad', string>>;
}

/** Writes the company; its balances are summed from its ledgers. */
export function writeBooks(admin: Kysely<Database>, code: string): Promise<Books> {
  return admin.transaction().execute(async (tx) => {
    const { tenantId, ownerId, warehouseId, accountId } = await createTenantIn(tx, {
      code,
      name: code,
      owner: { loginName: code, name: code, passwordHash: '' },
    });
    const insert = async (
      table: 'warehouse' | 'account' | 'partner' | 'product' | 'sku',
      row: object,
    ) => {
      const { rows } = await sql<{ id: string }>`
        insert into ${sql.table(table)} (tenant_id, ${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${tenantId}, ${sql.join(Object.values(row).map((value) => sql`${value}`))})
        returning id`.execute(tx);
      return rows[0]?.id ?? '';
    };
    const sku = async (name: string, managed: object = {}) =>
      insert('sku', { product_id: await insert('product', { name, unit_name: '个', ...managed }) });
    const books = {
      tenantId,
      warehouses: [warehouseId, await insert('warehouse', { name: 'second' })],
      accounts: [accountId, await insert('account', { name: 'bank' })],
      partners: {
        supplier: await insert('partner', { type: 'supplier', name: 'supplier' }),
        customer: await insert('partner', {
          type: 'customer',
          name: 'customer',
          opening_receivable: '3',
        }),
        member: await insert('partner', { type: 'member', name: 'member' }),
        abroad: await insert('partner', { type: 'customer', name: 'abroad' }),
      },
      skus: {
        plain: await sku('plain'),
        serial: await sku('serial', { serial_managed: true }),
        lot: await sku('lot', { lot_managed: true }),
        whole: await sku('whole'),
      },
    } as const;
    await tx
      .insertInto('lot')
      .values({ tenant_id: tenantId, sku_id: books.skus.lot, lot: 'x' })
      .execute();
    const documents: Record<string, string> = {};
    const postings = new Map<string, number>();
    for (const [number, paper] of Object.entries(papers(books))) {
      documents[number] = await writePaper(
        tx,
        { tenantId, ownerId, number, documents, postings },
        paper,
      );
    }
    await deriveBalances(tx, tenantId);
    await deriveCards(tx, tenantId);
    return { ...books, documents };
  });
}

/** One paper of each sort, in the order of posting: what it says and, beside it, what it put into the ledgers. */
function papers({
  skus,
  warehouses,
  accounts,
  partners,
}: Omit<Books, 'documents'>): Record<string, Paper> {
  const [w1, w2] = warehouses.map((id) => `warehouse ${id}`) as [string, string];
  const [cash, bank] = accounts.map((id) => `account ${id}`) as [string, string];
  const supplier = `supplier ${partners.supplier}`;
  const customer = `customer ${partners.customer}`;
  const owed = `receivable ${partners.customer}`;
  const owing = `payable ${partners.supplier}`;
  const line = (
    sku: string,
    quantity: string,
    price: string,
    amount: string,
    more: object = {},
  ) => ({
    sku_id: sku,
    quantity,
    base_quantity: quantity,
    unit_price: price,
    amount,
    total: amount,
    warehouse_id: warehouses[0],
    ...more,
  });
  const at = (business_date: string, ...ids: readonly string[]) => ({
    business_date,
    warehouse_ids: [...ids],
  });
  const both = { partner_id: partners.customer, in_force: true };
  return {
    // 50 of goods and 6.50 of tax, 6.50 off, 4 of freight: the goods come in at 50 − 6.50 + 4.
    CGRK1: {
      head: {
        kind: 'purchaseIn',
        ...at('2024-01-05', warehouses[0]),
        partner_id: partners.supplier,
        in_force: true,
        goods_amount: '50',
        tax_amount: '6.5',
        total_amount: '56.5',
        discount: '6.5',
        freight: '4',
        payable: '54',
        paid_now: '20',
        debt: '34',
        settled: '4',
      },
      lines: [
        line(skus.plain, '10', '5', '50', {
          tax_rate: '13',
          tax: '6.5',
          total: '56.5',
          discount_share: '6.5',
          fee_share: '4',
        }),
      ],
      settlements: [[accounts[0], '20']],
      moves: [[skus.plain, '10', supplier, w1, '47.5']],
      entries: [
        [owing, 'inventory', '47.5'],
        [owing, 'taxIn', '6.5'],
        [cash, owing, '20'],
      ],
      trade: [['10', '50', '6.5', '47.5']],
    },
    CGRK2: {
      head: {
        kind: 'purchaseIn',
        ...at('2024-01-06', warehouses[0]),
        partner_id: partners.supplier,
        in_force: true,
        goods_amount: '310',
        total_amount: '310',
        payable: '310',
        paid_now: '310',
      },
      lines: [
        line(skus.serial, '3', '100', '300', { linked_quantity: '1', done_quantity: '1' }),
        line(skus.lot, '5', '2', '10', { linked_quantity: '1', done_quantity: '1' }),
      ],
      settlements: [
        [accounts[0], '250'],
        [accounts[1], '60'],
      ],
      moves: [
        [skus.serial, '3', supplier, w1, '300', { serials: ['a', 'b', 'c'] }],
        [skus.lot, '5', supplier, w1, '10', { lot: 'x' }],
      ],
      entries: [
        [owing, 'inventory', '310'],
        [cash, owing, '250'],
        [bank, owing, '60'],
      ],
      trade: [
        ['3', '300', '0', '300'],
        ['5', '10', '0', '10'],
      ],
      parts: [
        [1, '3', '', ['a', 'b', 'c']],
        [2, '5', 'x', []],
      ],
    },
    CGTH1: {
      head: {
        kind: 'purchaseBack',
        ...at('2024-01-08', warehouses[0]),
        partner_id: partners.supplier,
        in_force: true,
        goods_amount: '102',
        total_amount: '102',
        payable: '102',
        debt: '102',
      },
      lines: [line(skus.serial, '1', '100', '100'), line(skus.lot, '1', '2', '2')],
      links: [
        [1, 'CGRK2', 1, '1'],
        [2, 'CGRK2', 2, '1'],
      ],
      parts: [
        [1, '1', '', ['b']],
        [2, '1', 'x', []],
      ],
      moves: [
        [skus.serial, '1', w1, supplier, '100', { serials: ['b'] }],
        [skus.lot, '1', w1, supplier, '2', { lot: 'x' }],
      ],
      entries: [['inventory', owing, '102']],
      trade: [
        ['1', '100', '0', '100'],
        ['1', '2', '0', '2'],
      ],
    },
    QCYE1: {
      head: { kind: 'openingBalance', ...at('2024-01-01'), ...both, total_amount: '3' },
      lines: [{ amount: '3' }],
      entries: [['opening', owed, '3']],
    },
    XSDD1: {
      head: {
        kind: 'saleOrder',
        ...at('2024-02-01', warehouses[0]),
        ...both,
        goods_amount: '60',
        total_amount: '60',
        payable: '60',
        paid_now: '15',
        deposit_taken: '15',
        progress: 'partial',
      },
      lines: [line(skus.plain, '6', '10', '60', { linked_quantity: '4', done_quantity: '4' })],
      settlements: [[accounts[0], '15']],
      entries: [[`deposit ${partners.customer}`, cash, '15']],
    },
    XSCK1: {
      head: {
        kind: 'saleOut',
        ...at('2024-02-02', warehouses[0]),
        ...both,
        goods_amount: '40',
        total_amount: '40',
        payable: '40',
        deposit_used: '15',
        deposit_booked: '15',
        paid_now: '5',
        debt: '20',
        settled: '8',
      },
      lines: [line(skus.plain, '4', '10', '40', { linked_quantity: '1', done_quantity: '1' })],
      links: [[1, 'XSDD1', 1, '4']],
      settlements: [[accounts[0], '5']],
      moves: [[skus.plain, '4', w1, customer, '19']],
      entries: [
        ['sales', owed, '40'],
        [owed, `deposit ${partners.customer}`, '15'],
        [owed, cash, '5'],
        ['inventory', 'costOfSales', '19'],
      ],
      trade: [['4', '40', '0', '19']],
    },
    // Nothing came of it: its deposit was given back.
    XSDD2: {
      head: {
        kind: 'saleOrder',
        ...at('2024-02-03', warehouses[0]),
        ...both,
        goods_amount: '10',
        total_amount: '10',
        payable: '10',
        paid_now: '6',
        deposit_taken: '6',
        closed: true,
      },
      lines: [line(skus.plain, '1', '10', '10')],
      settlements: [[accounts[0], '6']],
      entries: [[`deposit ${partners.customer}`, cash, '6']],
    },
    TDJ1: {
      head: {
        kind: 'depositOut',
        ...at('2024-02-04'),
        ...both,
        total_amount: '6',
        payable: '6',
        paid_now: '6',
      },
      lines: [{ amount: '6', settled_document_id: 'XSDD2' }],
      settlements: [[accounts[0], '6']],
      entries: [[cash, `deposit ${partners.customer}`, '6']],
    },
    XSTH1: {
      head: {
        kind: 'saleBack',
        ...at('2024-02-10', warehouses[0]),
        ...both,
        goods_amount: '10',
        total_amount: '10',
        payable: '10',
        debt: '10',
      },
      lines: [line(skus.plain, '1', '10', '10')],
      links: [[1, 'XSCK1', 1, '1']],
      moves: [[skus.plain, '1', customer, w1, '4.75']],
      entries: [
        [owed, 'sales', '10'],
        ['costOfSales', 'inventory', '4.75'],
      ],
      trade: [['1', '10', '0', '4.75']],
    },
    // Settles 8 of the outbound and 2 of the opening balance; 1 of it is written off.
    SK1: {
      head: {
        kind: 'moneyIn',
        ...at('2024-02-20'),
        ...both,
        total_amount: '10',
        discount: '1',
        payable: '9',
        paid_now: '9',
      },
      lines: [{ amount: '8', settled_document_id: 'XSCK1' }, { amount: '2' }],
      settlements: [[accounts[0], '9']],
      entries: [
        [owed, cash, '9'],
        [owed, 'discount', '1'],
      ],
    },
    FK1: {
      head: {
        kind: 'moneyOut',
        ...at('2024-02-21'),
        partner_id: partners.supplier,
        in_force: true,
        total_amount: '4',
        payable: '4',
        paid_now: '4',
      },
      lines: [{ amount: '4', settled_document_id: 'CGRK1' }],
      settlements: [[accounts[0], '4']],
      entries: [[cash, owing, '4']],
    },
    SYF1: {
      head: {
        kind: 'advanceIn',
        ...at('2024-02-22'),
        partner_id: partners.member,
        in_force: true,
        total_amount: '50',
        payable: '50',
        paid_now: '50',
        bonus: '5',
      },
      lines: [{ amount: '50', account_id: accounts[0] }],
      entries: [
        [`prepaid ${partners.member}`, cash, '50'],
        [`bonus ${partners.member}`, 'bonusGiven', '5'],
      ],
    },
    LSCK1: {
      head: {
        kind: 'retailOut',
        ...at('2024-02-23', warehouses[0]),
        partner_id: partners.member,
        in_force: true,
        goods_amount: '12',
        total_amount: '12',
        payable: '12',
        paid_now: '12',
        payment: 'prepaid',
        bonus: '1',
      },
      lines: [line(skus.plain, '1', '12', '12')],
      moves: [[skus.plain, '1', w1, `customer ${partners.member}`, '4.75']],
      entries: [
        ['sales', `receivable ${partners.member}`, '12'],
        [`receivable ${partners.member}`, `prepaid ${partners.member}`, '11'],
        [`receivable ${partners.member}`, `bonus ${partners.member}`, '1'],
        ['bonusGiven', 'bonusSpent', '1'],
        ['inventory', 'costOfSales', '4.75'],
      ],
      trade: [['1', '12', '0', '4.75']],
    },
    DBCK1: {
      head: { kind: 'transfer', ...at('2024-03-01', ...warehouses), in_force: true },
      lines: [line(skus.plain, '2', '0', '0', { target_warehouse_id: warehouses[1] })],
      moves: [[skus.plain, '2', w1, w2, '0']],
    },
    XSCK2: {
      head: {
        kind: 'saleOut',
        ...at('2024-03-02', warehouses[0]),
        ...both,
        goods_amount: '150',
        total_amount: '150',
        payable: '150',
        paid_now: '150',
      },
      lines: [line(skus.serial, '1', '150', '150')],
      settlements: [[accounts[0], '150']],
      moves: [[skus.serial, '1', w1, customer, '100', { serials: ['a'] }]],
      entries: [
        ['sales', owed, '150'],
        [owed, cash, '150'],
        ['inventory', 'costOfSales', '100'],
      ],
      trade: [['1', '150', '0', '100']],
      parts: [[1, '1', '', ['a']]],
    },
    // Posted, then deleted: every journey has been travelled back.
    XSCK3: {
      head: {
        kind: 'saleOut',
        ...at('2024-03-03', warehouses[0]),
        ...both,
        in_force: false,
        deleted_at: '2024-03-04T00:00:00Z',
        goods_amount: '10',
        total_amount: '10',
        payable: '10',
        debt: '10',
      },
      lines: [line(skus.plain, '1', '10', '10')],
      moves: [
        [skus.plain, '1', w1, customer, '4.75'],
        [skus.plain, '1', customer, w1, '4.75'],
      ],
      entries: [
        ['sales', owed, '10'],
        ['inventory', 'costOfSales', '4.75'],
        [owed, 'sales', '10'],
        ['costOfSales', 'inventory', '4.75'],
      ],
    },
    ZZD1: {
      head: {
        kind: 'assemble',
        ...at('2024-03-05', warehouses[0]),
        in_force: true,
        other_fees: '1',
        payable: '1',
      },
      lines: [
        line(skus.whole, '1', '0', '0', { role: 'composite', fee_share: '1' }),
        line(skus.plain, '2', '0', '0', { role: 'part' }),
      ],
      moves: [
        [skus.plain, '2', w1, 'workshop', '9.5'],
        [skus.whole, '1', 'workshop', w1, '10.5'],
      ],
      entries: [['fee', 'inventory', '1']],
    },
    // 100 of another currency, booked at 7 and paid at 1: 600 are lost on the exchange.
    XSCK4: {
      head: {
        kind: 'saleOut',
        ...at('2024-03-07'),
        partner_id: partners.abroad,
        in_force: true,
        currency: 'EUR',
        exchange_rate: '7',
        payable: '100',
        freight: '100',
        debt: '100',
        settled: '100',
      },
      entries: [['freight', `receivable ${partners.abroad}`, '700']],
    },
    SK2: {
      head: {
        kind: 'moneyIn',
        ...at('2024-03-08'),
        partner_id: partners.abroad,
        in_force: true,
        currency: 'EUR',
        total_amount: '100',
        payable: '100',
        paid_now: '100',
      },
      lines: [{ amount: '100', booked: '700', settled_document_id: 'XSCK4' }],
      settlements: [[accounts[0], '100']],
      entries: [
        [`receivable ${partners.abroad}`, cash, '100'],
        [`receivable ${partners.abroad}`, 'exchange', '600'],
      ],
    },
    ZZ1: {
      head: {
        kind: 'giro',
        ...at('2024-03-06'),
        in_force: true,
        total_amount: '7',
        payable: '7',
        paid_now: '7',
      },
      lines: [{ amount: '7', account_id: accounts[1] }],
      settlements: [[accounts[0], '7']],
      entries: [[cash, bank, '7']],
    },
  };
}

interface Writing {
  readonly tenantId: string;
  readonly ownerId: string;
  readonly number: string;
  readonly documents: Readonly<Record<string, string>>;
  readonly postings: Map<string, number>;
}

/** What a line of money was booked at, unless it says so. */
const booked = ({ sku_id, amount }: NonNullable<Paper['lines']>[number]) =>
  sku_id === undefined ? { booked: amount ?? '0' } : {};

const spot = (text: Spot): readonly [type: string, id: string] => {
  const [type = '', id = '0'] = text.split(' ');
  return [type, id];
};

async function writePaper(tx: Tx, writing: Writing, paper: Paper): Promise<string> {
  const { tenantId, ownerId, number, documents } = writing;
  const { head, lines = [], settlements = [], links = [], parts = [], trade } = paper;
  const { id } = await tx
    .insertInto('document')
    .values({
      currency: 'USD',
      due_on: head.business_date,
      ...head,
      number,
      tenant_id: tenantId,
      creator_id: ownerId,
      business_time: `${head.business_date}T12:00:00+08`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const own = { tenant_id: tenantId, document_id: id };
  for (const [index, line] of lines.entries()) {
    const settled = line.settled_document_id;
    const settles =
      typeof settled === 'string' ? { settled_document_id: documents[settled] ?? null } : {};
    await tx
      .insertInto('document_line')
      .values({
        ...booked(line),
        ...own,
        business_date: head.business_date,
        ...line,
        ...settles,
        line: index + 1,
        position: index + 1,
      })
      .execute();
  }
  for (const [account_id, amount] of settlements) {
    await tx
      .insertInto('document_settlement')
      .values({ ...own, account_id, amount })
      .execute();
  }
  for (const [line, source, source_line, quantity] of links) {
    await tx
      .insertInto('document_link')
      .values({
        tenant_id: tenantId,
        target_document_id: id,
        target_line: line,
        source_document_id: documents[source] ?? '',
        source_line,
        quantity,
      })
      .execute();
  }
  for (const [index, [line, quantity, lot, serials]] of parts.entries()) {
    await tx
      .insertInto('line_allocation')
      .values({ ...own, line, allocation: index + 1, quantity, lot, serials })
      .execute();
  }
  if (trade !== undefined) await writeTrade(tx, writing, paper, trade);
  await writeLedgers(tx, writing, id, paper);
  return id;
}

/** Its day's trade with the partner, and its month's of goods, in which no other paper of its kind trades them. */
async function writeTrade(
  tx: Tx,
  { tenantId, ownerId }: Writing,
  { head, lines = [] }: Paper,
  trade: NonNullable<Paper['trade']>,
): Promise<void> {
  const { business_date, kind, partner_id, warehouse_ids } = head;
  const own = {
    tenant_id: tenantId,
    kind,
    creator_id: ownerId,
    warehouse_id: String(warehouse_ids?.[0] ?? 0),
    documents: 1,
  };
  const month = `${business_date.slice(0, 7)}-01`;
  const goods = trade.map(([quantity, amount, tax, cost], at) => {
    const { discount_share, fee_share } = lines[at] ?? {};
    const [discount, charges] = [String(discount_share ?? 0), String(fee_share ?? 0)];
    const freight = { freight_cost: '0', freight_estimated: '0', payment_fee: '0' };
    return { quantity, amount, tax, discount, charges, cost, ...freight };
  });
  for (const [at, sums] of goods.entries()) {
    const row = { ...own, ...sums, sku_id: lines[at]?.sku_id ?? '0', month };
    await tx.insertInto('goods_trade').values(row).execute();
    const { sku_id } = row;
    await tx
      .insertInto('sku_trade')
      .values({ tenant_id: tenantId, kind, sku_id, month, ...sums })
      .execute();
  }
  const whole = tradeMeasures.map((of) => [
    of,
    String(goods.reduce((all, one) => all + Number(one[of]), 0)),
  ]);
  await tx
    .insertInto('partner_trade')
    .values({
      ...own,
      ...Object.fromEntries(whole),
      lines: trade.length,
      grain: 'd',
      starts_on: business_date,
      partner_id: partner_id ?? '0',
    })
    .execute();
}

async function writeLedgers(
  tx: Tx,
  { tenantId, postings }: Writing,
  id: string,
  paper: Paper,
): Promise<void> {
  const own = { tenant_id: tenantId, document_id: id, business_date: paper.head.business_date };
  const stamp = (seq: number) =>
    new Date(Date.UTC(2024, 5, 1) + Number(id) * 1000 + seq).toISOString();
  for (const [seq, [sku_id, quantity, from, to, value, more]] of (paper.moves ?? []).entries()) {
    const posting = (postings.get(sku_id) ?? 0) + 1;
    postings.set(sku_id, posting);
    const [from_place, from_id] = spot(from);
    const [to_place, to_id] = spot(to);
    await tx
      .insertInto('stock_move')
      .values({
        ...own,
        seq,
        line: 1,
        sku_id,
        posting_number: posting,
        lot: more?.lot ?? '',
        stock_type: 'formal',
        from_place,
        from_id,
        to_place,
        to_id,
        quantity,
        value,
        serials: more?.serials ?? [],
        posted_at: stamp(seq),
      })
      .execute();
  }
  for (const [seq, [from, to, amount]] of (paper.entries ?? []).entries()) {
    const [from_purse, from_id] = spot(from);
    const [to_purse, to_id] = spot(to);
    await tx
      .insertInto('money_entry')
      .values({
        ...own,
        seq,
        from_purse,
        from_id,
        to_purse,
        to_id,
        amount,
        currency: paper.head.currency ?? 'USD',
        original_amount: amount,
      })
      .execute();
  }
}

const settling = settlingPurses.map(([kind, purse]) => `('${kind}', '${purse}')`).join();

/** Sums the ledgers into balances, days and months. */
async function deriveBalances(tx: Tx, tenantId: string): Promise<void> {
  await sql
    .raw(
      `
    create temp table flow on commit drop as
      select document_id, sku_id, to_place as place, from_place as other_place, to_id as id, lot, stock_type, quantity, value, business_date
      from stock_move where tenant_id = ${tenantId}
      union all
      select document_id, sku_id, from_place, to_place, from_id, lot, stock_type, -quantity, -value, business_date from stock_move where tenant_id = ${tenantId};
    insert into stock_balance (tenant_id, warehouse_id, sku_id, lot, stock_type, quantity)
      select ${tenantId}, id, sku_id, lot, stock_type, sum(quantity) from flow where place = 'warehouse' group by 2, 3, 4, 5;
    insert into stock_period (tenant_id, warehouse_id, sku_id, lot, stock_type, grain, starts_on, quantity, came)
      select ${tenantId}, id, sku_id, lot, stock_type, grain, date_trunc(case grain when 'd' then 'day' else 'month' end, business_date)::date,
        sum(quantity), sum(greatest(brought, 0))
      from (
        select document_id, id, sku_id, lot, stock_type, business_date, sum(quantity) as quantity,
          sum(quantity * (other_place <> 'regrade')::integer) as brought
        from flow where place = 'warehouse' group by 1, 2, 3, 4, 5, 6) f, unnest(array['d', 'm']) grain
      group by 2, 3, 4, 5, 6, 7;
    insert into sku_cost (tenant_id, sku_id, quantity, value, last_posting)
      select ${tenantId}, flow.sku_id, sum(flow.quantity), sum(flow.value),
        (select max(posting_number) from stock_move m where m.tenant_id = ${tenantId} and m.sku_id = flow.sku_id)
      from flow where place = 'warehouse' group by flow.sku_id;
    insert into sku_period (tenant_id, sku_id, grain, starts_on, quantity, value)
      select ${tenantId}, sku_id, grain, date_trunc(case grain when 'd' then 'day' else 'month' end, business_date)::date, sum(quantity), sum(value)
      from flow, unnest(array['d', 'm']) grain where place = 'warehouse' group by 2, 3, 4;
    drop table flow;
    create temp table flow on commit drop as
      select document_id, purse, id, business_date, sum(amount) as amount, sum(out) as out,
        count(distinct currency) filter (where amount > 0) as debits, count(distinct currency) filter (where out > 0) as credits
      from (
        select document_id, to_purse as purse, to_id as id, amount, 0::numeric as out, currency, business_date from money_entry where tenant_id = ${tenantId}
        union all
        select document_id, from_purse, from_id, 0, amount, currency, business_date from money_entry where tenant_id = ${tenantId}) ends
      group by 1, 2, 3, 4;
    insert into money_balance (tenant_id, purse, holder_id, amount)
      select ${tenantId}, purse, id, sum(amount - out) from flow group by 2, 3;
    insert into money_period (tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled,
        debits, credits, passed)
      select ${tenantId}, purse, flow.id, grain, date_trunc(case grain when 'd' then 'day' else 'month' end, flow.business_date)::date,
        sum(amount - out), sum(amount), sum(out), count(*) filter (where amount <> out),
        coalesce(sum(amount - out) filter (where (kind, purse) in (${settling})), 0), sum(debits), sum(credits), sum(least(amount, out))
      from flow join document on document.tenant_id = ${tenantId} and document.id = flow.document_id, unnest(array['d', 'm']) grain
      group by 2, 3, 4, 5;
    drop table flow;
    insert into partner_trade (tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
        institution_id, documents, lines, quantity, amount, tax, discount, charges, cost)
      select ${tenantId}, 'm', date_trunc('month', starts_on)::date, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
        institution_id, sum(documents), sum(lines), sum(quantity), sum(amount), sum(tax), sum(discount), sum(charges), sum(cost)
      from partner_trade where tenant_id = ${tenantId} group by 3, 4, 5, 6, 7, 8, 9;
    insert into trade_period (tenant_id, grain, starts_on, kind, creator_id, institution_id, amount, tax, cost)
      select ${tenantId}, grain, starts_on, kind, creator_id, institution_id, sum(amount), sum(tax), sum(cost)
      from partner_trade where tenant_id = ${tenantId} group by 2, 3, 4, 5, 6;
    insert into document_day (tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount,
        total_amount, discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received,
        change_given, debt, settled, bonus)
      select ${tenantId}, kind, business_date, creator_id, coalesce(institution_id, 0),
        case when debt <> settled then 'open' when debt <> 0 then 'settled' else 'none' end, count(*), sum(total_quantity),
        sum(goods_amount * exchange_rate), sum(total_amount * exchange_rate), sum(discount * exchange_rate), sum(service_charge * exchange_rate), sum(service_fees * exchange_rate), sum(other_fees * exchange_rate), sum(freight * exchange_rate), sum(payable * exchange_rate),
        sum(deposit_used * exchange_rate), sum(paid_now * exchange_rate), sum(deposit_taken * exchange_rate), sum(coalesce(received, 0) * exchange_rate), sum(coalesce(change_given, 0) * exchange_rate),
        sum(debt * exchange_rate), sum(settled * exchange_rate), sum(bonus * exchange_rate)
      from document where tenant_id = ${tenantId} and deleted_at is null group by 2, 3, 4, 5, 6;`,
    )
    .execute(tx);
}

/** What lies beside the ledgers: the serials' cards, a lock, counters, who made what. */
async function deriveCards(tx: Tx, tenantId: string): Promise<void> {
  await sql
    .raw(
      `
    insert into serial_number (tenant_id, sku_id, serial, warehouse_id, in_document_id, in_line, out_document_id, out_line)
      select ${tenantId}, came.sku_id, serial, case when went.document_id is null then came.to_id end, came.document_id, 1, went.document_id, 1
      from stock_move came cross join unnest(came.serials) serial
      left join stock_move went on went.tenant_id = ${tenantId} and serial = any(went.serials) and went.from_place = 'warehouse'
      where came.tenant_id = ${tenantId} and came.to_place = 'warehouse';
    insert into stock_lock (tenant_id, warehouse_id, sku_id, quantity)
      select ${tenantId}, warehouse_id, sku_id, 1 from stock_balance where tenant_id = ${tenantId} and lot = '' and quantity = 2
      order by warehouse_id limit 1;
    insert into stock_reservation (tenant_id, warehouse_id, sku_id, source, quantity)
      select tenant_id, warehouse_id, sku_id, 'manual', quantity from stock_lock where tenant_id = ${tenantId};
    insert into document_number (tenant_id, kind, period, value) values (${tenantId}, 'saleOut', '2403', 9);
    insert into audit_log (tenant_id, user_id, action, subject, subject_id, number)
      select ${tenantId}, creator_id, 'add', kind, id, number from document where tenant_id = ${tenantId};`,
    )
    .execute(tx);
}

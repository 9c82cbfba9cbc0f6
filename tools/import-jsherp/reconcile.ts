import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import { amount, key, word, type Refusal } from './company.ts';
import type { Run } from './records.ts';

// What came along, and each figure that jshERP had cached beside ours.

export interface TableCount {
  readonly table: string;
  readonly read: number;
  readonly imported: number;
  readonly known: number;
  readonly refused: number;
}

export interface Figure {
  readonly what: string;
  readonly theirs: string;
  readonly ours: string;
  /** Why they differ, '' when they don't. */
  readonly because: string;
}

/** Tables that hold nothing these books keep; their rows are counted and left. */
const LEFT: Readonly<Record<string, string>> = {
  jsh_function: "the menu is the product's own",
  jsh_log: 'the log of another program',
  jsh_msg: 'messages of another program',
  jsh_platform_config: 'settings of another installation',
  jsh_sequence: 'numbers are counted per kind and month here',
  jsh_material_current_stock: 'a cache: compared below',
  jsh_tenant: 'became the company itself',
  jsh_material_attribute: 'its values came along with the SKUs',
  jsh_material_property: 'names of free fields',
};

export const whyLeft = (table: string): string => LEFT[table] ?? '';

/** One row per table of the dump, in its order. */
export const tableCounts = ({ source, ids }: Run): readonly TableCount[] =>
  [...source.read].map(([table, read]) => {
    const { imported, known } = ids.count(table);
    const refused = new Set(
      source.refusals.filter((refusal) => refusal.table === table).map(({ id }) => id),
    ).size;
    return { table, read, imported, known, refused };
  });

const STALE = 'kept there as of the last time it was shown; ours follows from the documents';

/** Cached figures of jshERP beside the books: stock, partners' balances, prepayments, accounts. */
export async function figures(run: Run): Promise<readonly Figure[]> {
  return [
    ...(await stockFigures(run)),
    ...(await partnerFigures(run)),
    ...(await accountFigures(run)),
  ];
}

function figure(what: string, theirs: string | null, ours: string, because: string): Figure {
  const same = theirs !== null && decimal(theirs).equals(ours);
  return {
    what,
    theirs: theirs === null ? '—' : plain(decimal(theirs)),
    ours: plain(decimal(ours)),
    because: same ? '' : because,
  };
}

async function stockFigures({ tx, tenantId, source, ids }: Run): Promise<readonly Figure[]> {
  const names = new Map(
    ['jsh_material', 'jsh_depot'].flatMap((table) =>
      source.rows(table).map((row) => [`${table}:${word(row, 'id')}`, word(row, 'name')] as const),
    ),
  );
  const { rows } = await sql<{ product_id: string; warehouse_id: string; quantity: string }>`
    select sku.product_id, balance.warehouse_id, sum(balance.quantity) as quantity
    from stock_balance balance join sku on sku.tenant_id = ${tenantId} and sku.id = balance.sku_id
    where balance.tenant_id = ${tenantId} group by 1, 2`.execute(tx);
  const held = new Map(rows.map((row) => [`${row.product_id} ${row.warehouse_id}`, row.quantity]));
  return source.rows('jsh_material_current_stock').map((row) => {
    const [material, depot] = [key(row, 'material_id'), key(row, 'depot_id')];
    const ours =
      held.get(`${ids.of('jsh_material', material)} ${ids.of('jsh_depot', depot)}`) ?? '0';
    const what = `stock of ${names.get(`jsh_material:${material}`) ?? material} in ${names.get(`jsh_depot:${depot}`) ?? depot}`;
    return figure(
      what,
      amount(row, 'current_number'),
      ours,
      'documents were refused or have changed there since',
    );
  });
}

async function partnerFigures({ tx, tenantId, source, ids }: Run): Promise<readonly Figure[]> {
  const rows = await tx
    .selectFrom('money_balance')
    .select(['purse', 'holder_id', 'amount'])
    .where('tenant_id', '=', tenantId)
    .where('purse', 'in', ['receivable', 'payable', 'prepaid'])
    .execute();
  const held = new Map(rows.map((row) => [`${row.purse} ${row.holder_id}`, row.amount]));
  const cached = {
    供应商: ['payable', 'all_need_pay', -1],
    客户: ['receivable', 'all_need_get', 1],
    会员: ['prepaid', 'advance_in', -1],
  } as const;
  return source.rows('jsh_supplier').flatMap((row) => {
    const type = word(row, 'type');
    const id = ids.of('jsh_supplier', word(row, 'id'));
    if (id === null || !(type in cached)) return [];
    const [purse, column, sign] = cached[type as keyof typeof cached];
    const ours = decimal(held.get(`${purse} ${id}`) ?? '0').times(sign);
    return [
      figure(
        `${purse} of ${type} ${word(row, 'id')} ${word(row, 'supplier')}`,
        key(row, column),
        plain(ours),
        STALE,
      ),
    ];
  });
}

async function accountFigures({ tx, tenantId, source, ids }: Run): Promise<readonly Figure[]> {
  const rows = await tx
    .selectFrom('money_balance')
    .select(['holder_id', 'amount'])
    .where('tenant_id', '=', tenantId)
    .where('purse', '=', 'account')
    .execute();
  const held = new Map(rows.map((row) => [row.holder_id, row.amount]));
  return source
    .rows('jsh_account')
    .map((row) =>
      figure(
        `account ${word(row, 'id')} ${word(row, 'name')}`,
        key(row, 'current_amount'),
        held.get(ids.of('jsh_account', word(row, 'id')) ?? '') ?? '0',
        'jshERP never brings this column up to date',
      ),
    );
}

/** Refusals that a reader can act on, one line each. */
export const refusalLines = (refusals: readonly Refusal[]): readonly string[] =>
  refusals.map(({ table, id, reason }) => `  ${table} ${id}: ${reason}`);

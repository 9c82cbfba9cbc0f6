import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { isDumpNumber, readDumpKey, readDumpWord } from './company.ts';
import type { DumpImportRun } from './records.ts';
import { makeSentence, type Sentence } from './sentence.ts';

// Reconciliation: imported rows, and jshERP's cached figures beside ours.

export interface TableCount {
  readonly table: string;
  readonly read: number;
  readonly imported: number;
  readonly known: number;
  readonly refused: number;
  /** Reason why rows of the table were not imported separately; null if they were. */
  readonly left: Sentence | null;
}

export interface ReconciledFigure {
  readonly what: Sentence;
  /** A dash if nothing was cached. */
  readonly theirs: string;
  readonly ours: string;
  /** Reason for a difference; null if equal. */
  readonly because: Sentence | null;
}

/** Tables without counterpart; rows are counted and left out. */
const left = new Map<string, Sentence>(
  Object.entries({
    jsh_function: makeSentence('菜单由本产品提供', "the menu is the product's own"),
    jsh_log: makeSentence('另一程序的日志', 'the log of another program'),
    jsh_msg: makeSentence('另一程序的消息', 'messages of another program'),
    jsh_platform_config: makeSentence('另一安装的设置', 'settings of another installation'),
    jsh_sequence: makeSentence(
      '本产品按单据类型和月份编号',
      'numbers are counted per kind and month here',
    ),
    jsh_material_current_stock: makeSentence('缓存值：见下方对比', 'a cache: compared below'),
    jsh_tenant: makeSentence('即公司本身', 'became the company itself'),
    jsh_material_attribute: makeSentence(
      '其值已随 SKU 导入',
      'its values came along with the SKUs',
    ),
    jsh_material_property: makeSentence('扩展字段的名称', 'names of free fields'),
  }),
);

/** Counts of each dump table, in order. */
export const tableCounts = ({ source, ids }: DumpImportRun): readonly TableCount[] =>
  [...source.read].map(([table, read]) => {
    const { imported, known } = ids.count(table);
    const refused = new Set(
      source.refusals.filter((refusal) => refusal.table === table).map(({ id }) => id),
    ).size;
    return { table, read, imported, known, refused, left: left.get(table) ?? null };
  });

const stale = makeSentence(
  '原系统只在上次显示时更新；本产品的数值由单据得出',
  'kept there as of the last time it was shown; ours follows from the documents',
);

/**
 * Compares stored figures of jshERP with the imported books: stock, balances of partners, prepayments,
 * accounts.
 */
export async function reconcileFigures(run: DumpImportRun): Promise<readonly ReconciledFigure[]> {
  return [
    ...(await stockFigures(run)),
    ...(await partnerFigures(run)),
    ...(await accountFigures(run)),
  ];
}

/** `kept`: the cached value; null and non-numbers count like missing. */
function compareFigure(
  what: Sentence,
  kept: string | null,
  ours: string,
  because: Sentence,
): ReconciledFigure {
  const theirs = kept !== null && isDumpNumber(kept) ? kept : null;
  const same = theirs !== null && decimal(theirs).equals(ours);
  return {
    what,
    theirs: theirs === null ? '—' : toPlainDecimal(decimal(theirs)),
    ours: toPlainDecimal(decimal(ours)),
    because: same ? null : because,
  };
}

async function stockFigures({
  tx,
  tenantId,
  source,
  ids,
}: DumpImportRun): Promise<readonly ReconciledFigure[]> {
  const names = new Map(
    ['jsh_material', 'jsh_depot'].flatMap((table) =>
      source
        .rows(table)
        .map((row) => [`${table}:${readDumpWord(row, 'id')}`, readDumpWord(row, 'name')] as const),
    ),
  );
  const { rows } = await sql<{ product_id: string; warehouse_id: string; quantity: string }>`
    select sku.product_id, balance.warehouse_id, sum(balance.quantity) as quantity
    from stock_balance balance join sku on sku.tenant_id = ${tenantId} and sku.id = balance.sku_id
    where balance.tenant_id = ${tenantId} group by 1, 2`.execute(tx);
  const held = new Map(rows.map((row) => [`${row.product_id} ${row.warehouse_id}`, row.quantity]));
  return source.rows('jsh_material_current_stock').map((row) => {
    const [material, depot] = [readDumpKey(row, 'material_id'), readDumpKey(row, 'depot_id')];
    const ours =
      held.get(`${ids.of('jsh_material', material)} ${ids.of('jsh_depot', depot)}`) ?? '0';
    const product = names.get(`jsh_material:${material}`) ?? material;
    const warehouse = names.get(`jsh_depot:${depot}`) ?? depot;
    return compareFigure(
      makeSentence(`${warehouse} 中 ${product} 的库存`, `stock of ${product} in ${warehouse}`),
      readDumpKey(row, 'current_number') ?? '0',
      ours,
      makeSentence(
        '有单据未能导入，或此后有改动',
        'documents were refused or have changed there since',
      ),
    );
  });
}

/** Purse, jshERP column, sign in our books, and jshERP's name. */
type Cached = readonly [purse: string, column: string, sign: number, zh: string];

async function partnerFigures({
  tx,
  tenantId,
  source,
  ids,
}: DumpImportRun): Promise<readonly ReconciledFigure[]> {
  const rows = await tx
    .selectFrom('whole_money_balance')
    .select(['purse', 'holder_id', (balance) => balance.fn.sum<string>('amount').as('amount')])
    .where('tenant_id', '=', tenantId)
    .where('purse', 'in', ['receivable', 'payable', 'prepaid'])
    .groupBy(['purse', 'holder_id'])
    .execute();
  const held = new Map(rows.map((row) => [`${row.purse} ${row.holder_id}`, row.amount]));
  const cached: ReadonlyMap<string, Cached> = new Map([
    ['供应商', ['payable', 'all_need_pay', -1, '应付']],
    ['客户', ['receivable', 'all_need_get', 1, '应收']],
    ['会员', ['prepaid', 'advance_in', -1, '预付款']],
  ]);
  return source.rows('jsh_supplier').flatMap((row) => {
    const type = readDumpWord(row, 'type');
    const id = ids.of('jsh_supplier', readDumpWord(row, 'id'));
    const kept = cached.get(type);
    if (id === null || kept === undefined) return [];
    const [purse, column, sign, zh] = kept;
    const ours = decimal(held.get(`${purse} ${id}`) ?? '0').times(sign);
    return [
      compareFigure(
        makeSentence(
          `${type} ${readDumpWord(row, 'id')} ${readDumpWord(row, 'supplier')} 的${zh}`,
          `${purse} of ${type} ${readDumpWord(row, 'id')} ${readDumpWord(row, 'supplier')}`,
        ),
        readDumpKey(row, column),
        toPlainDecimal(ours),
        stale,
      ),
    ];
  });
}

async function accountFigures({
  tx,
  tenantId,
  source,
  ids,
}: DumpImportRun): Promise<readonly ReconciledFigure[]> {
  const rows = await tx
    .selectFrom('whole_money_balance')
    .select(['holder_id', (balance) => balance.fn.sum<string>('amount').as('amount')])
    .where('tenant_id', '=', tenantId)
    .where('purse', '=', 'account')
    .groupBy('holder_id')
    .execute();
  const held = new Map(rows.map((row) => [row.holder_id, row.amount]));
  return source
    .rows('jsh_account')
    .map((row) =>
      compareFigure(
        makeSentence(
          `账户 ${readDumpWord(row, 'id')} ${readDumpWord(row, 'name')}`,
          `account ${readDumpWord(row, 'id')} ${readDumpWord(row, 'name')}`,
        ),
        readDumpKey(row, 'current_amount'),
        held.get(ids.of('jsh_account', readDumpWord(row, 'id')) ?? '') ?? '0',
        makeSentence('原系统从不更新此列', 'jshERP never brings this column up to date'),
      ),
    );
}

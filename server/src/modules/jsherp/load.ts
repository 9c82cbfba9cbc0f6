import { IMPORTED_CODES, createTenantIn, type Database } from '@tradehouse/database';
import { decimal, openingBalance } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';
import { runInTransaction } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { bringDocuments } from './bringDocuments.ts';
import { keepJournal, ownerContext } from './ownerContext.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  readDumpAmount,
  readDumpBit,
  instantOrNull,
  readDumpKey,
  readDumpWord,
  type CompanyDump,
} from './company.ts';
import type { DumpRow } from './dump.ts';
import { bringGrants, bringMasters } from './masters.ts';
import { bringPeople, freeLogin } from './people.ts';
import { reconcileFigures, tableCounts } from './reconcile.ts';
import {
  hasImported,
  knownIds,
  makeRowRefusal,
  recordImportedRow,
  triedEach,
  type Ids,
  type DumpImportRun,
  type DumpProgressListener,
} from './records.ts';
import type { CompanyReconciliation } from './report.ts';
import { leaveRowBehind, makeSentence, type Sentence } from './sentence.ts';

/** Target company, the owner's login if newly created, and the imported records. */
export interface ImportedDump extends CompanyReconciliation {
  readonly tenantId: string;
  readonly loginName: string | null;
}

export interface NewOwner {
  /** Stored hash of the owner's first password. */
  readonly passwordHash: string;
  /** Hash matching no password, for all remaining users. */
  readonly unusable: string;
}

/**
 * Imports a company in one transaction: valid rows are imported, others refused with a reason; errors roll
 * back everything. A second run adds new rows only.
 *
 * @param db connected with the role of the table owner
 */
export function importDumpCompany(
  db: Kysely<Database>,
  source: CompanyDump,
  owner: NewOwner,
  tell: DumpProgressListener,
): Promise<ImportedDump> {
  return runInTransaction(db, async (tx) => {
    const company = await companyFor(tx, source, owner);
    const context = ownerContext(tx, company.tenantId, company.ownerId);
    const run: DumpImportRun = {
      tx,
      tenantId: company.tenantId,
      source,
      ids: await knownIds(tx, company.tenantId),
      tell,
      journal: context.journal,
    };
    await deleteFirstRecords(run, company.first);
    await tell({ stage: 'masters', done: 0, total: 0 });
    await bringMasters(run, () => bringPeople(run, company.ownerId, owner.unusable));
    await bringGrants(run);
    await chooseDefaults(run, company.first);
    await tell({ stage: 'openings', done: 0, total: 0 });
    await bringOpenings(run, context);
    await bringDocuments(run, context);
    await bringSerials(run);
    await keepJournal(context);
    return {
      tenantId: company.tenantId,
      code: company.code,
      loginName: company.loginName,
      counts: tableCounts(run),
      refusals: source.refusals,
      figures: await reconcileFigures(run),
    };
  });
}

interface DumpImportTarget {
  readonly tenantId: string;
  readonly ownerId: string;
  readonly code: string;
  readonly loginName: string | null;
  /** Initial records of a new company, replaced by the import; null if not new. */
  readonly first: { readonly warehouseId: string; readonly accountId: string } | null;
}

async function companyFor(
  tx: Transaction<Database>,
  source: CompanyDump,
  owner: NewOwner,
): Promise<DumpImportTarget> {
  // SAFETY: a source is read only for a company in the dump.
  const tenant = source.rows('jsh_tenant')[0] as DumpRow;
  const code = `${IMPORTED_CODES}${source.tenantId}-${readDumpWord(tenant, 'login_name')}`;
  const known = await tx
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (known) return companyAgain(tx, known.id, code);
  const loginName = await freeLogin(tx, readDumpWord(tenant, 'login_name'), source);
  const person = source.rows('jsh_user').find((row) => readDumpWord(row, 'id') === source.tenantId);
  const name = readDumpWord(source.rows('jsh_system_config')[0] ?? {}, 'company_name') || loginName;
  const created = await createTenantIn(tx, {
    code,
    name,
    plan: readDumpWord(tenant, 'type') === '1' ? 'paid' : 'unlimited',
    userLimit: limitIn(readDumpWord(tenant, 'user_num_limit')),
    owner: {
      loginName,
      name: (person && readDumpWord(person, 'username')) || loginName,
      passwordHash: owner.passwordHash,
      mustChange: true,
    },
  });
  return { tenantId: created.tenantId, ownerId: created.ownerId, code, loginName, first: created };
}

/** Parses the user limit; 1 if invalid. */
const limitIn = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/**
 * Returns an earlier run's company. Codes are free to choose: a company not made by an import is never
 * written to.
 */
async function companyAgain(
  tx: Transaction<Database>,
  tenantId: string,
  code: string,
): Promise<DumpImportTarget> {
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
  if (!(await hasImported(tx, tenantId))) refuseWith('dump.codeTaken', { code });
  const { id: ownerId } = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('owner', '=', true)
    .executeTakeFirstOrThrow();
  return { tenantId, ownerId, code, loginName: null, first: null };
}

/** Removes a new company's initial warehouse and account, replaced by the dump's. */
async function deleteFirstRecords(
  { tx, tenantId, source }: DumpImportRun,
  first: DumpImportTarget['first'],
): Promise<void> {
  if (first === null) return;
  const at = (id: string) => ({ tenant_id: tenantId, id });
  if (source.rows('jsh_depot').length > 0) {
    await tx
      .deleteFrom('warehouse')
      .where(({ and }) => and(at(first.warehouseId)))
      .execute();
  }
  if (source.rows('jsh_account').length > 0) {
    await tx
      .deleteFrom('account')
      .where(({ and }) => and(at(first.accountId)))
      .execute();
  }
}

async function chooseDefaults(
  { tx, tenantId, source, ids }: DumpImportRun,
  first: DumpImportTarget['first'],
): Promise<void> {
  if (first === null) return;
  for (const [from, to] of [
    ['jsh_depot', 'warehouse'],
    ['jsh_account', 'account'],
  ] as const) {
    const rows = source.rows(from);
    const row = rows.find((each) => readDumpBit(each, 'is_default')) ?? rows[0];
    const id = row ? ids.of(from, readDumpWord(row, 'id')) : null;
    if (id === null) continue;
    await tx
      .updateTable(to)
      .set({ is_default: true })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
}

/** Imports openings of accounts, partners and product stock: one document each, before everything else. */
async function bringOpenings(run: DumpImportRun, context: Context): Promise<void> {
  const { tx, tenantId, source, ids } = run;
  const time = beforeAll(source);
  const { rows } = await sql<OpeningBalance>`
    select 'account:' || id as subject, null::bigint as partner_id, id as account_id, opening_amount as amount, 0 as payable
    from account where tenant_id = ${tenantId} and opening_amount <> 0
    union all
    select 'partner:' || id, id, null, opening_receivable, opening_payable
    from partner where tenant_id = ${tenantId} and (opening_receivable <> 0 or opening_payable <> 0)
    order by 1`.execute(tx);
  // Records imported before may have been corrected since.
  const fresh = rows.filter(
    (row) =>
      ids.isFresh('jsh_supplier', row.partner_id) || ids.isFresh('jsh_account', row.account_id),
  );
  const left: { readonly opening: OpeningBalance; readonly reason: Sentence }[] = [];
  const work = async ({
    subject,
    partner_id: partnerId,
    account_id: accountId,
    ...opening
  }: OpeningBalance) => {
    const [held, payable] = [decimal(opening.amount), decimal(opening.payable)];
    const amount = partnerId === null ? held : openingBalance(held, payable);
    const document = {
      kind: 'openingBalance',
      time,
      subject,
      partnerId,
      accountId,
      amount,
    } as const;
    await saveInternalDocument(context, document);
  };
  await triedEach(run, fresh, work, (opening, reason) => left.push({ opening, reason }));
  for (const { opening, reason } of left) await leaveOpening(run, opening, reason);
  await bringOpeningStock(run, context, time);
}

/** Refuses the opening of an imported record: the record opens with nothing. */
async function leaveOpening(
  { tx, tenantId, source, ids }: DumpImportRun,
  { partner_id: partnerId, account_id: accountId }: OpeningBalance,
  reason: Sentence,
): Promise<void> {
  const [from, id] = partnerId === null ? ['jsh_account', accountId] : ['jsh_supplier', partnerId];
  const emptied =
    partnerId === null
      ? sql`update account set opening_amount = 0`
      : sql`update partner set opening_receivable = 0, opening_payable = 0`;
  await sql`${emptied} where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const rows = source.rows(from).filter((row) => ids.of(from, readDumpWord(row, 'id')) === id);
  for (const row of rows)
    source.refusals.push({
      table: from,
      id: readDumpWord(row, 'id'),
      reason: makeSentence(`期初余额：${reason['zh-cn']}`, `its opening balance: ${reason.en}`),
    });
}

async function bringOpeningStock(
  run: DumpImportRun,
  context: Context,
  time: string,
): Promise<void> {
  const { source, ids } = run;
  const table = 'jsh_material_initial_stock';
  const barcodes = Map.groupBy(source.rows('jsh_material_extend'), (row) =>
    readDumpWord(row, 'material_id'),
  );
  const stocks = Map.groupBy(source.rows(table), (row) => readDumpWord(row, 'material_id'));
  const work = async ([materialId, stock]: [string, readonly DumpRow[]]): Promise<void> => {
    const known = stock.filter((row) => ids.of(table, readDumpWord(row, 'id')) !== null);
    ids.count(table).known += known.length;
    if (known.length === stock.length) return;
    if (known.length > 0)
      leaveRowBehind(
        '其商品的期初库存此前已导入',
        'the opening stock of its product came over before',
      );
    const productId = ids.of('jsh_material', materialId);
    const barcode = barcodes
      .get(materialId)
      ?.find((row) => ids.of('jsh_material_extend', readDumpWord(row, 'id')) !== null);
    if (barcode === undefined || productId === null)
      return leaveRowBehind(
        '其商品或条码没有导入',
        'its product, or its barcode, did not come along',
      );
    const lines = stock.flatMap((row) => openingLine(row, barcode, ids));
    const subject = `product:${productId}`;
    await saveInternalDocument(context, { kind: 'openingStock', time, subject, lines });
    for (const row of stock)
      await recordImportedRow(run, table, readDumpWord(row, 'id'), {
        table: 'product',
        id: productId,
      });
  };
  await triedEach(run, [...stocks], work, ([, stock], reason) =>
    stock
      .filter((row) => ids.of(table, readDumpWord(row, 'id')) === null)
      .forEach((row) => makeRowRefusal(run, table)(row, reason)),
  );
}

interface OpeningBalance {
  readonly subject: string;
  readonly partner_id: string | null;
  readonly account_id: string | null;
  /** Amount held by an account, or owed by a partner. */
  readonly amount: string;
  /** Amount owed to a partner. */
  readonly payable: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Returns the day before the first document, because openings precede trade. */
function beforeAll(source: CompanyDump): string {
  const times = [
    ...source.rows('jsh_depot_head').map((row) => readDumpWord(row, 'oper_time')),
    ...source.rows('jsh_account_head').map((row) => readDumpWord(row, 'bill_time')),
  ].flatMap((time) => instantOrNull(time) ?? []);
  const first = times.filter((time) => Date.parse(time) > 2 * DAY).toSorted()[0];
  return first === undefined
    ? new Date().toISOString()
    : new Date(Date.parse(first) - DAY).toISOString();
}

function openingLine(row: DumpRow, barcode: DumpRow, ids: Ids) {
  const warehouseId = ids.of('jsh_depot', readDumpKey(row, 'depot_id'));
  const quantity = decimal(readDumpAmount(row, 'number'));
  if (warehouseId === null || quantity.lte(0)) return [];
  return [
    {
      line: null,
      barcode: readDumpWord(barcode, 'bar_code'),
      quantity,
      unitPrice: decimal(readDumpAmount(barcode, 'purchase_decimal')),
      warehouseId,
    },
  ];
}

/**
 * Imports serials with the document that brought them in; a serial without a document is nowhere in stock.
 */
async function bringSerials(run: DumpImportRun): Promise<void> {
  const { tx, tenantId, source, ids } = run;
  const table = 'jsh_serial_number';
  const held = await tx
    .selectFrom('serial_number')
    .select(['serial', 'in_document_id'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const receipts = new Map(held.map((row) => [row.serial, row.in_document_id]));
  for (const row of source.rows(table)) {
    const id = readDumpWord(row, 'id');
    const serial = readDumpWord(row, 'serial_number');
    const receipt = receipts.get(serial);
    if (ids.of(table, id) !== null) ids.count(table).known += 1;
    else if (receipt !== undefined)
      await recordImportedRow(run, table, id, { table: 'document', id: receipt });
    else {
      const reason = makeSentence(
        `序列号 ${serial} 没有库存：没有单据将其入库`,
        `serial ${serial} has no stock: no document brought it in`,
      );
      source.refusals.push({ table, id, reason });
    }
  }
}

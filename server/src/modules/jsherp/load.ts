import { IMPORTED_CODES, createTenantIn, type Database } from '@tradehouse/database';
import { decimal, openingBalance } from '@tradehouse/domain';
import { inTransaction, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { bringDocuments } from './bringDocuments.ts';
import { keepJournal, ownerContext } from './ownerContext.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { amount, bit, instantOrNull, key, word, type Source } from './company.ts';
import type { DumpRow } from './dump.ts';
import { bringGrants, bringMasters } from './masters.ts';
import { bringPeople, freeLogin } from './people.ts';
import { figures, tableCounts } from './reconcile.ts';
import {
  hasImported,
  knownIds,
  refusing,
  remember,
  triedEach,
  type Ids,
  type Run,
  type Tell,
} from './records.ts';
import type { Reconciliation } from './report.ts';
import { leave, said, type Sentence } from './sentence.ts';

/** The company that the rows went into, how the owner signs in if it was made now, and what came along. */
export interface Imported extends Reconciliation {
  readonly tenantId: string;
  readonly loginName: string | null;
}

export interface NewOwner {
  /** What the server keeps of the owner's first password. */
  readonly passwordHash: string;
  /** A stored form that no password has, for everybody else. */
  readonly unusable: string;
}

/**
 * Brings a company over in one transaction: all that can come along does, the rest is refused with a reason, and an error
 * leaves nothing behind. A second run finds what the first brought and adds only what is new.
 *
 * @param db connected as the owner of the tables
 */
export function importCompany(
  db: Kysely<Database>,
  source: Source,
  owner: NewOwner,
  tell: Tell,
): Promise<Imported> {
  return inTransaction(db, async (tx) => {
    const company = await companyFor(tx, source, owner);
    const context = ownerContext(tx, company.tenantId, company.ownerId);
    const run: Run = {
      tx,
      tenantId: company.tenantId,
      source,
      ids: await knownIds(tx, company.tenantId),
      tell,
      journal: context.journal,
    };
    await makeRoom(run, company.first);
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
      figures: await figures(run),
    };
  });
}

interface Company {
  readonly tenantId: string;
  readonly ownerId: string;
  readonly code: string;
  readonly loginName: string | null;
  /** What a new company starts with, in the way here; null when it is not new. */
  readonly first: { readonly warehouseId: string; readonly accountId: string } | null;
}

async function companyFor(
  tx: Transaction<Database>,
  source: Source,
  owner: NewOwner,
): Promise<Company> {
  // SAFETY: a source is read for a company that the dump has.
  const tenant = source.rows('jsh_tenant')[0] as DumpRow;
  const code = `${IMPORTED_CODES}${source.tenantId}-${word(tenant, 'login_name')}`;
  const known = await tx
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (known) return companyAgain(tx, known.id, code);
  const loginName = await freeLogin(tx, word(tenant, 'login_name'), source);
  const person = source.rows('jsh_user').find((row) => word(row, 'id') === source.tenantId);
  const name = word(source.rows('jsh_system_config')[0] ?? {}, 'company_name') || loginName;
  const created = await createTenantIn(tx, {
    code,
    name,
    plan: word(tenant, 'type') === '1' ? 'paid' : 'free',
    userLimit: limitIn(word(tenant, 'user_num_limit')),
    owner: {
      loginName,
      name: (person && word(person, 'username')) || loginName,
      passwordHash: owner.passwordHash,
      mustChange: true,
    },
  });
  return { tenantId: created.tenantId, ownerId: created.ownerId, code, loginName, first: created };
}

/** How many users; one where what stands there is no number of them. */
const limitIn = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/** The company that an earlier run made. Anybody may choose a code: one that no import made is never written into. */
async function companyAgain(
  tx: Transaction<Database>,
  tenantId: string,
  code: string,
): Promise<Company> {
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
  if (!(await hasImported(tx, tenantId))) refuse('dump.codeTaken', { code });
  const { id: ownerId } = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('owner', '=', true)
    .executeTakeFirstOrThrow();
  return { tenantId, ownerId, code, loginName: null, first: null };
}

/** A new company starts with a warehouse and an account of its own; here the dump's take their place. */
async function makeRoom({ tx, tenantId, source }: Run, first: Company['first']): Promise<void> {
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
  { tx, tenantId, source, ids }: Run,
  first: Company['first'],
): Promise<void> {
  if (first === null) return;
  for (const [from, to] of [
    ['jsh_depot', 'warehouse'],
    ['jsh_account', 'account'],
  ] as const) {
    const rows = source.rows(from);
    const row = rows.find((each) => bit(each, 'is_default')) ?? rows[0];
    const id = row ? ids.of(from, word(row, 'id')) : null;
    if (id === null) continue;
    await tx
      .updateTable(to)
      .set({ is_default: true })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
}

/** Opening balances of accounts and partners, opening stock of products: one document each, before everything else. */
async function bringOpenings(run: Run, context: Context): Promise<void> {
  const { tx, tenantId, source, ids } = run;
  const time = beforeAll(source);
  const { rows } = await sql<Opening>`
    select 'account:' || id as subject, null::bigint as partner_id, id as account_id, opening_amount as amount, 0 as payable
    from account where tenant_id = ${tenantId} and opening_amount <> 0
    union all
    select 'partner:' || id, id, null, opening_receivable, opening_payable
    from partner where tenant_id = ${tenantId} and (opening_receivable <> 0 or opening_payable <> 0)
    order by 1`.execute(tx);
  // What was brought over before may have been corrected here since.
  const fresh = rows.filter(
    (row) =>
      ids.isFresh('jsh_supplier', row.partner_id) || ids.isFresh('jsh_account', row.account_id),
  );
  const left: { readonly opening: Opening; readonly reason: Sentence }[] = [];
  const work = async ({
    subject,
    partner_id: partnerId,
    account_id: accountId,
    ...opening
  }: Opening) => {
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

/** A record came along, and what it opened with did not: it opens with nothing. */
async function leaveOpening(
  { tx, tenantId, source, ids }: Run,
  { partner_id: partnerId, account_id: accountId }: Opening,
  reason: Sentence,
): Promise<void> {
  const [from, to, id] =
    partnerId === null
      ? (['jsh_account', 'account', accountId] as const)
      : (['jsh_supplier', 'partner', partnerId] as const);
  const nothing =
    to === 'account' ? sql`opening_amount = 0` : sql`opening_receivable = 0, opening_payable = 0`;
  await sql`update ${sql.table(to)} set ${nothing} where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  const rows = source.rows(from).filter((row) => ids.of(from, word(row, 'id')) === id);
  for (const row of rows)
    source.refusals.push({
      table: from,
      id: word(row, 'id'),
      reason: said(`期初余额：${reason['zh-cn']}`, `its opening balance: ${reason.en}`),
    });
}

async function bringOpeningStock(run: Run, context: Context, time: string): Promise<void> {
  const { source, ids } = run;
  const table = 'jsh_material_initial_stock';
  const barcodes = Map.groupBy(source.rows('jsh_material_extend'), (row) =>
    word(row, 'material_id'),
  );
  const stocks = Map.groupBy(source.rows(table), (row) => word(row, 'material_id'));
  const work = async ([materialId, stock]: [string, readonly DumpRow[]]): Promise<void> => {
    const known = stock.filter((row) => ids.of(table, word(row, 'id')) !== null);
    ids.count(table).known += known.length;
    if (known.length === stock.length) return;
    if (known.length > 0)
      leave('其商品的期初库存此前已导入', 'the opening stock of its product came over before');
    const productId = ids.of('jsh_material', materialId);
    const barcode = barcodes
      .get(materialId)
      ?.find((row) => ids.of('jsh_material_extend', word(row, 'id')) !== null);
    if (barcode === undefined || productId === null)
      return leave('其商品或条码没有导入', 'its product, or its barcode, did not come along');
    const lines = stock.flatMap((row) => openingLine(row, barcode, ids));
    const subject = `product:${productId}`;
    await saveInternalDocument(context, { kind: 'openingStock', time, subject, lines });
    for (const row of stock)
      await remember(run, table, word(row, 'id'), { table: 'product', id: productId });
  };
  await triedEach(run, [...stocks], work, ([, stock], reason) =>
    stock
      .filter((row) => ids.of(table, word(row, 'id')) === null)
      .forEach((row) => refusing(run, table)(row, reason)),
  );
}

interface Opening {
  readonly subject: string;
  readonly partner_id: string | null;
  readonly account_id: string | null;
  /** What an account holds, or a partner owes. */
  readonly amount: string;
  /** What a partner is owed. */
  readonly payable: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** A day before the first document: what a company opened with was there before it traded. */
function beforeAll(source: Source): string {
  const times = [
    ...source.rows('jsh_depot_head').map((row) => word(row, 'oper_time')),
    ...source.rows('jsh_account_head').map((row) => word(row, 'bill_time')),
  ].flatMap((time) => instantOrNull(time) ?? []);
  const first = times.filter((time) => Date.parse(time) > 2 * DAY).toSorted()[0];
  return first === undefined
    ? new Date().toISOString()
    : new Date(Date.parse(first) - DAY).toISOString();
}

function openingLine(row: DumpRow, barcode: DumpRow, ids: Ids) {
  const warehouseId = ids.of('jsh_depot', key(row, 'depot_id'));
  const quantity = decimal(amount(row, 'number'));
  if (warehouseId === null || quantity.lte(0)) return [];
  return [
    {
      line: null,
      barcode: word(barcode, 'bar_code'),
      quantity,
      unitPrice: decimal(amount(barcode, 'purchase_decimal')),
      warehouseId,
    },
  ];
}

/** A serial comes along with the document that brought it in; one that no document did lies nowhere. */
async function bringSerials(run: Run): Promise<void> {
  const { tx, tenantId, source, ids } = run;
  const table = 'jsh_serial_number';
  const held = await tx
    .selectFrom('serial_number')
    .select(['serial', 'in_document_id'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const receipts = new Map(held.map((row) => [row.serial, row.in_document_id]));
  for (const row of source.rows(table)) {
    const id = word(row, 'id');
    const serial = word(row, 'serial_number');
    const receipt = receipts.get(serial);
    if (ids.of(table, id) !== null) ids.count(table).known += 1;
    else if (receipt !== undefined)
      await remember(run, table, id, { table: 'document', id: receipt });
    else {
      const reason = said(
        `序列号 ${serial} 没有库存：没有单据将其入库`,
        `serial ${serial} has no stock: no document brought it in`,
      );
      source.refusals.push({ table, id, reason });
    }
  }
}

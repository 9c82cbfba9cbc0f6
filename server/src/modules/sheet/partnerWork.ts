import { partnerTypes, partners, sheets } from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, given, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import {
  addPartners,
  changePartners,
  grantedPartners,
  removePartners,
  saveOpenings,
} from '../partner/index.ts';
import { addFaults, addRepeated, cellOf, noted, rowsOf, stretches, within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { measureHere, written } from './measure.ts';
import { asColumns, storedFields } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import { changeStored, storedCells } from './storedWork.ts';
import { refuseChanged, refuseUsed } from './takeBack.ts';
import type { Cells, Side } from './takeBack.ts';
import type { Progress, SheetWork } from './work.ts';

/** Amounts of money, which are kept to the currency's decimals. */
const amounts = ['openingReceivable', 'openingPayable', 'creditLimit'] as const;
/** What the sheets of partners bring, as the partner's own fields say where and how it is kept. */
const columns = storedFields(partners.declares, [
  ...new Set(partnerTypes.flatMap((type) => Object.keys(sheets[`${type}s`].fields))),
]);

/** Partners of a type by spreadsheet (domain.md 11): a name tells one from another. */
export const partnerWork = (type: PartnerType): SheetWork => ({
  rule: () => ({ derived: {}, faults: [] }),
  check: (context, at) => check(context, at, type),
  present: (context, { id }) => sql`
    select r.row, p.version, ${storedCells(columns)}
    from sheet_row r join partner p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)}`,
  write: (context, at, progress) => write(context, at, type, progress),
  undo,
  all: (context) => sql`
    select ${storedCells(columns)} as cells from partner p
    where p.tenant_id = ${context.tenantId} and p.type = ${type} and p.removed_at is null
      and ${grantedPartners(context.scope, 'p')}
    order by p.id`,
});

async function check(context: Context, at: SheetImport, type: PartnerType): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { id } = at;
  for (const field of amounts)
    await sql`
      update sheet_row r set cells = r.cells || ${noted({
        [field]: sql`trim_scale(round(${cellOf(field)}::numeric, s.currency_digits))`,
      })}
      from tenant_setting s
      where ${rowsOf(context, id)} and s.tenant_id = ${tenantId} and ${cellOf(field)} is not null`.execute(
      tx,
    );
  // Names that were alike before stay apart: each is found as it is written, before one like it.
  const alike = sql`normal_text(p.name) = normal_text(${cellOf('name')})`;
  for (const isNamed of [
    sql`p.name = ${cellOf('name')}`,
    sql`${alike} and p.colliding_name is distinct from p.name and r.target_id is null`,
  ])
    await sql`
      update sheet_row r set target_id = p.id from partner p
      where ${rowsOf(context, id)} and p.tenant_id = ${tenantId} and p.type = ${type} and ${isNamed}
        and ${grantedPartners(scope, 'p')}`.execute(tx);
  await addRepeated(context, id, 'name', sql`normal_text(${cellOf('name')})`);
  const taken = sql`
    select r.row, jsonb_build_object('name', ${cellOf('name')}) from sheet_row r
    join partner p on p.tenant_id = ${tenantId} and p.type = ${type} and ${alike}
    where ${rowsOf(context, id)} and r.target_id is null`;
  await addFaults(context, id, ['name', 'name.taken'], taken);
  for (const [field, other] of [
    ['openingReceivable', 'opening_payable'],
    ['openingPayable', 'opening_receivable'],
  ] as const) {
    const both = sql`
      select r.row, '{}'::jsonb from sheet_row r
      join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
      where ${rowsOf(context, id)} and ${cellOf(field)} <> '0' and ${sql.ref(`p.${other}`)} <> 0`;
    await addFaults(context, id, [field, 'partner.bothOpenings'], both);
  }
}

async function write(
  context: Context,
  at: SheetImport,
  type: PartnerType,
  progress: Progress,
): Promise<void> {
  const parts = await stretches(context, at.id, ['new', 'changed']);
  for (const part of parts) {
    await add(context, at, type, part);
    await change(context, at, part, 1);
    await progress(part.rows);
  }
  for (const [index, part] of parts.entries()) {
    await openBalances(context, at, part, 'new');
    await openBalances(context, at, part, 'changed');
    if (index === 0 && parts.length > 1) await measureHere(context, written);
    await progress(0);
  }
}

async function add(
  context: Context,
  { id }: SheetImport,
  type: PartnerType,
  part: Stretch,
): Promise<void> {
  const { tx } = context;
  const brought = within(context, id, part, 'new');
  const { rows } = await sql<{ row: number; cells: Cells }>`
    select r.row, r.cells from sheet_row r where ${brought} order by r.row`.execute(tx);
  const added = await addPartners(
    context,
    type,
    rows.map(({ cells }) => asColumns(columns, cells)),
  );
  const ids = new Map(added.map((partner) => [partner['name'], partner.id]));
  const known = rows.map(({ row, cells }) => ({ row, id: found(ids.get(cells['name'])) }));
  await sql`
    update sheet_row r set target_id = given.id from ${given(known, 'row int, id bigint')}
    where ${brought} and r.row = given.row`.execute(tx);
}

const change = (context: Context, at: SheetImport, part: Stretch, side: Side): Promise<void> =>
  changeStored(context, at, { part, side }, columns, (rows) => changePartners(context, rows));

/** Puts opening balances into the books: what the partners' rows say now. */
async function openBalances(
  context: Context,
  { id }: SheetImport,
  part: Stretch,
  outcome: 'new' | 'changed',
): Promise<void> {
  const { tx, tenantId } = context;
  const concerned =
    outcome === 'new'
      ? sql`(p.opening_receivable <> 0 or p.opening_payable <> 0)`
      : sql`(jsonb_exists(r.changes, 'openingReceivable') or jsonb_exists(r.changes, 'openingPayable'))`;
  const { rows } = await sql<{ id: string; amount: string }>`
    select p.id, p.opening_receivable - p.opening_payable as amount
    from sheet_row r join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
    where ${within(context, id, part, outcome)} and ${concerned}`.execute(tx);
  await saveOpenings(context, rows, `sheet:${id}`);
}

async function undo(context: Context, at: SheetImport, progress: Progress): Promise<void> {
  await hold(context, at);
  await refuseUsed(context, at, documentsOf(context));
  await refuseChanged(context, at, 'partner');
  const parts = await stretches(context, at.id, ['new', 'changed']);
  for (const part of parts) {
    await change(context, at, part, 0);
    await openBalances(context, at, part, 'changed');
    await removeNew(context, at, part);
    await progress(part.rows);
  }
}

/**
 * Waits for documents that are being written of these partners, and lets none begin; refuses partners that were taken from
 * the one who brought them.
 */
async function hold({ tx, tenantId, scope }: Context, { id }: SheetImport): Promise<void> {
  const { rows } = await sql<{ granted: boolean }>`
    select ${grantedPartners(scope, 'p')} as granted from partner p
    where p.tenant_id = ${tenantId} and p.id in (
      select r.target_id from sheet_row r
      where r.tenant_id = ${tenantId} and r.import_id = ${id} and r.outcome in ('new', 'changed'))
    order by p.id for update`.execute(tx);
  if (rows.some(({ granted }) => !granted)) refuse('access.denied');
}

/** Partners `p` that came by an import, with the documents `d` of them but for their own openings. */
const documentsOf = ({ tenantId }: Context): RawBuilder<unknown> => sql`
    join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join document d on d.tenant_id = ${tenantId} and d.partner_id = p.id and d.deleted_at is null
      and d.subject <> 'partner:' || p.id`;

async function removeNew(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  await closeBalances(context, id, part);
  const { rows } = await sql<{ id: string }>`
    select r.target_id as id from sheet_row r
    where ${within(context, id, part, 'new')} and r.target_id is not null`.execute(context.tx);
  await removePartners(
    context,
    rows.map((partner) => partner.id),
  );
}

async function closeBalances(context: Context, id: string, part: Stretch): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from sheet_row r
    join partner p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${within(context, id, part, 'new')} and (p.opening_receivable <> 0 or p.opening_payable <> 0)`.execute(
    context.tx,
  );
  const closed = rows.map((partner) => ({ id: partner.id, amount: '0' }));
  await saveOpenings(context, closed, `sheet:${id}:undone`);
}

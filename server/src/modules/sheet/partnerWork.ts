import { partnerTypes, partners, sheets } from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import {
  addPartners,
  changePartners,
  grantedPartners,
  hasOpeningDebts,
  removePartners,
  saveOpenings,
} from '../partner/index.ts';
import {
  addFaults,
  addFaultsWhere,
  addRepeated,
  cellTextSql,
  importRowsSql,
  listImportRowRanges,
  importRowRangeSql,
} from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { measureHere, written } from './measure.ts';
import { asColumns, storedFields } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { changeStored, storedCells } from './storedWork.ts';
import { refuseChangedRecords, refuseUsedRecords } from './takeBack.ts';
import type { SheetRowCells, ChangeSide } from './takeBack.ts';
import type { ImportProgress, SheetWork } from './work.ts';

/** Amounts of money, with at most the decimals of the currency. */
const amounts = ['openingReceivable', 'openingPayable', 'creditLimit'] as const;
/** Partner sheet fields, stored by the partner's own field definitions. */
const columns = storedFields(partners.declares, [
  ...new Set(partnerTypes.flatMap((type) => Object.keys(sheets[`${type}s`].fields))),
]);

/** Partners of a type by spreadsheet, identified by name. */
export const partnerWork = (type: PartnerType): SheetWork => ({
  rule: () => ({ derived: {}, faults: [] }),
  check: (context, at) => checkPartnerImport(context, at, type),
  present: (context, { id }) => sql`
    select r.row, p.version, ${storedCells(columns)}
    from sheet_row r join partner p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)}`,
  write: (context, at, progress) => writePartnerImport(context, at, type, progress),
  undo: undoPartnerImport,
  all: (context) => sql`
    select ${storedCells(columns)} as cells from partner p
    where p.tenant_id = ${context.tenantId} and p.type = ${type} and p.removed_at is null
      and ${grantedPartners(context.scope, 'p')}
    order by p.id`,
});

async function checkPartnerImport(
  context: Context,
  at: SheetImportState,
  type: PartnerType,
): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { id } = at;
  const digits = sql`(select currency_digits from tenant_setting where tenant_id = ${tenantId})`;
  for (const field of amounts)
    await addFaultsWhere(
      context,
      id,
      [field, 'cell.decimals'],
      sql`scale(trim_scale(${cellTextSql(field)}::numeric)) > ${digits}`,
      sql`jsonb_build_object('value', ${cellTextSql(field)}, 'most', ${digits})`,
    );
  // Older lookalike names stay separate: exact names are found before lookalikes.
  const alike = sql`normal_text(p.name) = normal_text(${cellTextSql('name')})`;
  for (const isNamed of [
    sql`p.name = ${cellTextSql('name')}`,
    sql`${alike} and p.colliding_name is distinct from p.name and r.target_id is null`,
  ])
    await sql`
      update sheet_row r set target_id = p.id from partner p
      where ${importRowsSql(context, id)} and p.tenant_id = ${tenantId} and p.type = ${type} and ${isNamed}
        and ${grantedPartners(scope, 'p')}`.execute(tx);
  await addRepeated(context, id, 'name', sql`normal_text(${cellTextSql('name')})`);
  const taken = sql`
    select r.row, jsonb_build_object('name', ${cellTextSql('name')}) from sheet_row r
    join partner p on p.tenant_id = ${tenantId} and p.type = ${type} and ${alike}
    where ${importRowsSql(context, id)} and r.target_id is null`;
  await addFaults(context, id, ['name', 'name.taken'], taken);
  for (const [field, other] of [
    ['openingReceivable', 'opening_payable'],
    ['openingPayable', 'opening_receivable'],
  ] as const) {
    const both = sql`
      select r.row, '{}'::jsonb from sheet_row r
      join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
      where ${importRowsSql(context, id)} and ${cellTextSql(field)} <> '0' and ${sql.ref(`p.${other}`)} <> 0`;
    await addFaults(context, id, [field, 'partner.bothOpenings'], both);
    const besideBills = sql`
      select r.row, jsonb_build_object('name', p.name) from sheet_row r
      join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
      where ${importRowsSql(context, id)} and ${cellTextSql(field)} <> '0'
        and ${hasOpeningDebts(context, 'p')}`;
    await addFaults(context, id, [field, 'partner.openingBills'], besideBills);
  }
}

async function writePartnerImport(
  context: Context,
  at: SheetImportState,
  type: PartnerType,
  progress: ImportProgress,
): Promise<void> {
  const parts = await listImportRowRanges(context, at.id, ['new', 'changed']);
  for (const part of parts) {
    await addImportedPartners(context, at, type, part);
    await changeImportedPartners(context, at, part, 1);
    await progress(part.rows);
  }
  for (const [index, part] of parts.entries()) {
    await openBalances(context, at, part, 'new');
    await openBalances(context, at, part, 'changed');
    if (index === 0 && parts.length > 1) await measureHere(context, written);
    await progress(0);
  }
}

async function addImportedPartners(
  context: Context,
  { id }: SheetImportState,
  type: PartnerType,
  part: ImportRowRange,
): Promise<void> {
  const { tx } = context;
  const brought = importRowRangeSql(context, id, part, 'new');
  const { rows } = await sql<{ row: number; cells: SheetRowCells }>`
    select r.row, r.cells from sheet_row r where ${brought} order by r.row`.execute(tx);
  const added = await addPartners(
    context,
    type,
    rows.map(({ cells }) => asColumns(columns, cells)),
  );
  const ids = new Map(added.map((partner) => [partner['name'], partner.id]));
  const known = rows.map(({ row, cells }) => ({
    row,
    id: orRefuseMissing(ids.get(cells['name'])),
  }));
  await sql`
    update sheet_row r set target_id = given.id from ${rowsAsTable(known, 'row int, id bigint')}
    where ${brought} and r.row = given.row`.execute(tx);
}

const changeImportedPartners = (
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
  side: ChangeSide,
): Promise<void> =>
  changeStored(context, at, { part, side }, columns, (rows) => changePartners(context, rows));

/** Posts opening balances from the partners' present rows. */
async function openBalances(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
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
    where ${importRowRangeSql(context, id, part, outcome)} and ${concerned}`.execute(tx);
  await saveOpenings(context, rows, `sheet:${id}`);
}

async function undoPartnerImport(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  await lockImportedPartners(context, at);
  await refuseUsedRecords(context, at, partnerDocumentsJoinSql(context));
  await refuseChangedRecords(context, at, 'partner');
  const parts = await listImportRowRanges(context, at.id, ['new', 'changed']);
  for (const part of parts) {
    await changeImportedPartners(context, at, part, 0);
    await openBalances(context, at, part, 'changed');
    await removeNew(context, at, part);
    await progress(part.rows);
  }
}

/**
 * Waits for documents being written for these partners, and blocks new documents; refuses partners no
 * longer granted to the importing user.
 */
async function lockImportedPartners(
  { tx, tenantId, scope }: Context,
  { id }: SheetImportState,
): Promise<void> {
  const { rows } = await sql<{ granted: boolean }>`
    select ${grantedPartners(scope, 'p')} as granted from partner p
    where p.tenant_id = ${tenantId} and p.id in (
      select r.target_id from sheet_row r
      where r.tenant_id = ${tenantId} and r.import_id = ${id} and r.outcome in ('new', 'changed'))
    order by p.id for update`.execute(tx);
  if (rows.some(({ granted }) => !granted)) refuseWith('access.denied');
}

/** Partners `p` from an import, with the partners' documents `d` except their own openings. */
const partnerDocumentsJoinSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`
    join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join document d on d.tenant_id = ${tenantId} and d.partner_id = p.id and d.deleted_at is null
      and d.subject <> 'partner:' || p.id`;

async function removeNew(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  await closeBalances(context, id, part);
  const { rows } = await sql<{ id: string }>`
    select r.target_id as id from sheet_row r
    where ${importRowRangeSql(context, id, part, 'new')} and r.target_id is not null`.execute(
    context.tx,
  );
  await removePartners(
    context,
    rows.map((partner) => partner.id),
  );
}

async function closeBalances(context: Context, id: string, part: ImportRowRange): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from sheet_row r
    join partner p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowRangeSql(context, id, part, 'new')} and (p.opening_receivable <> 0 or p.opening_payable <> 0)`.execute(
    context.tx,
  );
  const closed = rows.map((partner) => ({ id: partner.id, amount: '0' }));
  await saveOpenings(context, closed, `sheet:${id}:undone`);
}

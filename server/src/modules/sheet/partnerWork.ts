import { partnerTypes, partners, sheets } from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { given, refuse, usedAmong } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { mnemonicOf } from '../catalog/index.ts';
import { grantToCreator, grantedPartners, saveOpenings } from '../partner/index.ts';
import { addFaults, addRepeated, cellOf, rowsOf, stretches, within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { measureHere, written } from './measure.ts';
import { asCell, asStored, storedFields } from './productFields.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import type { RowRule } from './staging.ts';
import { asBefore, refuseChanged } from './takeBack.ts';
import type { Progress, SheetWork } from './work.ts';

const openings = ['openingReceivable', 'openingPayable'] as const;
/** What the sheets of partners bring, as the partner's own fields say where and how it is kept. */
const columns = storedFields(partners.declares, [
  ...new Set(partnerTypes.flatMap((type) => Object.keys(sheets[`${type}s`].fields))),
]);

/** What a new partner has where the sheet says nothing, and an old one where its cell is blank. */
const blanks: Readonly<Record<string, RawBuilder<unknown>>> = {
  sort: sql`0`,
  enabled: sql`true`,
  openingReceivable: sql`0`,
  openingPayable: sql`0`,
};

const stored = (field: string, at: StoredField): RawBuilder<unknown> =>
  blanks[field] === undefined
    ? asStored(field, at)
    : sql`coalesce(${asStored(field, at)}, ${blanks[field]})`;

const rule: RowRule = (cells) => ({
  derived: { mnemonic: mnemonicOf(cells['name'] ?? '') },
  faults: [],
});

/** Partners of a type by spreadsheet (domain.md 11): a name tells one from another. */
export const partnerWork = (type: PartnerType): SheetWork => ({
  rule,
  check: (context, at) => check(context, at, type),
  present: (context, { id }) => sql`
    select r.row, p.version, ${fields()}
    from sheet_row r join partner p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)}`,
  write: (context, at, progress) => write(context, at, type, progress),
  undo,
  all: (context) => sql`
    select ${fields()} as cells from partner p
    where p.tenant_id = ${context.tenantId} and p.type = ${type} and p.removed_at is null
      and ${grantedPartners(context.scope, 'p')}
    order by p.id`,
});

const fields = (): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(columns).map(([field, at]) => sql`${sql.lit(field)}, ${asCell('p', at)}`),
  )})`;

async function check(context: Context, at: SheetImport, type: PartnerType): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { id } = at;
  // Money is kept to the currency's decimals; a blank is nothing owed, and a blank place in the order is the first.
  for (const field of [...openings, 'sort'])
    await sql`
      update sheet_row r set cells = r.cells || jsonb_build_object(${sql.lit(field)},
        trim_scale(round(coalesce(${cellOf(field)}::numeric, 0), s.currency_digits))::text)
      from tenant_setting s
      where ${rowsOf(context, id)} and s.tenant_id = ${tenantId} and jsonb_exists(r.cells, ${sql.lit(field)})`.execute(
      tx,
    );
  await sql`
    update sheet_row r set target_id = p.id from partner p
    where ${rowsOf(context, id)} and p.tenant_id = ${tenantId} and p.type = ${type} and p.name = ${cellOf('name')}
      and ${grantedPartners(scope, 'p')}`.execute(tx);
  await addRepeated(context, id, 'name', cellOf('name'));
  const taken = sql`
    select r.row, jsonb_build_object('name', ${cellOf('name')}) from sheet_row r
    join partner p on p.tenant_id = ${tenantId} and p.type = ${type} and p.name = ${cellOf('name')}
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
    await giveIds(context, at, part);
    await add(context, at, type, part);
    await change(context, at, part);
    await progress(part.rows);
  }
  for (const [index, part] of parts.entries()) {
    await openBalances(context, at, part, 'new');
    await openBalances(context, at, part, 'changed');
    if (index === 0 && parts.length > 1) await measureHere(context, written);
    await progress(0);
  }
}

async function giveIds(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ row: number }>`
    select r.row from sheet_row r where ${within(context, id, part, 'new')}`.execute(tx);
  if (rows.length === 0) return;
  const { rows: ids } = await sql<{ id: string }>`
    select nextval('partner_id_seq') as id from generate_series(1, ${rows.length}::int)`.execute(
    tx,
  );
  await sql`
    update sheet_row r set target_id = given.id
    from ${given(
      rows.map(({ row }, index) => ({ row, id: ids[index]?.id })),
      'row int, id bigint',
    )}
    where ${within(context, id, part, 'new')} and r.row = given.row`.execute(tx);
}

async function add(
  context: Context,
  { id }: SheetImport,
  type: PartnerType,
  part: Stretch,
): Promise<void> {
  const { tx, tenantId, scope } = context;
  const rows = within(context, id, part, 'new');
  const names = Object.entries(columns);
  const { rows: added } = await sql<{ id: string }>`
    insert into partner (tenant_id, id, type, mnemonic, creator_id, institution_id,
      ${sql.join(names.map(([, { column }]) => sql.ref(column)))}) overriding system value
    select ${tenantId}::bigint, r.target_id, ${type}, r.derived->>'mnemonic', ${scope.userId}::bigint,
      ${scope.institutionId}::bigint, ${sql.join(names.map(([field, one]) => stored(field, one)))}
    from sheet_row r where ${rows} order by r.row
    returning id`.execute(tx);
  await grantToCreator(
    context,
    type,
    added.map((partner) => partner.id),
  );
}

async function change(context: Context, at: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const rows = within(context, at.id, part, 'changed');
  const sets = at.columns.flatMap(({ field }) => {
    const known = columns[field];
    return known === undefined ? [] : [sql`${sql.ref(known.column)} = ${stored(field, known)}`];
  });
  const { rows: changed } = await sql`
    update partner p set ${sql.join([...sets, sql`version = p.version + 1`])}
    from sheet_row r
    where ${rows} and p.tenant_id = ${tenantId} and p.id = r.target_id and p.version = (r.derived->>'version')::int
    returning p.id`.execute(tx);
  const { rows: wanted } = await sql<{ count: number }>`
    select count(*)::int as count from sheet_row r where ${rows}`.execute(tx);
  if (changed.length !== wanted[0]?.count) refuse('sheet.changedMeanwhile');
}

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
  await refuseUsed(context, at);
  await refuseChanged(context, at, 'partner');
  const parts = await stretches(context, at.id, ['new', 'changed']);
  for (const part of parts) {
    await changeBack(context, at, part);
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

async function refuseUsed(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ name: string; number: string | null }>`
    select p.name, d.number from sheet_row r
    join partner p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join document d on d.tenant_id = ${tenantId} and d.partner_id = p.id and d.deleted_at is null
      and d.subject <> 'partner:' || p.id
    where ${rowsOf(context, id)} and r.outcome = 'new'
    order by r.row limit 1`.execute(tx);
  const [used] = rows;
  if (used !== undefined) refuse('sheet.undoUsed', { name: used.name, usedBy: used.number ?? '' });
}

/** Changed partners are what they were; new ones owe nothing any more. */
async function changeBack(context: Context, at: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const sets = at.columns.flatMap(({ field }) => {
    const known = columns[field];
    return known === undefined ? [] : [asBefore(field, known)];
  });
  await sql`
    update partner p set ${sql.join([...sets, sql`version = p.version + 1`])}
    from sheet_row r
    where ${within(context, at.id, part, 'changed')} and p.tenant_id = ${tenantId} and p.id = r.target_id`.execute(
    tx,
  );
}

/** New partners go; those that the books name stay out of everybody's sight, their names free for others. */
async function removeNew(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const rows = within(context, id, part, 'new');
  await closeBalances(context, id, part);
  const { rows: targets } = await sql<{ id: string }>`
    select r.target_id as id from sheet_row r where ${rows} and r.target_id is not null`.execute(
    tx,
  );
  const ids = targets.map((target) => target.id);
  const named = await usedAmong(context, 'partner', ids);
  await sql`
    delete from partner
    where tenant_id = ${tenantId} and id = any(${ids.filter((one) => !named.has(one))}::bigint[])`.execute(
    tx,
  );
  await sql`
    update partner p set removed_at = now(), enabled = false, name = p.name || ' #' || p.id, version = p.version + 1,
      opening_receivable = 0, opening_payable = 0
    from sheet_row r where ${rows} and p.tenant_id = ${tenantId} and p.id = r.target_id`.execute(
    tx,
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

import { exchangeRates, sheets } from '@tradehouse/contract';
import { sql } from 'kysely';
import { addRows, changeRows } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { addFaultsWhere, addRepeated, cellOf, rowsOf, stretches, within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { asColumns, storedFields } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import { changeStored, storedCells, removeAdded } from './storedWork.ts';
import { refuseChanged } from './takeBack.ts';
import type { Cells, Side } from './takeBack.ts';
import type { SheetWork } from './work.ts';

const columns = storedFields(exchangeRates.declares, Object.keys(sheets.exchangeRates.fields));

/** Rates by spreadsheet: a currency and a day tell one from another. No document hangs on them, so all can be taken back. */
export const exchangeRateWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check,
  present: (context, { id }) => sql`
    select r.row, p.version, ${storedCells(columns)}
    from sheet_row r join exchange_rate p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)}`,
  write: async (context, at, progress) => {
    for (const part of await stretches(context, at.id, ['new', 'changed'])) {
      await add(context, at, part);
      await change(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    await refuseChanged(context, at, 'exchange_rate');
    for (const part of await stretches(context, at.id, ['new', 'changed'])) {
      await change(context, at, part, 0);
      await remove(context, at, part);
      await progress(part.rows);
    }
  },
  all: ({ tenantId }) => sql`
    select ${storedCells(columns)} as cells from exchange_rate p
    where p.tenant_id = ${tenantId} order by p.day, p.currency`,
};

/** Their days as cells say them. Read apart from what is changed, where a cluster compares no text with a day. */
const ratesOf = (tenantId: string) =>
  sql`(select id, currency, day::text as day from exchange_rate where tenant_id = ${tenantId} offset 0)`;

async function check(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update sheet_row r set target_id = p.id from ${ratesOf(tenantId)} p
    where ${rowsOf(context, id)} and p.currency = ${cellOf('currency')} and p.day = ${cellOf('day')}`.execute(
    tx,
  );
  const key = sql`${cellOf('currency')} || ' ' || ${cellOf('day')}`;
  await addRepeated(context, id, 'currency', key);
  await addFaultsWhere(
    context,
    id,
    ['currency', 'exchangeRate.own'],
    sql`${cellOf('currency')} = (select currency from tenant_setting where tenant_id = ${tenantId})`,
    sql`jsonb_build_object('currency', ${cellOf('currency')})`,
  );
  await addFaultsWhere(
    context,
    id,
    ['rate', 'document.exchangeRate'],
    sql`${cellOf('rate')}::numeric <= 0`,
  );
}

async function add(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx } = context;
  const brought = within(context, id, part, 'new');
  const { rows } = await sql<{ cells: Cells }>`
    select r.cells from sheet_row r where ${brought} order by r.row`.execute(tx);
  await addRows(
    context,
    'exchange_rate',
    rows.map(({ cells }) => asColumns(columns, cells)),
    sql`id`,
  );
  await sql`
    update sheet_row r set target_id = p.id from ${ratesOf(context.tenantId)} p
    where ${brought} and p.currency = ${cellOf('currency')} and p.day = ${cellOf('day')}`.execute(
    tx,
  );
}

const change = (context: Context, at: SheetImport, part: Stretch, side: Side): Promise<void> =>
  changeStored(context, at, { part, side }, columns, (rows) =>
    changeRows(context, 'exchange_rate', rows),
  );

const remove = (context: Context, at: SheetImport, part: Stretch): Promise<void> =>
  removeAdded(context, at, part, 'exchange_rate');

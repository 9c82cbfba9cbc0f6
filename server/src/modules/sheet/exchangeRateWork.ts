import { exchangeRates, sheets } from '@tradehouse/contract';
import { usualDigits } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { exchangeRateBulk } from '../money/index.ts';
import { ownMoney } from '../system/index.ts';
import {
  addFaultsWhere,
  addRepeated,
  cellTextSql,
  importRowsSql,
  listImportRowRanges,
  importRowRangeSql,
} from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { asColumns, storedFields } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { changeStored, storedCells, removeAdded } from './storedWork.ts';
import { refuseChangedRecords } from './takeBack.ts';
import type { SheetRowCells, ChangeSide } from './takeBack.ts';
import type { SheetWork } from './work.ts';

const columns = storedFields(exchangeRates.declares, Object.keys(sheets.exchangeRates.fields));

/**
 * Exchange rates by spreadsheet, identified by currency and day. No document depends on rates, therefore
 * all can be undone.
 */
export const exchangeRateWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check: checkExchangeRateImport,
  present: (context, { id }) => sql`
    select r.row, p.version, ${storedCells(columns)}
    from sheet_row r join exchange_rate p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)}`,
  write: async (context, at, progress) => {
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await addImportedRates(context, at, part);
      await changeImportedRates(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    await refuseChangedRecords(context, at, 'exchange_rate');
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await changeImportedRates(context, at, part, 0);
      await removeImportedRates(context, at, part);
      await progress(part.rows);
    }
  },
  all: ({ tenantId }) => sql`
    select ${storedCells(columns)} as cells from exchange_rate p
    where p.tenant_id = ${tenantId} order by p.day, p.currency`,
};

/**
 * Days of rates in cell format. A separate query, because a cluster compares no text with a day in an
 * update.
 */
const exchangeRatesSql = (tenantId: string) =>
  sql`(select id, currency, day::text as day from exchange_rate where tenant_id = ${tenantId} offset 0)`;

async function checkExchangeRateImport(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update sheet_row r set target_id = p.id from ${exchangeRatesSql(tenantId)} p
    where ${importRowsSql(context, id)} and p.currency = ${cellTextSql('currency')} and p.day = ${cellTextSql('day')}`.execute(
    tx,
  );
  const key = sql`${cellTextSql('currency')} || ' ' || ${cellTextSql('day')}`;
  await addRepeated(context, id, 'currency', key);
  await addFaultsWhere(
    context,
    id,
    ['currency', 'exchangeRate.own'],
    sql`${cellTextSql('currency')} = (select currency from tenant_setting where tenant_id = ${tenantId})`,
    sql`jsonb_build_object('currency', ${cellTextSql('currency')})`,
  );
  await addFaultsWhere(
    context,
    id,
    ['rate', 'document.exchangeRate'],
    sql`${cellTextSql('rate')}::numeric <= 0`,
  );
  await addRatesOfOne(context, id);
}

/** Adds faults for rates of 1 refused by documents: currencies with more decimals than the own. */
async function addRatesOfOne(context: Context, id: string): Promise<void> {
  const own = await ownMoney(context);
  const { rows } = await sql<{ currency: string | null }>`
    select distinct ${cellTextSql('currency')} as currency from sheet_row r where ${importRowsSql(context, id)}`.execute(
    context.tx,
  );
  const finer = rows.filter(({ currency }) => usualDigits(currency ?? '') > own.digits);
  await addFaultsWhere(
    context,
    id,
    ['rate', 'document.rateOfOne'],
    sql`${cellTextSql('rate')}::numeric = 1 and ${cellTextSql('currency')} <> ${own.currency}
      and ${cellTextSql('currency')} = any(${finer.map(({ currency }) => currency)}::text[])`,
    sql`jsonb_build_object('currency', ${cellTextSql('currency')}, 'own', ${own.currency}::text)`,
  );
}

async function addImportedRates(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx } = context;
  const brought = importRowRangeSql(context, id, part, 'new');
  const { rows } = await sql<{ cells: SheetRowCells }>`
    select r.cells from sheet_row r where ${brought} order by r.row`.execute(tx);
  await exchangeRateBulk.add(
    context,
    rows.map(({ cells }) => asColumns(columns, cells)),
  );
  await sql`
    update sheet_row r set target_id = p.id from ${exchangeRatesSql(context.tenantId)} p
    where ${brought} and p.currency = ${cellTextSql('currency')} and p.day = ${cellTextSql('day')}`.execute(
    tx,
  );
}

const changeImportedRates = (
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
  side: ChangeSide,
): Promise<void> =>
  changeStored(context, at, { part, side }, columns, (rows) =>
    exchangeRateBulk.change(context, rows),
  );

const removeImportedRates = (
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
): Promise<void> => removeAdded(context, at, part, exchangeRateBulk);

// How a file of a sheet is read: the fields that its reader may bring, and what the user says of the file.
import { sheets } from '@tradehouse/contract';
import type { ReplyOf, SheetChoices, SheetId, sheetFields } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, grantedWarehouses, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { broughtFields } from './headings.ts';
import type { ColumnChoice, SheetReader, WarehouseName } from './headings.ts';
import type { FileChoice } from './read/rows.ts';
import { mayImport } from './sheetImport.ts';

/** A sheet as the caller may bring it; only products have a column for each warehouse. */
export async function readerOf(context: Context, sheet: SheetId): Promise<SheetReader> {
  return {
    sheet: sheets[sheet],
    scope: context.scope,
    warehouses: sheets[sheet].warehouses === true ? await warehousesOf(context) : [],
    currency: await currencyOf(context),
  };
}

async function warehousesOf({ tx, tenantId, scope }: Context): Promise<readonly WarehouseName[]> {
  const { rows } = await sql<WarehouseName>`
    select id, name from warehouse
    where tenant_id = ${tenantId} and enabled and ${grantedWarehouses(scope, 'warehouse.id')}
    order by sort, id`.execute(tx);
  return rows;
}

async function currencyOf({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ currency: string }>`
    select currency from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return found(rows[0]).currency;
}

/** Fields of a sheet that the caller may bring. */
export async function fieldsOf(
  context: Context,
  sheet: SheetId,
): Promise<ReplyOf<typeof sheetFields>> {
  if (!mayImport(context.scope, sheet)) refuse('access.denied');
  return broughtFields(await readerOf(context, sheet), context.language);
}

export const fileChoice = ({ worksheet, encoding, delimiter }: SheetChoices): FileChoice => ({
  ...(worksheet === undefined ? {} : { worksheet }),
  ...(encoding === undefined ? {} : { encoding }),
  ...(delimiter === undefined ? {} : { delimiter }),
});

/** Columns that the user chose; undefined where the headings decide. */
export const columnChoice = ({ headingRow, columns }: SheetChoices): ColumnChoice | undefined =>
  headingRow === undefined || columns === undefined
    ? undefined
    : { headingRow, fields: columns.split(',').map((field) => (field === '' ? null : field)) };

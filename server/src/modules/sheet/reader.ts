// Rules for reading a sheet's file: the fields its reader may import and the user's choices.
import { sheets } from '@tradehouse/contract';
import type { ReplyOf, SheetChoices, SheetId, sheetFields } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, grantedWarehouses, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { CellAnswers } from './cellValue.ts';
import { broughtFields } from './headings.ts';
import type { ChosenSheetColumns, SheetReader, WarehouseName } from './headings.ts';
import type { FileChoice } from './read/rows.ts';
import { mayImport } from './sheetImport.ts';

/** Reader of a sheet; only products have a column per warehouse. */
export async function createSheetReader(context: Context, sheet: SheetId): Promise<SheetReader> {
  return {
    sheet: sheets[sheet],
    scope: context.scope,
    warehouses: sheets[sheet].warehouses === true ? await listImportWarehouses(context) : [],
    ...(await readSheetCurrency(context)),
  };
}

async function listImportWarehouses({
  tx,
  tenantId,
  scope,
}: Context): Promise<readonly WarehouseName[]> {
  const { rows } = await sql<WarehouseName>`
    select id, name from warehouse
    where tenant_id = ${tenantId} and enabled and ${grantedWarehouses(scope, 'warehouse.id')}
    order by sort, id`.execute(tx);
  return rows;
}

async function readSheetCurrency({
  tx,
  tenantId,
}: Context): Promise<Pick<SheetReader, 'currency' | 'ownSign'>> {
  const { rows } = await sql<Pick<SheetReader, 'currency' | 'ownSign'>>`
    select currency, currency_symbol as "ownSign" from tenant_setting
    where tenant_id = ${tenantId}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Fields of a sheet that the caller may import. */
export async function listImportFields(
  context: Context,
  sheet: SheetId,
): Promise<ReplyOf<typeof sheetFields>> {
  if (!mayImport(context.scope, sheet)) refuseWith('access.denied');
  return broughtFields(await createSheetReader(context, sheet), context.language);
}

export const fileChoice = ({ worksheet, encoding, delimiter }: SheetChoices): FileChoice => ({
  ...(worksheet === undefined ? {} : { worksheet }),
  ...(encoding === undefined ? {} : { encoding }),
  ...(delimiter === undefined ? {} : { delimiter }),
});

/** User's answers for ambiguous texts. */
export const cellAnswers = ({ mark, order }: SheetChoices): CellAnswers => ({
  ...(mark === undefined ? {} : { mark }),
  ...(order === undefined ? {} : { order }),
});

/** Columns chosen by the user; undefined: by the headings. Refuses an incomplete choice. */
export function columnChoice({
  headingRow,
  columns,
}: SheetChoices): ChosenSheetColumns | undefined {
  if (headingRow === undefined && columns === undefined) return undefined;
  if (headingRow === undefined || columns === undefined)
    return refuseWith('sheet.mapping', {}, { field: 'columns' });
  return { headingRow, fields: columns.split(',').map((field) => (field === '' ? null : field)) };
}

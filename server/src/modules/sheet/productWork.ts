import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { importRowsSql } from './compare.ts';
import { checkProducts } from './productCheck.ts';
import { readMissing } from './missingRecords.ts';
import { productFields, productJoins, warehousesIn } from './productFields.ts';
import { productRule } from './productRule.ts';
import { undoProducts } from './productUndo.ts';
import { writeProducts } from './productWrite.ts';
import type { SheetImportState } from './sheetImport.ts';
import type { SheetWork } from './work.ts';

/**
 * Products by spreadsheet: a row is one product or combination, in its base unit and at most
 * one sub unit.
 */
export const productWork: SheetWork = {
  rule: productRule,
  check: checkProducts,
  missing: readMissing,
  present: (context: Context, { id, columns }: SheetImportState) => sql`
    select r.row, p.version, ${productFields(context, warehousesIn(columns))}
    from sheet_row r join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    join barcode b on b.tenant_id = ${context.tenantId} and b.id = (r.derived->>'barcodeId')::bigint
    ${productJoins(context)}
    where ${importRowsSql(context, id)}`,
  write: writeProducts,
  undo: undoProducts,
  all: (context, fields) => sql`
    select ${productFields(context, warehousesIn(fields.map((field) => ({ field }))))} as cells
    from product p join barcode b on b.tenant_id = ${context.tenantId} and b.product_id = p.id
    ${productJoins(context)}
    where p.tenant_id = ${context.tenantId} and p.removed_at is null and (b.is_default or k.attributes <> '')
    order by p.id, b.position, b.id`,
};

import { sql } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { rowsOf } from './compare.ts';
import { checkProducts } from './productCheck.ts';
import { productFields, productJoins, warehousesIn } from './productFields.ts';
import { productRule } from './productRule.ts';
import { undoProducts } from './productUndo.ts';
import { writeProducts } from './productWrite.ts';
import type { SheetImport } from './sheetImport.ts';
import type { SheetWork } from './work.ts';

/** Products by spreadsheet (domain.md 11): one row is one product, in its base unit and at most one sub unit. */
export const productWork: SheetWork = {
  rule: productRule,
  check: checkProducts,
  present: (context: Context, { id, columns }: SheetImport) => sql`
    select r.row, p.version, ${productFields(warehousesIn(columns))}
    from sheet_row r join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    ${productJoins(context)}
    where ${rowsOf(context, id)}`,
  write: writeProducts,
  undo: undoProducts,
  all: (context, fields) => sql`
    select ${productFields(warehousesIn(fields.map((field) => ({ field }))))} as cells
    from product p ${productJoins(context)}
    where p.tenant_id = ${context.tenantId} and p.removed_at is null
    order by p.id`,
};

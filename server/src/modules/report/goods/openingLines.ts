import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { chosenWarehouses } from './stockAt.ts';

/** Lines of opening stock in the chosen warehouses (absent: all granted), under the name `line`. */
export const openingLines = (
  context: Context,
  warehouseIds: readonly string[] | undefined,
): RawBuilder<unknown> => sql`
  from document
  join document_line as line on line.tenant_id = ${context.tenantId} and line.document_id = document.id
  where document.tenant_id = ${context.tenantId} and document.kind = 'openingStock' and document.subject <> ''
    and document.deleted_at is null and ${chosenWarehouses(context, 'line.warehouse_id', warehouseIds)}`;

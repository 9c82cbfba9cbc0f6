import { allocationDetailTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import { allOf, optionalCondition } from '../conditions.ts';
import { transferLines } from './goodsLines.ts';
import { lineBeside } from './goodsMoved.ts';

type AllocationDetailRow = Pick<
  RowOf<typeof allocationDetailTable>,
  'id' | 'documentId' | 'quantity' | 'unitPrice' | 'amount' | 'arrived' | 'time'
>;

export const allocationDetailRows = bindTable(
  allocationDetailTable,
  (context, filters) => {
    const { tenantId } = context;
    const lines = allOf([
      ...optionalCondition(
        filters.warehouses,
        (ids) => sql`line.warehouse_id = any(${ids}::bigint[])`,
      ),
      ...optionalCondition(
        filters.targetWarehouses,
        (ids) => sql`line.target_warehouse_id = any(${ids}::bigint[])`,
      ),
    ]);
    return sql<AllocationDetailRow>`
      select line.document_id || '-' || line.line as id, line.document_id as "documentId", line.document_id, line.line, line.sku_id,
        line.warehouse_id, line.target_warehouse_id, line.quantity, line.amount / nullif(line.quantity, 0) as "unitPrice",
        line.amount, line.arrived, document.business_time as time
      from (${transferLines(context, filters, lines)}) as line
      join document on document.tenant_id = ${tenantId} and document.id = line.document_id`;
  },
  {
    kind: 'purchase',
    pages: 'whole',
    beside({ tenantId }) {
      const { by, joins, columns } = lineBeside(tenantId);
      return {
        by: [...by, 'target_warehouse_id'],
        joins: sql`${joins}
          left join warehouse as target on target.tenant_id = ${tenantId} and target.id = "row".target_warehouse_id`,
        columns: { ...columns, targetWarehouseName: sql`target.name` },
      };
    },
  },
);

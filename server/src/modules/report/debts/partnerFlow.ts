import { customerFlowTable, supplierFlowTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuseWith, seesAmounts } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { BoundTable } from '../../../kernel/table/index.ts';
import { customers, suppliers } from './openBills.ts';
import type { Debtors } from './openBills.ts';
import { inOriginal } from '../accounts/original.ts';
import { purseFlow } from '../accounts/purseFlow.ts';

/** A bill's debt is the sum of the goods: the flow requires access to amounts of the side's trade, too. */
const bindPartnerFlow = (table: typeof customerFlowTable | typeof supplierFlowTable, of: Debtors) =>
  bindTable(
    table,
    (context, { organId: holder, dates }) => {
      if (!seesAmounts(context.scope, of.type === 'customer' ? 'sale' : 'purchase'))
        refuseWith('access.denied');
      return purseFlow(context, { ...of, holder, dates });
    },
    {
      pages: 'whole',
      beside({ tenantId }) {
        const holder = sql`document.partner_id`;
        const { joins, columns } = inOriginal(tenantId, { ...of, holder });
        return {
          by: ['documentId', 'date'],
          joins: sql`left join document on document.tenant_id = ${tenantId} and document.id = "row"."documentId" ${joins}`,
          columns,
        };
      },
    },
  );

const customerFlowRows = bindPartnerFlow(customerFlowTable, customers);
const supplierFlowRows = bindPartnerFlow(supplierFlowTable, suppliers);

/** Returns the flow of customers or of suppliers, by `search.supplierType`. */
export function pickPartnerFlow(search: Readonly<Record<string, unknown>>): BoundTable {
  const type = search['supplierType'];
  if (type === 'customer') return customerFlowRows;
  if (type === 'supplier') return supplierFlowRows;
  return refuseWith('request.field', { field: 'supplierType' }, { field: 'supplierType' });
}

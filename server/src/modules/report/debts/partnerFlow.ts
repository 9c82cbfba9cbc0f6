import { customerFlowTable, supplierFlowTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuse, seesAmounts, source } from '../../../kernel/index.ts';
import type { Source } from '../../../kernel/index.ts';
import { customers, suppliers } from './openBills.ts';
import type { Debtors } from './openBills.ts';
import { inOriginal } from '../accounts/original.ts';
import { purseFlow } from '../accounts/purseFlow.ts';

/** What a bill owes is what its goods cost: the flow is for who may see the amounts of that side of trade, too. */
const flow = (table: typeof customerFlowTable | typeof supplierFlowTable, of: Debtors) =>
  source(
    table,
    (context, { organId: holder, dates }) => {
      if (!seesAmounts(context.scope, of.type === 'customer' ? 'sale' : 'purchase'))
        refuse('access.denied');
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

const customerFlowRows = flow(customerFlowTable, customers);
const supplierFlowRows = flow(supplierFlowTable, suppliers);

/** The flow of customers or of suppliers, as `search.supplierType` says. */
export function pickPartnerFlow(search: Readonly<Record<string, unknown>>): Source {
  const type = search['supplierType'];
  if (type === 'customer') return customerFlowRows;
  if (type === 'supplier') return supplierFlowRows;
  return refuse('request.field', { field: 'supplierType' }, { field: 'supplierType' });
}

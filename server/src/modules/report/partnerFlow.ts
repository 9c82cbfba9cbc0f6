import { customerFlowTable, supplierFlowTable } from '@tradehouse/contract';
import { refuse, source } from '../../kernel/index.ts';
import type { Source } from '../../kernel/index.ts';
import { customers, suppliers } from './openBills.ts';
import { purseFlow } from './purseFlow.ts';

const customerFlowRows = source(
  customerFlowTable,
  (context, { organId: holder, dates }) => purseFlow(context, { ...customers, holder, dates }),
  { pages: 'whole' },
);

const supplierFlowRows = source(
  supplierFlowTable,
  (context, { organId: holder, dates }) => purseFlow(context, { ...suppliers, holder, dates }),
  { pages: 'whole' },
);

/** The flow of customers or of suppliers, as `search.supplierType` says. */
export function pickPartnerFlow(search: Readonly<Record<string, unknown>>): Source {
  const type = search['supplierType'];
  if (type === 'customer') return customerFlowRows;
  if (type === 'supplier') return supplierFlowRows;
  return refuse('request.field', { field: 'supplierType' }, { field: 'supplierType' });
}

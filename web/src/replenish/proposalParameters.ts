import type { InputOf, explainProposal } from '@tradehouse/contract';
import type { FilterValues } from '../list/filters/filterState.ts';

type ProposalParameters = Omit<InputOf<typeof explainProposal>, 'skuId'>;

/** Parameters of the rule, warehouses and supplier, from the filters of the list. */
export function proposalParametersOf(applied: FilterValues): ProposalParameters {
  const { warehouses, supplierId, coverDays, serviceLevel, method, leadDays, reviewDays, history } =
    applied;
  return {
    coverDays,
    serviceLevel,
    method,
    leadDays,
    reviewDays,
    history,
    ...(Array.isArray(warehouses) ? { warehouses: warehouses.join() } : {}),
    ...(typeof supplierId === 'string' ? { supplierId } : {}),
    // SAFETY: the filters hold choices of the table; the server checks them again.
  } as ProposalParameters;
}

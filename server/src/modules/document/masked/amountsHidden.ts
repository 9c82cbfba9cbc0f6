import { maskOfKind } from '@tradehouse/contract';
import type { DocumentKind } from '@tradehouse/domain';
import { seesAmounts } from '../../../kernel/access/index.ts';
import type { Scope } from '../../../kernel/access/index.ts';

/** Returns true if a kind's money is hidden; master data decides for internal documents. */
export const amountsHidden = (scope: Scope, kind: DocumentKind): boolean =>
  kind.url !== null && !(seesAmounts(scope, maskOfKind(kind)) && seesAmounts(scope, 'kind'));

/** Returns true if a kind's promotions are hidden: a promotion is a price of sales, also at the till. */
export const promotionsHidden = (scope: Scope, kind: DocumentKind): boolean =>
  amountsHidden(scope, kind) || !seesAmounts(scope, 'sale');

import { maskOfKind } from '@tradehouse/contract';
import type { Kind } from '@tradehouse/domain';
import { seesAmounts } from '../../../kernel/index.ts';
import type { Scope } from '../../../kernel/index.ts';

/** Whether a user may not see the money of a kind. Master data decides for itself what internal documents are worth. */
export const amountsHidden = (scope: Scope, kind: Kind): boolean =>
  kind.url !== null && !(seesAmounts(scope, maskOfKind(kind)) && seesAmounts(scope, 'kind'));

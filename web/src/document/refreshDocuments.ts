import { invalidateQueryKeys } from '../app/net/query.ts';

/** Reads documents, lists and the prepayment among the choices of partners again after a change. */
export const refreshDocuments = (): Promise<void> =>
  invalidateQueryKeys(['document'], ['list'], ['choices', 'partner']);

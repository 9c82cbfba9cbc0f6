import { invalidateQueryKeys } from '../app/net/query.ts';

/** Reads documents and lists again after a change, and the choices of partners, which name their prepayment. */
export const refreshDocuments = (): Promise<void> =>
  invalidateQueryKeys(['document'], ['list'], ['choices', 'partner']);

import { IMPORTED_CODES, OPERATOR_LOGIN, PLATFORM_CODE, holderOfName } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { isClearLoginName } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import { refuse } from '../../kernel/index.ts';

/** The platform's own, and those that companies from elsewhere are known by: an owner's login name becomes the company's code. */
const isReserved = (name: string): boolean =>
  [OPERATOR_LOGIN, PLATFORM_CODE].includes(name) || name.startsWith(IMPORTED_CODES);
const field = { field: 'loginName' };

/**
 * Refuses a name for a new login that is the platform's (`login.reserved`), can't be told by the eye (`login.unclear`), or
 * is somebody's, or looks as if it were (`login.taken`). In the transaction that gives it.
 */
export async function refuseLoginName(tx: Transaction<Database>, name: string): Promise<void> {
  if (isReserved(name.toLowerCase())) refuse('login.reserved', {}, field);
  if (!isClearLoginName(name)) refuse('login.unclear', {}, field);
  if ((await holderOfName(tx, name, 'taken')) !== null) refuse('login.taken', {}, field);
}

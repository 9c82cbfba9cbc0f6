import { IMPORTED_CODES, OPERATOR_LOGIN, PLATFORM_CODE, holderOfName } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { isClearLoginName } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';

/**
 * Returns true for names of the platform and of imported companies: an owner's login name becomes the
 * company's code.
 */
const isReserved = (name: string): boolean =>
  [OPERATOR_LOGIN, PLATFORM_CODE].includes(name) || name.startsWith(IMPORTED_CODES);
const field = { field: 'loginName' };

/**
 * Refuses a new login name that is the platform's (`login.reserved`), visually ambiguous (`login.unclear`),
 * in use, or a lookalike of a name in use (`login.taken`). Runs in the granting transaction.
 */
export async function refuseLoginName(tx: Transaction<Database>, name: string): Promise<void> {
  if (isReserved(name.toLowerCase())) refuseWith('login.reserved', {}, field);
  if (!isClearLoginName(name)) refuseWith('login.unclear', {}, field);
  if ((await holderOfName(tx, name, 'taken')) !== null) refuseWith('login.taken', {}, field);
}

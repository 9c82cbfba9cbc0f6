import type { Mask } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Grants } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import type { Journal } from '../tx/journal.ts';

export type Language = 'zh-cn' | 'en';

/**
 * Rights of the signed-in user, built from the session for every request; every read and write takes them.
 */
export interface Scope extends Grants {
  readonly tenantId: string;
  readonly institutionId: string | null;
  readonly operator: boolean;
  readonly owner: boolean;
  /** Page url → button codes. Pages not listed can't be opened. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  /** Amounts this user may not see. */
  readonly hidden: ReadonlySet<Mask>;
  /** The largest purchase this user may approve; null: any. */
  readonly approvalLimit: string | null;
  /**
   * Reason why the session is read-only: the company's term has ended, or the session views another user's
   * account.
   */
  readonly readOnly: 'expired' | 'viewing' | null;
  /** User viewing through this account; null: the account's own user. */
  readonly viewerId: string | null;
  /** Signed in with a reset password: only a password change is allowed. */
  readonly mustChangePassword: boolean;
}

/** Context of a use case: one tenant's transaction, and the caller. */
export interface Context {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
  readonly scope: Scope;
  readonly language: Language;
  /** Where the request came from, for the log. */
  readonly address: string;
  /** Rows written in one statement before the commit; `log` and `emit` fill the journal. */
  readonly journal: Journal;
}

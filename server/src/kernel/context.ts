import type { Mask } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Grants } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import type { Journal } from './tx/journal.ts';

export type Language = 'zh-cn' | 'en';

/** What the signed-in user may reach. Made fresh for every request from the session; every read and write takes it. */
export interface Scope extends Grants {
  readonly tenantId: string;
  readonly institutionId: string | null;
  readonly operator: boolean;
  readonly owner: boolean;
  /** Page url → button codes. A page that is no key can't be opened. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  /** Amounts this user may not see. */
  readonly hidden: ReadonlySet<Mask>;
  /** The largest purchase this user may approve; null: any. */
  readonly approvalLimit: string | null;
  /** Why this session may change nothing: the company's term has ended, or it looks through another's eyes. */
  readonly readOnly: 'expired' | 'viewing' | null;
  /** Who looks through this user's eyes; null: they do themselves. */
  readonly viewerId: string | null;
  /** Signed in with a reset password: good for nothing but setting a new one. */
  readonly mustChangePassword: boolean;
}

/** Everything a use case works with: one transaction of one tenant, and who asks. */
export interface Context {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
  readonly scope: Scope;
  readonly language: Language;
  /** Where the request came from, for the log. */
  readonly address: string;
  /** What is written beside the work, in one statement before the commit; `log` and `emit` fill it. */
  readonly journal: Journal;
}

// Inputs for the calls of the chart and of closing the books.
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

/** The last day of next year, which no one closes today. */
const toCome = `${new Date().getUTCFullYear() + 1}-12-31`;

/** Samples for calls on the books. No period is closed, because concurrent tests write to the books. */
export function bookSamples({ ids, word }: World): Samples {
  return {
    'PUT /ledgerAccount/updateRoles': one('where sales stand', () => ({
      roles: [{ role: 'sales', ledgerAccountId: ids.ledgerAccount }],
    })),
    'GET /periodClosing/checklist': one('before trade', () => ({ until: '1971-01-31' })),
    'POST /periodClosing/close': one(
      'a day to come',
      () => ({ until: toCome, confirmed: true }),
      422,
    ),
    'POST /periodClosing/reopen': one(
      'what is not closed',
      () => ({ until: null, reason: word() }),
      422,
    ),
  };
}

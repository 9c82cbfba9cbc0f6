import { createHeavyWork } from './heavyWork.ts';
import type { HeavyWork, Limits } from './heavyWork.ts';
import { createThrottle } from './throttle.ts';
import { refuseWith } from '../refuse.ts';

/** Limits of user calls that query other sites concurrently; each waits, with at most twenty queries. */
const ASKING: Limits = { user: 3, company: 6, shared: 20, all: 40 };
const MINUTE = 60_000;
const USER_PER_MINUTE = 30;
const COMPANY_PER_MINUTE = 100;

/**
 * Creates the limit for calls that query other sites; without a limit, callers could flood these sites
 * through the server.
 */
export function createOutgoing(): HeavyWork {
  const atOnce = createHeavyWork(ASKING);
  const byUser = createThrottle(USER_PER_MINUTE, MINUTE);
  const byCompany = createThrottle(COMPANY_PER_MINUTE, MINUTE);
  return {
    enter({ tenantId, userId }) {
      const user = `${tenantId}/${userId}`;
      if (byUser.isShut(user) || byCompany.isShut(tenantId)) refuseWith('request.tooMany');
      const leave = atOnce.enter({ tenantId, userId });
      byUser.tried(user);
      byCompany.tried(tenantId);
      return leave;
    },
    taken: atOnce.taken,
  };
}

import { createHeavyWork } from './heavyWork.ts';
import type { HeavyWork, Limits } from './heavyWork.ts';
import { createThrottle } from './throttle.ts';
import { refuse } from '../refuse.ts';

/** Calls of users for which other sites are asked at once; each waits for them, and asks twenty at most. */
const ASKING: Limits = { user: 3, company: 6, shared: 20, all: 40 };
const MINUTE = 60_000;
const USER_PER_MINUTE = 30;
const COMPANY_PER_MINUTE = 100;

/** The budget of calls for which the server asks other sites, or it would be a tool to flood them with. */
export function createOutgoing(): HeavyWork {
  const atOnce = createHeavyWork(ASKING);
  const byUser = createThrottle(USER_PER_MINUTE, MINUTE);
  const byCompany = createThrottle(COMPANY_PER_MINUTE, MINUTE);
  return {
    enter({ tenantId, userId }) {
      const user = `${tenantId}/${userId}`;
      if (byUser.isShut(user) || byCompany.isShut(tenantId)) refuse('request.tooMany');
      const leave = atOnce.enter({ tenantId, userId });
      byUser.tried(user);
      byCompany.tried(tenantId);
      return leave;
    },
    taken: atOnce.taken,
  };
}

import type { Verified } from '@tradehouse/database';

/** What a verification found, in lines for a terminal: each violation, then the verdict. */
export function verdict({ tenants, checks, violations, total }: Verified): string[] {
  if (tenants === 0) return ['There is no company to verify.'];
  const lines = violations.map(
    ({ tenant, invariant, check, subject, detail }) =>
      `${tenant}  ${invariant}  ${check}  ${subject}: ${detail}`,
  );
  const scope = `${checks} checks over ${tenants} ${tenants === 1 ? 'company' : 'companies'}`;
  if (total === 0) return [...lines, `Clean: ${scope} found nothing.`];
  const unlisted = total - violations.length;
  const more = unlisted > 0 ? ` (${unlisted} more not listed)` : '';
  return [...lines, `${total} violations${more} by ${scope}.`];
}

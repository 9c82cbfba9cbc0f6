import type { Verified, Violation } from '@tradehouse/database';

/** A violation in a line. */
export const formatViolation = ({ tenant, invariant, check, subject, detail }: Violation): string =>
  `${tenant}  ${invariant}  ${check}  ${subject}: ${detail}`;

/** Formats a verification's result for a terminal: each violation, then the verdict. */
export function formatVerdict({ tenants, checks, violations, total }: Verified): string[] {
  if (tenants === 0) return ['There is no company to verify.'];
  const lines = violations.map(formatViolation);
  const scope = `${checks} checks over ${tenants} ${tenants === 1 ? 'company' : 'companies'}`;
  if (total === 0) return [...lines, `Clean: ${scope} found nothing.`];
  const unlisted = total - violations.length;
  const more = unlisted > 0 ? ` (${unlisted} more not listed)` : '';
  return [...lines, `${total} violations${more} by ${scope}.`];
}

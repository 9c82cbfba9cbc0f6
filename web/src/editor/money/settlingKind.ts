import { documentKinds, moneyKindCodes } from '@tradehouse/domain';
import type { KindCode, MoneyKindCode } from '@tradehouse/domain';

/** The money document that settles the debts of a kind: of its sort of partner, where its documents leave a debt; else null. */
export function settlingKind(code: KindCode): MoneyKindCode | null {
  const { amounts, party, subject } = documentKinds[code];
  if (subject === 'money' || !amounts.includes('debt')) return null;
  return (
    moneyKindCodes.find((one) => {
      const { url, party: whose } = documentKinds[one];
      return url !== null && whose?.type === party?.type;
    }) ?? null
  );
}

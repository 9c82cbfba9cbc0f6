import { plainLine } from '@tradehouse/contract';
import type { PlainLine } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { ConflictFact } from '../../control/conflict.ts';
import { bonusLabelOf } from '../settlement/sides.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { factOfChosenIds, factsOfDraft, toldByAll } from '../form/facts.ts';
import type { ConflictFactMap } from '../form/facts.ts';
import type { WithAmount } from './moneyLines.ts';
import type { MoneyHead } from './useMoneyForm.ts';

const buildMoneyHeadFacts = (
  code: MoneyKindCode,
  timeZone: string,
): ConflictFactMap<MoneyHead, 'id' | 'version' | 'partnerId' | 'feeRate'> => ({
  partnerName: ({ partnerName }) => ({
    label: partnerLabel(documentKinds[code]),
    text: partnerName,
  }),
  ...toldByAll(timeZone),
  discount: ({ discount }) => ({ label: t('money.discount'), text: discount }),
  bonus: ({ bonus }) => ({ label: bonusLabelOf(documentKinds[code]), text: bonus }),
  paymentFee: ({ paymentFee }) => ({ label: t('money.paymentFee'), text: paymentFee ?? '' }),
  accountId: ({ accountId }) => factOfChosenIds(t('editor.foot.account'), [accountId]),
});

export const moneyFacts =
  <Line>(code: MoneyKindCode, timeZone: string, toLineFact: (line: Line) => ConflictFact) =>
  (head: MoneyHead, lines: readonly Line[]): readonly ConflictFact[] => [
    ...factsOfDraft(buildMoneyHeadFacts(code, timeZone), head),
    ...lines.map(toLineFact),
  ];

/** Returns a money line's fact for comparison: amount and other values, by subject. */
export const lineFact = (
  code: MoneyKindCode,
  label: string,
  line: PlainLine & WithAmount,
): ConflictFact => ({
  label,
  text: [line.amount, ...Object.values(plainLine.inBody(code, line))]
    .filter((part) => part !== '' && part !== null)
    .join(' · '),
});

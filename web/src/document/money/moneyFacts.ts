import { plainLine } from '@tradehouse/contract';
import type { PlainLine } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { Fact } from '../../control/conflict.ts';
import { bonusLabelOf } from '../settlement/sides.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { chosen, factsOf, toldByAll } from '../form/facts.ts';
import type { Told } from '../form/facts.ts';
import type { WithAmount } from './moneyLines.ts';
import type { MoneyHead } from './useMoneyForm.ts';

const toldByHead = (
  code: MoneyKindCode,
  timeZone: string,
): Told<MoneyHead, 'id' | 'version' | 'partnerId'> => ({
  partnerName: ({ partnerName }) => ({
    label: partnerLabel(documentKinds[code]),
    text: partnerName,
  }),
  ...toldByAll(timeZone),
  discount: ({ discount }) => ({ label: t('money.discount'), text: discount }),
  bonus: ({ bonus }) => ({ label: bonusLabelOf(documentKinds[code]), text: bonus }),
  accountId: ({ accountId }) => chosen(t('editor.foot.account'), [accountId]),
});

/** What a document of money says, each thing under its label. */
export const moneyFacts =
  <Line>(code: MoneyKindCode, timeZone: string, told: (line: Line) => Fact) =>
  (head: MoneyHead, lines: readonly Line[]): readonly Fact[] => [
    ...factsOf(toldByHead(code, timeZone), head),
    ...lines.map(told),
  ];

/** A line of money beside another's: its amount and what else it says, under what it names. */
export const lineFact = (
  code: MoneyKindCode,
  label: string,
  line: PlainLine & WithAmount,
): Fact => ({
  label,
  text: [line.amount, ...Object.values(plainLine.inBody(code, line))]
    .filter((part) => part !== '')
    .join(' · '),
});

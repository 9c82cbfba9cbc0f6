import { plainLine } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { Fact } from '../../control/conflict.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { chosen, factsOf, toldByAll } from '../form/facts.ts';
import type { Told } from '../form/facts.ts';
import type { SettledLine } from './moneyLine.ts';
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
  accountId: ({ accountId }) => chosen(t('editor.foot.account'), [accountId]),
});

/** What a receipt or payment says, each thing under its label. */
export const moneyFacts =
  (code: MoneyKindCode, timeZone: string) =>
  (head: MoneyHead, lines: readonly SettledLine[]): readonly Fact[] => [
    ...factsOf(toldByHead(code, timeZone), head),
    ...lines.map((line) => ({
      label: line.number,
      text: [line.amount, ...Object.values(plainLine.inBody(code, line))]
        .filter((part) => part !== '')
        .join(' · '),
    })),
  ];

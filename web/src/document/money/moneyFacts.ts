import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { Fact } from '../../control/conflict.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import type { SettledLine } from './moneyLine.ts';
import type { MoneyHead } from './useMoneyForm.ts';

/** What a receipt or payment says, each thing under its label. */
export const moneyFacts =
  (code: MoneyKindCode) =>
  (head: MoneyHead, lines: readonly SettledLine[]): readonly Fact[] => [
    { label: partnerLabel(documentKinds[code]), text: head.partnerName },
    { label: t('document.number'), text: head.number },
    { label: t('document.remark'), text: head.remark },
    { label: t('document.exchangeRate'), text: head.exchangeRate },
    { label: t('money.discount'), text: head.discount },
    {
      label: t('editor.foot.account'),
      value: head.accountId,
      text: head.accountId === null ? '' : t('stale.chosen'),
    },
    ...lines.map(({ number, amount, remark }) => ({
      label: number,
      text: [amount, remark].filter((part) => part !== '').join(' · '),
    })),
  ];

import { toPlainDecimal } from '@tradehouse/domain';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { amountText } from '../../control/currency.ts';
import { amountInCurrency } from '../../control/fieldNumber.ts';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { insertRowsAt } from '../grid/gridState.ts';
import { isUnread } from '../draft/settlement.ts';
import { AmountInput } from '../settlement/AmountInput.tsx';
import { openDebts } from './openDebts.ts';
import { withKept } from './moneyLine.ts';
import type { SettledLine } from './moneyLine.ts';
import { spreadOverDebts } from './spread.ts';
import type { MoneyForm } from './useMoneyForm.ts';

/** Edits the amount paid: spread over the oldest debts of its currency, replacing existing lines. */
export function SpreadField({ form }: { readonly form: MoneyForm<SettledLine> }) {
  const { code, head, store } = form;
  const own = useSettings();
  const { keepOverpayment } = own;
  const [typed, setTyped] = useState('');
  const [busy, run] = useBusy();
  const { partnerId } = head;
  const total = amountInCurrency(typed, head.currency);
  const ready = partnerId !== null && total !== '' && !isUnread(total);
  const take = (): void => {
    if (partnerId === null || !ready) return;
    void run(async () => {
      const debts = await openDebts(code, partnerId);
      const same = debts.filter((debt) => currencyFromReply(debt).currency === head.currency);
      const { lines, rest } = spreadOverDebts(total, same);
      const keeps = keepOverpayment && rest.greaterThan(0);
      store.change((grid) => ({
        ...insertRowsAt({ ...grid, rows: [] }, 0, keeps ? withKept(lines, rest) : lines),
        past: [...grid.past, grid.rows],
        focus: null,
        anchor: null,
      }));
      if (rest.greaterThan(0))
        void getNotices().message.warning(
          t(keeps ? 'money.spreadKept' : 'money.spreadRest', {
            rest: amountText(toPlainDecimal(rest), head.currency, own),
          }),
        );
    });
  };
  return (
    <Space
      wrap
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    >
      <AmountInput
        label={t('money.spreadTotal')}
        size="middle"
        currency={head.currency}
        value={total}
        placeholder={t('money.spreadTotal')}
        onChange={setTyped}
      />
      <Button loading={busy} disabled={!ready} onClick={take}>
        {t('money.spread')}
      </Button>
    </Space>
  );
}

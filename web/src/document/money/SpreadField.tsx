import { plain } from '@tradehouse/domain';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { amountText } from '../../control/currency.ts';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { inserted } from '../grid/gridState.ts';
import { typedAmount } from '../draft/numberInput.ts';
import { AmountInput } from '../settlement/AmountInput.tsx';
import { openDebts } from './openDebts.ts';
import { withKept } from './moneyLine.ts';
import type { SettledLine } from './moneyLine.ts';
import { spread } from './spread.ts';
import type { MoneyForm } from './useMoneyForm.ts';

/** The sum that changed hands: it is spread over the oldest debts of its currency, in place of the lines that stand there. */
export function SpreadField({ form }: { readonly form: MoneyForm<SettledLine> }) {
  const { code, head, store } = form;
  const own = useSettings();
  const { keepOverpayment } = own;
  const [total, setTotal] = useState('');
  const [busy, run] = useBusy();
  const { partnerId } = head;
  const ready = partnerId !== null && total !== '' && !('wrong' in typedAmount(total));
  const take = (): void => {
    if (partnerId === null || !ready) return;
    void run(async () => {
      const debts = await openDebts(code, partnerId);
      const same = debts.filter((debt) => currencyFromReply(debt).currency === head.currency);
      const { lines, rest } = spread(total, same);
      const keeps = keepOverpayment && rest.greaterThan(0);
      store.change((grid) => ({
        ...inserted({ ...grid, rows: [] }, 0, keeps ? withKept(lines, rest) : lines),
        past: [...grid.past, grid.rows],
        focus: null,
        anchor: null,
      }));
      if (rest.greaterThan(0))
        void notices().message.warning(
          t(keeps ? 'money.spreadKept' : 'money.spreadRest', {
            rest: amountText(plain(rest), head.currency, own),
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
        value={total}
        placeholder={t('money.spreadTotal')}
        onChange={setTotal}
      />
      <Button loading={busy} disabled={!ready} onClick={take}>
        {t('money.spread')}
      </Button>
    </Space>
  );
}

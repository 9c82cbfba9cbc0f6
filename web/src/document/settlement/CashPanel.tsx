import { choiceLabel } from '@tradehouse/contract';
import { documentKinds, plain } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { Alert, Radio } from 'antd';
import { useState } from 'react';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { amountText } from '../../control/currency.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { AmountInput } from './AmountInput.tsx';
import { noticesOf } from '../draft/settlement.ts';
import type { FootProps } from './SettlementFoot.tsx';
import { useFigures } from './useFigures.ts';
import '../draft/settlement.css';

interface Props extends Pick<
  FootProps,
  'store' | 'draft' | 'onChange' | 'rules' | 'errors' | 'currency'
> {
  /** What the member has paid in advance; '' where there is no member or nothing left. */
  readonly prepayment: string;
  /** A member pays, or is paid. */
  readonly member: boolean;
}

/** The till of retail: what is due, what was handed over, the change, in digits to be read from a distance. */
export function CashPanel(props: Props) {
  const { store, draft, onChange, rules, errors, prepayment, member } = props;
  const own = useSettings();
  const figures = useFigures(store, draft, rules);
  const money = (value: Decimal): string => amountText(plain(value), props.currency, own);
  const outgoing = documentKinds[rules.kind].cash.some(({ from }) => from === 'account');
  const prepaid = draft.payment === 'prepaid';
  const [before] = useState(draft.payment);
  // What comes back may go to any member's prepayment; what is bought is paid by one that something is left of.
  const offered = member && (outgoing || prepayment !== '' || before === 'prepaid');
  const short = figures.change.isNegative() && !figures.change.isZero();
  return (
    <section className="cash-panel" aria-label={t('editor.cash.title')}>
      <div className="cash-figure due">
        <span>{t('editor.cash.due')}</span>
        <output>{money(figures.payable)}</output>
      </div>
      {offered && (
        <Radio.Group
          aria-label={t('document.payment')}
          value={draft.payment}
          onChange={(event) =>
            onChange({ ...draft, payment: event.target.value as 'now' | 'prepaid', received: null })
          }
          options={[
            {
              value: 'prepaid',
              label:
                prepayment === ''
                  ? choiceLabel(language, 'payment', 'prepaid')
                  : t('editor.cash.prepaid', { left: amountText(prepayment, null, own) }),
            },
            { value: 'now', label: t('editor.cash.now') },
          ]}
        />
      )}
      {!prepaid && (
        <>
          <div className="cash-figure received">
            <span>{t(outgoing ? 'editor.cash.given' : 'editor.cash.received')}</span>
            <AmountInput
              className="cash-input"
              size="large"
              label={t(outgoing ? 'editor.cash.given' : 'editor.cash.received')}
              value={draft.received ?? plain(figures.received)}
              error={errors['received']}
              onChange={(received) => onChange({ ...draft, received })}
            />
          </div>
          <div className={short ? 'cash-figure change short' : 'cash-figure change'}>
            <span>{t('editor.cash.change')}</span>
            <output>{money(figures.change)}</output>
          </div>
          <label className="cash-account">
            <span>{t('editor.foot.account')}</span>
            <AccountSelect
              aria-label={t('editor.foot.account')}
              status={errors['accountId'] === undefined ? '' : 'error'}
              value={draft.accountId}
              onChange={(accountId) => onChange({ ...draft, accountId })}
            />
          </label>
          {errors['accountId'] !== undefined && <p className="sum-error">{errors['accountId']}</p>}
        </>
      )}
      {!prepaid && noticesOf(draft, figures).includes('changeMissing') && (
        <Alert
          type="error"
          showIcon
          title={t('editor.notice.changeMissing', {
            due: money(figures.payable),
            missing: money(figures.change.abs()),
          })}
        />
      )}
    </section>
  );
}

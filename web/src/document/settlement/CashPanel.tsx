import { choiceLabel } from '@tradehouse/contract';
import { documentKinds, paysOut, showsChange, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, DocumentAmounts } from '@tradehouse/domain';
import { Alert, Button, Radio } from 'antd';
import { useState } from 'react';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { amountText, currencyDigitsOf } from '../../control/currency.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { AmountInput } from './AmountInput.tsx';
import { cashKeys } from './cashKeys.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import {
  besidePrepayment,
  hasUnread,
  collectSettlementNotices,
  dropUnreadableAmounts,
} from '../draft/settlement.ts';
import type { PrepaymentSplit } from '../draft/settlement.ts';
import type { SettlementFootProps } from './SettlementFoot.tsx';
import { besideLabelsOf, handedLabelOf } from './sides.ts';
import { useSettlementFigures } from './useFigures.ts';
import '../draft/settlement.css';

interface Props extends Pick<
  SettlementFootProps,
  'store' | 'draft' | 'onChange' | 'rules' | 'errors' | 'currency'
> {
  /** Member's balance and its bonus part; '' without a member or balance. */
  readonly prepayment: string;
  readonly bonus: string;
  /** A member pays, or is paid. */
  readonly member: boolean;
}

/** Retail till: amount due, cash handed over and change, in large digits. */
export function CashPanel(props: Props) {
  const { store, draft, rules } = props;
  const own = useSettings();
  const figures = useSettlementFigures(store, draft, rules);
  // With an unreadable field, the sum beside would be outdated.
  const money = (value: Decimal): string =>
    hasUnread(draft) ? t('empty.none') : amountText(toPlainDecimal(value), props.currency, own);
  const outgoing = paysOut(documentKinds[rules.kind]);
  const beside = besidePrepayment(
    dropUnreadableAmounts(draft),
    figures.payable,
    props.prepayment,
    rules.kind,
  );
  return (
    <section className="cash-panel" aria-label={t('editor.cash.title')}>
      <div className="cash-figure due">
        <span>{t('editor.cash.due')}</span>
        <output>{money(figures.payable)}</output>
      </div>
      <PaymentChoice {...props} outgoing={outgoing} />
      {draft.payment !== 'prepaid' && (
        <CashTill {...props} figures={figures} outgoing={outgoing} money={money} />
      )}
      {draft.payment === 'prepaid' && <Shares {...props} beside={beside} money={money} />}
    </section>
  );
}

interface CashPanelPartProps extends Props {
  /** The till pays out: goods come back. */
  readonly outgoing: boolean;
}

/** Chooses payment by the member's prepayment or by cash. */
function PaymentChoice({
  draft,
  onChange,
  prepayment,
  bonus,
  member,
  outgoing,
}: CashPanelPartProps) {
  const own = useSettings();
  const money = (amount: string): string => amountText(amount, null, own);
  const [before] = useState(draft.payment);
  // Refunds may go to any member's prepayment; purchases need a remaining balance.
  const offered = member && (outgoing || prepayment !== '' || before === 'prepaid');
  if (!offered) return null;
  return (
    <Radio.Group
      aria-label={t('document.payment')}
      value={draft.payment}
      onChange={(event) =>
        onChange({ ...draft, payment: event.target.value, prepaid: null, received: null })
      }
      options={[
        {
          value: 'prepaid',
          label:
            prepayment === ''
              ? choiceLabel(language, 'payment', 'prepaid')
              : bonus === ''
                ? t('editor.cash.prepaid', { left: money(prepayment) })
                : t('editor.cash.withBonus', { left: money(prepayment), bonus: money(bonus) }),
        },
        { value: 'now', label: t('editor.cash.now') },
      ]}
    />
  );
}

interface SharesProps extends Props {
  readonly beside: PrepaymentSplit;
  readonly money: (value: Decimal) => string;
}

/** Edits a prepayment's part, by default the maximum, and the account for the rest. */
function Shares({ draft, onChange, errors, rules, beside, money, currency }: SharesProps) {
  const labels = besideLabelsOf(documentKinds[rules.kind]);
  const { most, prepaid, rest } = beside;
  const tooMuch = decimalFromDraft(dropUnreadableAmounts(draft).prepaid ?? '').gt(most);
  return (
    <>
      <div className="cash-figure">
        <span>{labels.part}</span>
        <AmountInput
          currency={currency}
          className="cash-input"
          size="large"
          label={labels.part}
          value={draft.prepaid ?? toPlainDecimal(prepaid)}
          error={tooMuch ? t('editor.cash.most', { most: money(most) }) : errors['prepaid']}
          onChange={(text) => onChange({ ...draft, prepaid: text })}
        />
      </div>
      {!rest.isZero() && (
        <>
          <div className="cash-figure">
            <span>{labels.rest}</span>
            <output>{money(rest)}</output>
          </div>
          <TillAccount draft={draft} onChange={onChange} errors={errors} />
        </>
      )}
    </>
  );
}

interface TillProps extends CashPanelPartProps {
  readonly figures: DocumentAmounts;
  readonly money: (value: Decimal) => string;
}

/** Edits cash handed over and its account; shows the change. */
function CashTill({
  draft,
  onChange,
  errors,
  outgoing,
  figures,
  money,
  currency,
  rules,
}: TillProps) {
  const own = useSettings();
  const short = figures.change.isNegative() && !figures.change.isZero();
  const kind = documentKinds[rules.kind];
  const handed = handedLabelOf(kind);
  return (
    <>
      <div className="cash-figure">
        <span>{handed}</span>
        <AmountInput
          currency={currency}
          className="cash-input"
          size="large"
          label={handed}
          value={draft.received ?? figures.received.toFixed(currencyDigitsOf(null, currency, own))}
          error={errors['received']}
          onChange={(received) => onChange({ ...draft, received })}
        />
      </div>
      {!outgoing && (
        <div className="cash-keys">
          {cashKeys(figures.payable).map((received) => (
            <Button key={received} onClick={() => onChange({ ...draft, received })}>
              {received}
            </Button>
          ))}
        </div>
      )}
      {showsChange(kind, figures.change) && (
        <div className={short ? 'cash-figure change short' : 'cash-figure change'}>
          <span>{t('editor.cash.change')}</span>
          <output>{money(figures.change)}</output>
        </div>
      )}
      <TillAccount draft={draft} onChange={onChange} errors={errors} />
      {!hasUnread(draft) && collectSettlementNotices(draft, figures).includes('changeMissing') && (
        <Alert
          type="error"
          showIcon
          title={t('editor.notice.changeMissing', {
            due: money(figures.payable),
            missing: money(figures.change.abs()),
          })}
        />
      )}
    </>
  );
}

const TillAccount = ({ draft, onChange, errors }: Pick<Props, 'draft' | 'onChange' | 'errors'>) => (
  <>
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
);

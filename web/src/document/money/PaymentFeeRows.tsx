import { documentKinds, paymentFeeAtRate, receivesMoney, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, MoneyKindCode } from '@tradehouse/domain';
import { useSettings } from '../../app/settings/settings.ts';
import { useChoices } from '../../control/ReferenceSelect.tsx';
import { amountText, currencyDigitsOf } from '../../control/currency.ts';
import { accountSource } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { isUnread } from '../draft/settlement.ts';
import { AmountInput } from '../settlement/AmountInput.tsx';
import { cashSideOfKind } from '../settlement/sides.ts';
import type { MoneyForm, MoneyHead } from './useMoneyForm.ts';

/** Fee by the rate of the account; '' without a fee. */
function useFeeAtRate(
  code: MoneyKindCode,
  { accountId, feeRate }: MoneyHead,
  paid: Decimal,
  digits: number,
) {
  const receives = receivesMoney(code);
  const { data: accounts = [] } = useChoices(accountSource, '', accountId, receives);
  const ofAccount = accounts.find(({ id }) => id === accountId)?.feeRate;
  const rate = feeRate?.accountId === accountId ? feeRate.rate : ofAccount;
  if (!receives || rate === undefined) return '';
  const fee = paymentFeeAtRate(paid, decimalFromDraft(rate), digits);
  return fee.isZero() ? '' : toPlainDecimal(fee);
}

interface PaymentFeeRowsProps<Line> {
  readonly form: MoneyForm<Line>;
  /** Amount paid by the partner. */
  readonly paid: Decimal;
}

/** Edits the fee kept by the bank or payment service, and shows the movement of the account. */
export function PaymentFeeRows<Line>({ form, paid }: PaymentFeeRowsProps<Line>) {
  const { code, head, setHead, refusal } = form;
  const own = useSettings();
  const digits = currencyDigitsOf(null, head.currency, own);
  const proposed = useFeeAtRate(code, head, paid, digits);
  const shown = head.paymentFee ?? proposed;
  const fee = decimalFromDraft(isUnread(shown) ? '0' : shown);
  const receives = cashSideOfKind(documentKinds[code]) === 'receive';
  const moved = receives ? paid.minus(fee) : paid.plus(fee);
  return (
    <>
      <div className="sum-row">
        <span>{t('money.paymentFee')}</span>
        <AmountInput
          currency={head.currency}
          label={t('money.paymentFee')}
          value={shown}
          error={refusal.fields['paymentFee']}
          onChange={(paymentFee) => setHead({ paymentFee })}
        />
      </div>
      {!fee.isZero() && (
        <div className="sum-row">
          <span>{t(`money.throughAccount.${receives ? 'receive' : 'pay'}`)}</span>
          <span>{amountText(toPlainDecimal(moved), head.currency, own)}</span>
        </div>
      )}
    </>
  );
}

import { toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { useSettings } from '../../app/settings/settings.ts';
import { inOwnText } from '../../control/currency.ts';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly amount: Decimal;
  readonly terms: { readonly currency: string; readonly exchangeRate: string };
}

/** Shows the own-currency amount through the account below a foreign payment. */
export function InOwn({ amount, terms }: Props) {
  const own = useSettings();
  const text = inOwnText(toPlainDecimal(amount), terms, own);
  if (text === null) return null;
  return (
    <div className="sum-row">
      <span>{t('document.inOwn', { currency: own.currency })}</span>
      <span>{text}</span>
    </div>
  );
}

import { AutoComplete, Input } from 'antd';
import { useEffect, useRef } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import { missingRateNotice, rateIn, useDayRates } from '../draft/dayRates.ts';
import { HeadField } from './HeadField.tsx';

type CurrencyFieldValues = Pick<CommonHead, 'currency' | 'exchangeRate'>;

interface Props {
  readonly head: CurrencyFieldValues & Pick<CommonHead, 'time'>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<CurrencyFieldValues>) => void;
  /** Currency determined by existing content. */
  readonly fixed?: boolean;
}

const lettersIn = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '');

interface CurrencyInputProps {
  /** '' is the company's own. */
  readonly value: string;
  readonly onChange: (currency: string) => void;
  readonly 'aria-label': string;
  readonly disabled?: boolean;
  readonly status?: '' | 'error';
  /** Day of the offered rates, as an ISO instant; null: now. */
  readonly time?: string | null;
}

/** Enters a three-letter currency code, with or without a rate. */
export function CurrencyInput({ onChange, time = null, ...props }: CurrencyInputProps) {
  const { currency: own } = useSettings();
  const rates = useDayRates(time);
  return (
    <AutoComplete
      {...props}
      style={{ width: '100%' }}
      placeholder={own}
      maxLength={3}
      options={(rates ?? []).map((each) => ({
        value: each.currency,
        label: `${each.currency} · ${each.rate}`,
      }))}
      showSearch={{ filterOption: (typed, option) => option?.value.startsWith(typed) === true }}
      onChange={(typed: string) => onChange(lettersIn(typed))}
    />
  );
}

/** Edits currency and exchange rate; the day's rate applies until another is typed. */
export function CurrencyFields({ head, errors, onChange, fixed = false }: Props) {
  const { currency: own } = useSettings();
  const { currency, exchangeRate } = head;
  const rates = useDayRates(head.time);
  const foreign = currency !== '' && currency !== own;
  const known = foreign ? rateIn(rates, currency) : '';
  const rateError = errors['exchangeRate'] ?? missingRateNotice(rates, head);
  useSuggested(known, exchangeRate, (rate) => onChange({ exchangeRate: rate }));
  return (
    <>
      <HeadField label={t('document.currency')} error={errors['currency']}>
        <CurrencyInput
          aria-label={t('document.currency')}
          disabled={fixed}
          value={currency}
          status={errors['currency'] === undefined ? '' : 'error'}
          time={head.time}
          onChange={(typed) => onChange({ currency: typed, exchangeRate: rateIn(rates, typed) })}
        />
      </HeadField>
      {foreign && (
        <HeadField label={t('document.exchangeRate')} required error={rateError}>
          <Input
            aria-label={t('document.exchangeRate')}
            inputMode="decimal"
            value={exchangeRate}
            maxLength={20}
            placeholder={`1 ${currency} = ? ${own}`}
            status={rateError === undefined ? '' : 'error'}
            onChange={(event) => onChange({ exchangeRate: event.target.value.trim() })}
          />
        </HeadField>
      )}
    </>
  );
}

/** Fills in a suggestion if the field is empty or unchanged since the last; typed values remain. */
function useSuggested(known: string, value: string, put: (known: string) => void): void {
  const before = useRef('');
  useEffect(() => {
    const untouched = value === '' || value === before.current;
    if (known !== '' && untouched && value !== known) put(known);
    if (known !== '') before.current = known;
    // What is put follows from the other two.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known, value]);
}

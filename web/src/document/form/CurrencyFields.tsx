import { AutoComplete, Input } from 'antd';
import { useEffect, useRef } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import { rateIn, useDayRates } from '../draft/dayRates.ts';
import { HeadField } from './HeadField.tsx';

type Terms = Pick<CommonHead, 'currency' | 'exchangeRate'>;

interface Props {
  readonly head: Terms & Pick<CommonHead, 'time'>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Terms>) => void;
  /** The currency follows from what stands on the document. */
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
  /** The day whose rates are offered, as an ISO instant; null: now. */
  readonly time?: string | null;
}

/** A currency by its three letters, one that has a rate or another. */
export function CurrencyInput({ onChange, time = null, ...props }: CurrencyInputProps) {
  const { currency: own } = useSettings();
  const rates = useDayRates(time);
  return (
    <AutoComplete
      {...props}
      style={{ width: '100%' }}
      placeholder={own}
      maxLength={3}
      options={rates.map((each) => ({
        value: each.currency,
        label: `${each.currency} · ${each.rate}`,
      }))}
      showSearch={{ filterOption: (typed, option) => option?.value.startsWith(typed) === true }}
      onChange={(typed: string) => onChange(lettersIn(typed))}
    />
  );
}

/**
 * What a document's amounts are in, and what one of it is worth in the company's own: the rate of its day stands there until
 * another is typed.
 */
export function CurrencyFields({ head, errors, onChange, fixed = false }: Props) {
  const { currency: own } = useSettings();
  const { currency, exchangeRate } = head;
  const rates = useDayRates(head.time);
  const foreign = currency !== '' && currency !== own;
  const known = foreign ? rateIn(rates, currency) : '';
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
        <HeadField label={t('document.exchangeRate')} required error={errors['exchangeRate']}>
          <Input
            aria-label={t('document.exchangeRate')}
            inputMode="decimal"
            value={exchangeRate}
            maxLength={20}
            placeholder={`1 ${currency} = ? ${own}`}
            status={errors['exchangeRate'] === undefined ? '' : 'error'}
            onChange={(event) => onChange({ exchangeRate: event.target.value.trim() })}
          />
        </HeadField>
      )}
    </>
  );
}

/** Puts a suggestion where nothing stands, or the one before it still does: what somebody typed stays. */
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

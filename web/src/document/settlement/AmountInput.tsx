import { Input } from 'antd';
import type { InputRef } from 'antd';
import type { Ref } from 'react';
import { useState } from 'react';
import { otherCurrencyNotice } from '../../control/fieldNumber.ts';
import { t } from '../../phrase/index.ts';
import { typedAmount } from '../draft/numberInput.ts';

interface Props {
  /** A plain decimal, '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly id?: string;
  readonly suffix?: string;
  readonly className?: string;
  readonly placeholder?: string;
  readonly ref?: Ref<InputRef>;
  readonly error?: string | undefined;
  /** Currency of the amount; absent or '': the company's. */
  readonly currency?: string;
  readonly size?: 'small' | 'middle' | 'large';
}

/** Keeps the typed text until the field is left or its value changes, and passes on the number. */
function useTyped({ value, onChange, error, currency }: Props) {
  const [typed, setTyped] = useState({ text: value, value });
  const text = typed.value === value ? typed.text : value;
  const wrong = problemOfAmount(text, currency);
  const type = (next: string): void => {
    const read = typedAmount(next);
    const isRead = 'value' in read && problemOfAmount(next, currency) === undefined;
    const passed = isRead ? read.value : next;
    setTyped({ text: next, value: passed });
    onChange(passed);
  };
  const leave = (): void => setTyped({ text: value, value });
  return { text, reason: wrong ?? error, type, leave };
}

/** Says why a typed amount is not taken; undefined: it is. */
function problemOfAmount(text: string, currency: string | undefined): string | undefined {
  const read = typedAmount(text);
  return 'wrong' in read ? t(`editor.wrong.${read.wrong}`) : otherCurrencyNotice(text, currency);
}

/**
 * Number input with immediate effect, so totals follow typing. Unreadable text stays in the field, red with
 * its reason, and is passed on as typed: see `isUnread`. A former amount would be booked unseen.
 */
export function AmountInput(props: Props) {
  const {
    value: _value,
    onChange: _onChange,
    error: _error,
    currency: _currency,
    label,
    size = 'small',
    ...rest
  } = props;
  const { text, reason, type, leave } = useTyped(props);
  return (
    <span className="amount-input">
      <Input
        {...rest}
        aria-label={label}
        inputMode="decimal"
        size={size}
        autoComplete="off"
        status={reason === undefined ? '' : 'error'}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      {reason !== undefined && <small role="alert">{reason}</small>}
    </span>
  );
}

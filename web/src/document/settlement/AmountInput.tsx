import { Input } from 'antd';
import type { InputRef } from 'antd';
import type { Ref } from 'react';
import { useState } from 'react';
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
  readonly size?: 'small' | 'middle' | 'large';
}

/**
 * A number that is taken while it is typed, so totals move with it. What can't be read stays in the field, red, with
 * its reason, and changes nothing.
 */
export function AmountInput({
  value,
  onChange,
  label,
  suffix,
  error,
  size = 'small',
  ...props
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : typedAmount(typed);
  const reason = read !== null && 'wrong' in read ? t(`editor.wrong.${read.wrong}`) : error;
  return (
    <span className="amount-input">
      <Input
        {...props}
        aria-label={label}
        inputMode="decimal"
        size={size}
        autoComplete="off"
        suffix={suffix}
        status={reason === undefined ? '' : 'error'}
        value={typed ?? value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = typedAmount(event.target.value);
          if ('value' in next) onChange(next.value);
        }}
        onBlur={() => {
          if (read === null || 'value' in read) setTyped(null);
        }}
      />
      {reason !== undefined && <small role="alert">{reason}</small>}
    </span>
  );
}

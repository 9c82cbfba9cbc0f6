import { Input, Tooltip } from 'antd';
import type { InputProps, InputRef } from 'antd';
import { useEffect, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { amountInCurrency, doubtOfNumber, tidyNumber } from './fieldNumber.ts';

/** Tests for an exact decimal on the wire. */
export const isDecimal = (text: string, digits = 6): boolean =>
  new RegExp(`^-?\\d{1,18}(\\.\\d{1,${digits}})?$`).test(text);

export interface DecimalInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string | null;
  readonly onChange?: (value: string) => void;
  readonly ref?: Ref<InputRef>;
  /** Currency of the amount; absent or '': the company's. */
  readonly currency?: string;
}

/**
 * Input for a number in exact text: never a float, right-aligned, tolerant of keyboard notation. Ambiguous
 * text stays as typed, red, with a question; an amount in another currency stays with its refusal.
 */
export function DecimalInput({
  value,
  onChange,
  className,
  currency = '',
  ...props
}: DecimalInputProps): ReactNode {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    const read = amountInCurrency(value ?? '', currency);
    if (read !== (value ?? '')) onChange?.(read);
    // While typing, the text stays as typed until the field is left.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [currency]);
  const notice = isTyping ? undefined : doubtOfNumber(value ?? '', currency);
  const isDoubtful = notice !== undefined;
  return (
    <Tooltip title={notice} open={isDoubtful}>
      <Input
        {...props}
        {...(isDoubtful ? { status: 'error' as const } : {})}
        className={`decimal ${className ?? ''}`}
        inputMode="decimal"
        autoComplete="off"
        value={value ?? ''}
        onFocus={(event) => {
          setTyping(true);
          props.onFocus?.(event);
        }}
        onChange={(event) => onChange?.(event.target.value)}
        onBlur={(event) => {
          setTyping(false);
          const tidy = tidyNumber(event.target.value, currency);
          if (tidy !== event.target.value) onChange?.(tidy);
          props.onBlur?.(event);
        }}
      />
    </Tooltip>
  );
}

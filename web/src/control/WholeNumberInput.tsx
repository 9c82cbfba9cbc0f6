import { Input } from 'antd';
import type { InputProps } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readFieldNumber } from './fieldNumber.ts';

interface WholeNumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'> {
  /** Text other than a whole number stays as typed. */
  readonly value?: number | string | null;
  readonly onChange?: (value: number | string | null) => void;
}

/**
 * Field of a form for a whole number. Other text becomes the value, so that the
 * rule of the field refuses the text: nothing typed is ignored or rounded.
 */
export function WholeNumberInput({
  value = null,
  onChange,
  onBlur,
  className,
  ...props
}: WholeNumberInputProps): ReactNode {
  const [typed, setTyped] = useState<{ text: string; value: number | string | null } | null>(null);
  // A value from elsewhere, such as of another record, replaces the typed text.
  const text = typed?.value === value ? typed.text : String(value ?? '');
  return (
    <Input
      {...props}
      className={`decimal ${className ?? ''}`}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        const read = readFieldNumber(event.target.value);
        const next = 'wrong' in read ? event.target.value : read.value;
        setTyped({ text: event.target.value, value: next });
        onChange?.(next);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

import { Input } from 'antd';
import type { InputProps, InputRef } from 'antd';
import type { ReactNode, Ref } from 'react';

/** Full-width digits and signs as Chinese keyboards write them, and separators people paste. */
const plainDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[,\s]/g, '').replace('。', '.');

/** An exact decimal as the wire takes it. */
export const isDecimal = (text: string, digits = 6): boolean =>
  new RegExp(`^-?\\d{1,18}(\\.\\d{1,${digits}})?$`).test(text);

export interface DecimalInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string | null;
  readonly onChange?: (value: string) => void;
  readonly ref?: Ref<InputRef>;
}

/** A number as exact text: never a float, right-aligned, tolerant of what keyboards write. */
export function DecimalInput({
  value,
  onChange,
  className,
  ...props
}: DecimalInputProps): ReactNode {
  return (
    <Input
      {...props}
      className={`decimal ${className ?? ''}`}
      inputMode="decimal"
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={(event) => {
        const tidy = plainDigits(event.target.value);
        if (tidy !== event.target.value) onChange?.(tidy);
        props.onBlur?.(event);
      }}
    />
  );
}

import { parseTypedNumber, plainValue } from '@tradehouse/domain';
import { Input, Tooltip } from 'antd';
import type { InputProps, InputRef } from 'antd';
import { useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { t } from '../phrase/index.ts';

/** A number as it was typed, written plainly; the text itself where it is none or may be two. */
const plainNumber = (text: string): string => plainValue(parseTypedNumber(text)) ?? text.trim();

/** An exact decimal as the wire takes it. */
export const isDecimal = (text: string, digits = 6): boolean =>
  new RegExp(`^-?\\d{1,18}(\\.\\d{1,${digits}})?$`).test(text);

export interface DecimalInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string | null;
  readonly onChange?: (value: string) => void;
  readonly ref?: Ref<InputRef>;
}

/**
 * A number as exact text: never a float, right-aligned, tolerant of what keyboards write. What may be two numbers stays as it
 * was typed, red, with the question.
 */
export function DecimalInput({
  value,
  onChange,
  className,
  ...props
}: DecimalInputProps): ReactNode {
  const [isTyping, setTyping] = useState(false);
  const isDoubtful = !isTyping && parseTypedNumber(value ?? '').kind === 'ambiguous';
  return (
    <Tooltip title={isDoubtful ? t('editor.wrong.ambiguous') : undefined} open={isDoubtful}>
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
          const tidy = plainNumber(event.target.value);
          if (tidy !== event.target.value) onChange?.(tidy);
          props.onBlur?.(event);
        }}
      />
    </Tooltip>
  );
}

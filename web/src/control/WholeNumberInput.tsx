import { Input, Tooltip } from 'antd';
import type { InputProps } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readWholeNumber } from './fieldNumber.ts';
import type { WholeNumberLimits } from './fieldNumber.ts';

type PlainInputProps = Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'>;

interface WholeNumberInputProps extends PlainInputProps {
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
        const read = readWholeNumber(event.target.value);
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

interface WholeNumberCellProps extends PlainInputProps, WholeNumberLimits {
  readonly value: number | null;
  /** Takes a whole number within the limits; null: blank. */
  readonly onChange: (value: number | null) => void;
  /** Called for refused text; the owner may store NaN, so that saving is refused too. */
  readonly onRefused?: () => void;
}

/**
 * Field outside forms for a whole number, such as a cell of a grid or a setting. A refused text stays as
 * typed, red, with its reason.
 */
export function WholeNumberCell({
  value,
  min,
  max,
  isRequired = false,
  onChange,
  onRefused,
  ...props
}: WholeNumberCellProps): ReactNode {
  const [refused, setRefused] = useState<{ text: string; value: number | null } | null>(null);
  const isRefused =
    refused !== null && (Object.is(refused.value, value) || Number.isNaN(value ?? 0));
  const limits = {
    isRequired,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  // A refused value whose typed text is gone, as after a removed row above, shows no "NaN".
  const shown = Number.isNaN(value ?? 0) ? null : value;
  const read = isRefused ? readWholeNumber(refused.text, limits) : { value };
  const notice = 'wrong' in read ? read.wrong : undefined;
  return (
    <Tooltip title={notice} open={notice !== undefined}>
      <WholeNumberInput
        {...props}
        {...(notice === undefined ? {} : { status: 'error' as const })}
        value={isRefused ? refused.text : shown}
        onChange={(typed) => {
          const next = readWholeNumber(String(typed ?? ''), limits);
          setRefused('wrong' in next ? { text: String(typed ?? ''), value } : null);
          if ('wrong' in next) onRefused?.();
          else onChange(next.value);
        }}
      />
    </Tooltip>
  );
}

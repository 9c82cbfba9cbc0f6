import { Input, Tooltip } from 'antd';
import type { InputProps } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readFieldNumber } from './fieldNumber.ts';
import type { NumberLimits } from './fieldNumber.ts';
import { useFieldRefusal } from './refusedFields.ts';

interface NumberFieldProps
  extends Omit<InputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'>, NumberLimits {
  /** Names the field in refusals, too. */
  readonly 'aria-label': string;
  readonly value: number | null;
  /** Takes a number within the limits; null: blank. */
  readonly onChange: (value: number | null) => void;
  /** Stores a refused text, as NaN, in place of reporting the refusal to the owner (`useRefusedFields`). */
  readonly onRefused?: () => void;
}

/**
 * Field outside forms for a number, such as a cell of a grid or a setting. A refused text stays as typed,
 * red, with its reason.
 */
export function NumberField({
  value,
  min,
  max,
  step = 1,
  isRequired = false,
  onChange,
  onRefused,
  onBlur,
  className,
  ...props
}: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  const limits = {
    step,
    isRequired,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  // A value from elsewhere, such as of another element, replaces the typed text; a stored NaN does not.
  const isTyped = typed !== null && (typed.value === value || Number.isNaN(value ?? 0));
  // A refused value whose typed text is gone, as after a closed dialog, shows no "NaN".
  const text = isTyped ? typed.text : Number.isNaN(value ?? 0) ? '' : String(value ?? '');
  const read = isTyped ? readFieldNumber(text, limits) : { value };
  const notice = 'wrong' in read ? read.wrong : undefined;
  useFieldRefusal(props['aria-label'], notice, onRefused !== undefined);
  return (
    <Tooltip title={notice} open={notice !== undefined}>
      <Input
        {...props}
        {...(notice === undefined ? {} : { status: 'error' as const })}
        className={`decimal ${className ?? ''}`}
        inputMode={step === 1 ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          const next = readFieldNumber(target.value, limits);
          setTyped({ text: target.value, value: 'wrong' in next ? value : next.value });
          if ('wrong' in next) onRefused?.();
          else onChange(next.value);
        }}
        onBlur={(event) => {
          if (notice === undefined) setTyped(null);
          onBlur?.(event);
        }}
      />
    </Tooltip>
  );
}

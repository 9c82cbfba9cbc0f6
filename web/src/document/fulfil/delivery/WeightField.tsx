import { kilogramsFromPounds, poundsFromKilograms } from '@tradehouse/domain';
import type { WeightUnit } from '@tradehouse/domain';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { typedAmount } from '../../draft/numberInput.ts';

const isAmount = (text: string): boolean => text !== '' && !('wrong' in typedAmount(text));

interface Props {
  /** Kilograms; a wrong text stays as typed. */
  readonly value: string;
  readonly unit: WeightUnit;
  readonly disabled: boolean;
  readonly onChange: (kilograms: string) => void;
}

/** Edits a weight in kilograms or pounds; kilograms are stored. */
export function WeightField({ value, unit, disabled, onChange }: Props): ReactNode {
  const [typed, setTyped] = useState({ text: '', kilograms: '' });
  const inPounds = unit === 'lb' && isAmount(value) ? poundsFromKilograms(value) : value;
  const shown = unit === 'lb' && typed.kilograms === value ? typed.text : inPounds;
  return (
    <Input
      className="decimal"
      inputMode="decimal"
      disabled={disabled}
      status={isAmount(value) ? '' : 'error'}
      value={shown}
      onChange={(event) => {
        const text = event.target.value.trim();
        const kilograms = unit === 'lb' && isAmount(text) ? kilogramsFromPounds(text) : text;
        setTyped({ text, kilograms });
        onChange(kilograms);
      }}
    />
  );
}

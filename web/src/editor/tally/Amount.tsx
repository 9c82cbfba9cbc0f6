import { Input } from 'antd';
import type { ReactNode } from 'react';
import { typedAmount } from '../lines/numberInput.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A quantity in a table; red where it is none. */
export const Amount = ({ label, value, onChange }: Props): ReactNode => (
  <Input
    className="decimal"
    inputMode="decimal"
    aria-label={label}
    status={'wrong' in typedAmount(value) ? 'error' : ''}
    value={value}
    onChange={(event) => onChange(event.target.value.trim())}
  />
);

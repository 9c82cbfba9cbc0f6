import { Input } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../phrase/index.ts';
import { typedAmount } from '../../draft/numberInput.ts';

interface TallyInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Edits a quantity in a table; invalid input is red. */
export const TallyAmountInput = ({
  label,
  value,
  onChange,
}: TallyInputProps & { readonly label: string }): ReactNode => (
  <Input
    className="decimal"
    inputMode="decimal"
    aria-label={label}
    status={'wrong' in typedAmount(value) ? 'error' : ''}
    value={value}
    onChange={(event) => onChange(event.target.value.trim())}
  />
);

export const Serials = ({
  grade,
  value,
  onChange,
}: TallyInputProps & {
  readonly grade: 'formal' | 'defective' | 'gift' | 'missing';
}): ReactNode => (
  <Input.TextArea
    autoSize={{ minRows: 1, maxRows: 3 }}
    aria-label={t('tally.serials', { grade: t(`tally.${grade}`) })}
    placeholder={t('editor.column.serials')}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** Edits the reason for deviations from the order. */
export const TallyReasonInput = ({ value, onChange }: TallyInputProps): ReactNode => (
  <Input
    aria-label={t('tally.reason')}
    value={value}
    maxLength={200}
    onChange={(event) => onChange(event.target.value)}
  />
);

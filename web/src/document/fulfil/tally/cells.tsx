import { Input } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../phrase/index.ts';
import { typedAmount } from '../../draft/numberInput.ts';

interface Typed {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A quantity in a table; red where it is none. */
export const Amount = ({
  label,
  value,
  onChange,
}: Typed & { readonly label: string }): ReactNode => (
  <Input
    className="decimal"
    inputMode="decimal"
    aria-label={label}
    status={'wrong' in typedAmount(value) ? 'error' : ''}
    value={value}
    onChange={(event) => onChange(event.target.value.trim())}
  />
);

/** The serials that are of a grade. */
export const Serials = ({
  grade,
  value,
  onChange,
}: Typed & { readonly grade: 'formal' | 'defective' | 'gift' | 'missing' }): ReactNode => (
  <Input.TextArea
    autoSize={{ minRows: 1, maxRows: 3 }}
    aria-label={t('tally.serials', { grade: t(`tally.${grade}`) })}
    placeholder={t('editor.column.serials')}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** Why not all of it is as it was ordered. */
export const Reason = ({ value, onChange }: Typed): ReactNode => (
  <Input
    aria-label={t('tally.reason')}
    value={value}
    maxLength={200}
    onChange={(event) => onChange(event.target.value)}
  />
);

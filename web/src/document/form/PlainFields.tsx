import { documentTables, headFields, masksOf, plainFieldsAt } from '@tradehouse/contract';
import type { FieldType, PlainHead } from '@tradehouse/contract';
import type { GoodsKindCode } from '@tradehouse/domain';
import { Input } from 'antd';
import { useSettings } from '../../app/settings/settings.ts';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { labelOfColumn } from '../../record/labels.ts';
import { HeadField } from './HeadField.tsx';

interface ControlProps {
  readonly label: string;
  readonly type: FieldType;
  readonly value: string | null;
  readonly wrong: boolean;
  readonly onChange: (value: string | null) => void;
}

function Control({ label, type, value, wrong, onChange }: ControlProps): ReactNode {
  const status = wrong ? 'error' : '';
  if (type.column.type === 'day')
    return (
      <DatePicker
        allowClear
        aria-label={label}
        style={{ width: '100%' }}
        status={status}
        value={value === null ? null : dayjs(value)}
        onChange={(day) => onChange(day?.format('YYYY-MM-DD') ?? null)}
      />
    );
  return (
    <Input
      aria-label={label}
      value={value ?? ''}
      maxLength={type.most}
      status={status}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface Props {
  readonly code: GoodsKindCode;
  readonly at: 'head' | 'more';
  readonly head: PlainHead;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<PlainHead>) => void;
}

/** Renders a kind's fields that need only their declaration, without fields hidden from the user. */
export function PlainFields({ code, at, head, errors, onChange }: Props): ReactNode {
  const { hiddenAmounts } = useSettings();
  const shown = plainFieldsAt(code, at).filter((name) => {
    const masks = masksOf(documentTables[code].columns[name] ?? {});
    return masks.every((mask) => !hiddenAmounts.includes(mask));
  });
  return shown.map((name) => {
    const label = labelOfColumn(documentTables[code], name);
    return (
      <HeadField key={name} label={label} error={errors[name]}>
        <Control
          label={label}
          type={headFields[name].is}
          value={head[name]}
          wrong={errors[name] !== undefined}
          onChange={(value) => onChange({ [name]: value })}
        />
      </HeadField>
    );
  });
}

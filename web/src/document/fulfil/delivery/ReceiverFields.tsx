import { Input } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../phrase/index.ts';

const most = { receiver: 100, phone: 50, address: 300, postcode: 20, remark: 1000 } as const;
type Field = keyof typeof most;

/** What a carrier is told of a receiver. */
export const carrierFields = ['receiver', 'phone', 'address', 'postcode'] as const;
/** What is kept of a delivery's. */
export const deliveryFields = [...carrierFields, 'remark'] as const;

interface Props {
  readonly fields: readonly Field[];
  readonly receiver: Readonly<Partial<Record<Field, string>>>;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Record<Field, string>>) => void;
}

/** To whom goods go. */
export const ReceiverFields = ({ fields, receiver, disabled, onChange }: Props): ReactNode =>
  fields.map((field) => (
    <label key={field}>
      {t(`delivery.field.${field}`)}
      <Input
        value={receiver[field] ?? ''}
        maxLength={most[field]}
        disabled={disabled}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </label>
  ));

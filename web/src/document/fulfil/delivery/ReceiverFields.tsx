import { Input } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../phrase/index.ts';

const most = { receiver: 100, phone: 50, address: 300, postcode: 20, remark: 1000 } as const;
type ReceiverField = keyof typeof most;

/** Receiver fields passed to a carrier. */
export const carrierFields = ['receiver', 'phone', 'address', 'postcode'] as const;
/** Receiver fields stored with a delivery. */
export const deliveryFields = [...carrierFields, 'remark'] as const;

interface Props {
  readonly fields: readonly ReceiverField[];
  readonly receiver: Readonly<Partial<Record<ReceiverField, string>>>;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Record<ReceiverField, string>>) => void;
}

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

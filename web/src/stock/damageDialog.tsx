import type { InputOf, RowOf, formalTable } from '@tradehouse/contract';
import { markDefective, MOST_FILES, ungradedSerials } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { Pictures } from '../control/Pictures.tsx';
import type { PicturesProps } from '../control/Pictures.tsx';
import { EntriesModal } from '../record/EntriesModal.tsx';
import type { RowDialogProps } from '../record/listTypes.ts';
import { namedClear } from '../control/namedClear.tsx';
import { t } from '../phrase/index.ts';

interface Damage {
  readonly quantity?: string;
  readonly serials?: readonly string[];
  readonly reason?: string;
  readonly writeDown?: string;
  readonly photos?: NonNullable<InputOf<typeof markDefective>['photos']>;
}

/** Marks formal goods of a row defective: quantity, reason, photos, and loss of value. */
export function DamageDialog({
  row,
  onClose,
}: RowDialogProps<RowOf<typeof formalTable>>): ReactNode {
  const [form] = Form.useForm<Damage>();
  const { hiddenAmounts } = useSettings();
  const of = { skuId: row.skuId ?? '', warehouseId: row.warehouseId ?? '' };
  const bySerials = row.serialManaged === true;
  const required = (name: string) => [{ required: true, message: t('activity.missing', { name }) }];
  return (
    <EntriesModal
      form={form}
      title={t('grading.damaged', { name: row.name ?? '' })}
      width={600}
      act={t('grading.damage')}
      before={
        <p>
          {t('grading.formalQuantity', { quantity: row.quantity ?? '0', unit: row.unit ?? '' })}
        </p>
      }
      send={({ quantity = '', serials = [], reason = '', writeDown, photos = [] }, key) => {
        const much = bySerials
          ? { quantity: String(serials.length), serials: [...serials] }
          : { quantity };
        const less = writeDown === undefined || writeDown === '' ? {} : { writeDown };
        const input = {
          ...of,
          lot: row.lot ?? '',
          ...much,
          ...less,
          reason: reason.trim(),
          photos: [...photos],
        };
        return callEndpoint(markDefective, input, { quiet: true, key });
      }}
      onSent={({ number }) => {
        getNotices().message.success(t('grading.saved', { number }));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      {bySerials ? (
        <FormalSerials of={of} />
      ) : (
        <Form.Item
          name="quantity"
          label={t('grading.defective')}
          rules={required(t('grading.defective'))}
        >
          <DecimalInput />
        </Form.Item>
      )}
      <Form.Item name="reason" label={t('grading.reason')} rules={required(t('grading.reason'))}>
        <Input maxLength={200} />
      </Form.Item>
      {hiddenAmounts.includes('cost') ? null : (
        <Form.Item
          name="writeDown"
          label={t('grading.writeDown')}
          extra={t('grading.writeDownHint')}
        >
          <DecimalInput suffix="%" />
        </Form.Item>
      )}
      <Form.Item name="photos" label={t('grading.photos')} valuePropName="value" initialValue={[]}>
        <DamagePhotos />
      </Form.Item>
    </EntriesModal>
  );
}

function FormalSerials({ of }: { readonly of: InputOf<typeof ungradedSerials> }): ReactNode {
  const asked = { ...of, formal: true };
  const { data } = useQuery({
    queryKey: ['ungradedSerials', asked],
    queryFn: () => callEndpoint(ungradedSerials, asked),
  });
  const label = t('grading.serials', { grade: t('grading.defective') });
  return (
    <Form.Item
      name="serials"
      label={label}
      rules={[{ required: true, message: t('activity.missing', { name: label }) }]}
    >
      <Select
        mode="multiple"
        allowClear={namedClear()}
        options={(data?.serials ?? []).map((serial) => ({ value: serial, label: serial }))}
      />
    </Form.Item>
  );
}

type PhotosProps = Partial<Pick<PicturesProps, 'value' | 'onChange'>>;

const DamagePhotos = ({ value = [], onChange = () => undefined }: PhotosProps): ReactNode => (
  <Pictures value={value} onChange={onChange} biz="bill" most={MOST_FILES} readOnly={false} />
);

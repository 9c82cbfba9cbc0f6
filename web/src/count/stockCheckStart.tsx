import { startCount } from '@tradehouse/contract';
import { Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { CategorySelect } from '../control/CategorySelect.tsx';
import { BrandSelect, WarehouseSelect } from '../control/references.tsx';
import { EntriesModal } from '../record/EntriesModal.tsx';
import { t } from '../phrase/index.ts';

interface CountStartValues {
  readonly warehouseId: string;
  readonly categoryId?: string | null;
  readonly brandId?: string | null;
  readonly keyword?: string;
  readonly shelfPosition?: string;
  readonly blind?: boolean;
  readonly remark?: string;
}

/** Asks for a new count's scope; `onClose` receives the new id, or null if none was opened. */
export function StockCheckStart({
  onClose,
}: {
  readonly onClose: (id: string | null) => void;
}): ReactNode {
  const [form] = Form.useForm<CountStartValues>();
  return (
    <EntriesModal
      form={form}
      title={t('count.new')}
      width={560}
      act={t('count.new')}
      send={(entries, key) => callEndpoint(startCount, entries, { quiet: true, key })}
      onSent={({ id, number, lines }) => {
        getNotices().message.success(t('count.opened', { number, lines }));
        onClose(id);
      }}
      onClose={() => onClose(null)}
    >
      <Form.Item
        name="warehouseId"
        label={t('count.warehouse')}
        rules={[{ required: true, message: t('form.missing', { name: t('count.warehouse') }) }]}
      >
        <WarehouseSelect />
      </Form.Item>
      <Form.Item name="keyword" label={t('count.keyword')} extra={t('count.keywordHint')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="categoryId" label={t('count.category')}>
        <CategorySelect />
      </Form.Item>
      <Form.Item name="brandId" label={t('count.brand')}>
        <BrandSelect />
      </Form.Item>
      <Form.Item name="shelfPosition" label={t('count.shelf')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="blind" valuePropName="checked" extra={t('count.blindHint')}>
        <Checkbox>{t('count.blind')}</Checkbox>
      </Form.Item>
      <Form.Item name="remark" label={t('count.remark')}>
        <Input maxLength={200} />
      </Form.Item>
    </EntriesModal>
  );
}

import { startCount } from '@tradehouse/contract';
import { Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { CategorySelect } from '../control/CategorySelect.tsx';
import { BrandSelect, WarehouseSelect } from '../control/references.tsx';
import { RecordModal } from '../record/RecordModal.tsx';
import { useSaving } from '../record/saving.ts';
import { t } from '../phrase/index.ts';

interface Entries {
  readonly warehouseId: string;
  readonly categoryId?: string | null;
  readonly brandId?: string | null;
  readonly keyword?: string;
  readonly shelfPosition?: string;
  readonly blind?: boolean;
  readonly remark?: string;
}

/** Asks what is to be counted; `onClose` is told the new count's id, null where none was opened. */
export function StockCheckStart({
  onClose,
}: {
  readonly onClose: (id: string | null) => void;
}): ReactNode {
  const [form] = Form.useForm<Entries>();
  const [dirty, setDirty] = useState(false);
  const saving = useSaving();
  const open = async (entries: Entries): Promise<void> => {
    let opened: string | null = null;
    const saved = await saving.run(
      async (key) => {
        const { id, number, lines } = await call(startCount, entries, { quiet: true, key });
        notices().message.success(t('count.opened', { number, lines }));
        opened = id;
      },
      (field, message) => {
        form.setFields([{ name: field as keyof Entries, errors: [message] }]);
        return field in form.getFieldsValue(true);
      },
    );
    if (saved) onClose(opened);
  };
  return (
    <RecordModal
      title={t('count.new')}
      width={560}
      dirty={dirty}
      loading={false}
      busy={saving.busy}
      readOnly={false}
      refusal={saving.refusal}
      act={t('count.new')}
      onSave={() => form.submit()}
      onClose={() => onClose(null)}
    >
      <Form<Entries>
        form={form}
        layout="vertical"
        onValuesChange={() => setDirty(true)}
        onFinish={(entries) => void open(entries)}
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
      </Form>
    </RecordModal>
  );
}

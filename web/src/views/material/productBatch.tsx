import { batchUpdateProducts, ProductChanges } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { Alert, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { CategorySelect } from '../../control/CategorySelect.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { parseWholeNumber } from '../../control/fieldNumber.ts';
import { BrandSelect } from '../../control/references.tsx';
import { declared } from '../../record/fieldRules.ts';
import { isBlank } from '../../record/fieldSchema.ts';
import { labelOf } from '../../record/labels.ts';
import { RecordModal } from '../../record/RecordModal.tsx';
import { firstWrong, goToField, useSaving } from '../../record/saving.ts';
import { t } from '../../phrase/index.ts';

type Changes = InputOf<typeof batchUpdateProducts>['material'];

const table = { id: 'products' };
const rule = (name: keyof Changes) => declared(ProductChanges, name);
const yesNo = () => [
  { value: 'true', label: t('flag.yes') },
  { value: 'false', label: t('flag.no') },
];
const flags = ['serialManaged', 'lotManaged'] as const;

/** What was filled in, as the call takes it. */
const changesOf = (values: Readonly<Record<string, unknown>>): Changes =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => {
        if (flags.some((flag) => flag === name)) return [name, value === 'true'];
        return [name, typeof value === 'string' ? value.trim() : value];
      }),
  );

/** Changes the same fields of several products; what is left empty stays as it is (screens 8.3). */
export function ProductBatch({
  ids,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onClose: (saved: boolean) => void;
}): ReactNode {
  const [form] = Form.useForm<Readonly<Record<string, unknown>>>();
  const [dirty, setDirty] = useState(false);
  const saving = useSaving();
  const n = ids.length;
  const save = async (): Promise<void> => {
    const values = await form.validateFields().catch((refused: unknown) => {
      goToField(form, firstWrong(refused));
      return null;
    });
    if (values === null) return;
    const material = changesOf(values);
    if (Object.keys(material).length === 0) {
      notices().message.warning(t('product.batchEmpty'));
      return;
    }
    if (!(await notices().modal.confirm({ title: t('product.batchAsk', { n }) }))) return;
    const saved = await saving.run(
      (key) => call(batchUpdateProducts, { ids: ids.join(','), material }, { key, quiet: true }),
      () => false,
    );
    if (!saved) return;
    notices().message.success(t('list.done'));
    onClose(true);
  };
  return (
    <RecordModal
      title={t('product.batchTitle', { n })}
      width={1000}
      dirty={dirty}
      loading={false}
      busy={saving.busy}
      readOnly={false}
      refusal={saving.refusal}
      onSave={() => void save()}
      onClose={() => onClose(false)}
    >
      <Alert type="info" showIcon className="gap-below" title={t('product.batchHint')} />
      <Form form={form} layout="vertical" onValuesChange={() => setDirty(true)}>
        <Fields />
      </Form>
    </RecordModal>
  );
}

const Fields = (): ReactNode => (
  <>
    <div className="form-grid three">
      <Form.Item name="categoryId" label={labelOf(table, 'categoryName')}>
        <CategorySelect placeholder={t('product.keep')} />
      </Form.Item>
      <Form.Item name="brandId" label={labelOf(table, 'brand')}>
        <BrandSelect placeholder={t('product.keep')} />
      </Form.Item>
      {(['color', 'maker', 'shelfPosition'] as const).map((name) => (
        <Form.Item key={name} name={name} label={labelOf(table, name)}>
          <Input maxLength={60} placeholder={t('product.keep')} />
        </Form.Item>
      ))}
      <Form.Item name="weight" label={labelOf(table, 'weight')} rules={[rule('weight')]}>
        <DecimalInput placeholder={t('product.keep')} />
      </Form.Item>
      <Form.Item
        name="shelfLifeDays"
        label={labelOf(table, 'shelfLifeDays')}
        rules={[rule('shelfLifeDays')]}
      >
        <InputNumber
          parser={parseWholeNumber}
          className="wide"
          precision={0}
          controls={false}
          placeholder={t('product.keep')}
        />
      </Form.Item>
      {flags.map((name) => (
        <Form.Item key={name} name={name} label={labelOf(table, name)}>
          <Select allowClear placeholder={t('product.keep')} options={yesNo()} />
        </Form.Item>
      ))}
    </div>
    <Form.Item name="remark" label={labelOf(table, 'remark')}>
      <Input.TextArea
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        placeholder={t('product.keep')}
      />
    </Form.Item>
  </>
);

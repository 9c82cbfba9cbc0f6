import { batchUpdateProducts, ProductChanges } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { Alert, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { CategorySelect } from '../control/CategorySelect.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { BrandSelect } from '../control/references.tsx';
import { formRuleOfField } from '../record/fieldRules.ts';
import { isBlankValue } from '../record/fieldSchema.ts';
import { labelOfColumn } from '../record/labels.ts';
import { RecordModal } from '../record/RecordModal.tsx';
import { firstWrong, goToField, useFormSaving } from '../record/saving.ts';
import { namedClear } from '../control/namedClear.tsx';
import { t } from '../phrase/index.ts';

type ProductBatchChanges = InputOf<typeof batchUpdateProducts>['material'];

const table = { id: 'products' };
const ruleOfProductChange = (name: keyof ProductBatchChanges) =>
  formRuleOfField(ProductChanges, name);
const yesNo = () => [
  { value: 'true', label: t('flag.yes') },
  { value: 'false', label: t('flag.no') },
];
const flags = ['serialManaged', 'lotManaged'] as const;

/** Converts filled-in fields to the call's input. */
const productChangesFromForm = (values: Readonly<Record<string, unknown>>): ProductBatchChanges =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlankValue(value))
      .map(([name, value]) => {
        if (flags.some((flag) => flag === name)) return [name, value === 'true'];
        return [name, typeof value === 'string' ? value.trim() : value];
      }),
  );

/** Changes the same fields of several products; empty fields stay unchanged. */
export function ProductBatch({
  ids,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onClose: (saved: boolean) => void;
}): ReactNode {
  const [form] = Form.useForm<Readonly<Record<string, unknown>>>();
  const [dirty, setDirty] = useState(false);
  const saving = useFormSaving();
  const n = ids.length;
  const save = async (): Promise<void> => {
    const values = await form.validateFields().catch((refused: unknown) => {
      goToField(form, firstWrong(refused));
      return null;
    });
    if (values === null) return;
    const material = productChangesFromForm(values);
    if (Object.keys(material).length === 0) {
      getNotices().message.warning(t('product.batchEmpty'));
      return;
    }
    if (!(await getNotices().modal.confirm({ title: t('product.batchAsk', { n }) }))) return;
    const saved = await saving.run(
      (key) =>
        callEndpoint(batchUpdateProducts, { ids: ids.join(','), material }, { key, quiet: true }),
      () => false,
    );
    if (!saved) return;
    getNotices().message.success(t('list.done'));
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
        <ProductBatchFields />
      </Form>
    </RecordModal>
  );
}

const ProductBatchFields = (): ReactNode => (
  <>
    <div className="form-grid three">
      <Form.Item name="categoryId" label={labelOfColumn(table, 'categoryName')}>
        <CategorySelect placeholder={t('product.keep')} />
      </Form.Item>
      <Form.Item name="brandId" label={labelOfColumn(table, 'brand')}>
        <BrandSelect placeholder={t('product.keep')} />
      </Form.Item>
      {(['color', 'maker', 'shelfPosition'] as const).map((name) => (
        <Form.Item key={name} name={name} label={labelOfColumn(table, name)}>
          <Input maxLength={60} placeholder={t('product.keep')} />
        </Form.Item>
      ))}
      <Form.Item
        name="weight"
        label={labelOfColumn(table, 'weight')}
        rules={[ruleOfProductChange('weight')]}
      >
        <DecimalInput placeholder={t('product.keep')} />
      </Form.Item>
      <Form.Item
        name="shelfLifeDays"
        label={labelOfColumn(table, 'shelfLifeDays')}
        rules={[ruleOfProductChange('shelfLifeDays')]}
      >
        <WholeNumberInput placeholder={t('product.keep')} />
      </Form.Item>
      {flags.map((name) => (
        <Form.Item key={name} name={name} label={labelOfColumn(table, name)}>
          <Select allowClear={namedClear()} placeholder={t('product.keep')} options={yesNo()} />
        </Form.Item>
      ))}
    </div>
    <Form.Item name="remark" label={labelOfColumn(table, 'remark')}>
      <Input.TextArea
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        placeholder={t('product.keep')}
      />
    </Form.Item>
  </>
);

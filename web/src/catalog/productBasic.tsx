import type { ProductInfo } from '@tradehouse/contract';
import { allUnits, brandPage, pinyinInitials, products, propertyNames } from '@tradehouse/contract';
import { nextBarcode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { FormInstance, FormRule } from 'antd';
import { Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { GrowingCategorySelect } from '../control/CategorySelect.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { BrandSelect, LabelTemplateSelect, UnitSelect } from '../control/references.tsx';
import { formRuleOfField } from '../record/fieldRules.ts';
import { checkedWhileTyping, freeValueRule } from '../record/freeName.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { BrandForm } from './brandForm.tsx';
import { ProductAttributes } from './productAttributes.tsx';
import type { BarcodeDraft, ProductDraft } from './productBody.ts';
import { highestOf } from './productBody.ts';
import { productIdentity, sameProductQuestion } from './sameProduct.ts';

const table = { id: 'products' };
const requireProductField = (name: string): FormRule => ({
  required: true,
  whitespace: true,
  message: t('form.missing', { name: labelOfColumn(table, name) }),
});
const texts = ['standard', 'model', 'color', 'maker', 'origin', 'country'] as const;

/** Unit groups with the ratio of each unit. */
export const useUnits = () =>
  useQuery({
    queryKey: ['choices', 'unit'],
    queryFn: () => callEndpoint(allUnits, {}),
    staleTime: 60_000,
  });
export type Units = NonNullable<ReturnType<typeof useUnits>['data']>;

/** Builds the rows of a unit group, one per unit; known codes and prices stay, new codes count on. */
function groupRows(
  group: Units[number],
  before: readonly BarcodeDraft[],
  highest: string,
): readonly BarcodeDraft[] {
  let code = highestOf(before, highest);
  return group.units.map(({ unit }, index): BarcodeDraft => {
    const known = before[index];
    if (known !== undefined) return { ...known, unit };
    code = nextBarcode(code);
    return { code, unit };
  });
}

export interface BasicProps {
  readonly form: FormInstance<ProductDraft>;
  readonly info: ProductInfo | null;
  readonly units: Units | undefined;
  readonly readOnly: boolean;
}

interface BrandProps {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly id?: string;
  readonly disabled: boolean;
  readonly name: string | undefined;
}

/** Select of a brand, or a new one if permitted. */
function BrandField({ onChange, ...props }: BrandProps): ReactNode {
  const [adding, setAdding] = useState<string | null>(null);
  const may = useMay();
  const close = async (saved: boolean, id?: string): Promise<void> => {
    setAdding(null);
    if (!saved || id === undefined) return;
    await invalidateQueryKeys(['choices', 'brand']);
    onChange?.(id);
  };
  return (
    <>
      <BrandSelect
        {...props}
        onChange={(id) => onChange?.(id)}
        {...(may(brandPage, '1') ? { onAdd: setAdding } : {})}
      />
      {adding !== null && (
        <BrandForm id={null} named={adding} onClose={(saved, id) => void close(saved, id)} />
      )}
    </>
  );
}

interface UnitProps {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly id?: string;
  readonly disabled: boolean;
  /** Called for a chosen group, whose units make the barcode rows. */
  readonly onGroup: (group: Units[number]) => void;
}

/** Select of a unit group, or a new one. */
const UnitField = ({ onChange, onGroup, ...props }: UnitProps): ReactNode => (
  <UnitSelect
    {...props}
    allowClear={false}
    onChange={(id, group) => {
      onChange?.(id);
      if (group !== null) onGroup(group);
    }}
  />
);

function UnitFields({ form, info, readOnly }: BasicProps): ReactNode {
  const several = Form.useWatch('several', form) === true;
  const differs = (Form.useWatch('attributes', form) ?? []).length > 0;
  const fixed = readOnly || info?.used === true;
  return (
    <div className="unit-fields">
      <Form.Item name="several" label={t('product.several')} valuePropName="checked">
        <Switch disabled={fixed || differs} />
      </Form.Item>
      {several ? (
        <Form.Item
          name="unitId"
          label={labelOfColumn(table, 'unit')}
          rules={[requireProductField('unit')]}
        >
          <UnitField
            disabled={fixed}
            onGroup={(group) => {
              const before: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
              const rows = groupRows(group, before, form.getFieldValue('highest'));
              form.setFieldValue('barcodes', rows);
            }}
          />
        </Form.Item>
      ) : (
        <Form.Item
          name="unitName"
          label={labelOfColumn(table, 'unit')}
          rules={[requireProductField('unit')]}
        >
          <Input
            disabled={fixed}
            maxLength={10}
            onChange={(event) => {
              const rows: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
              const unit = event.target.value;
              form.setFieldValue(
                'barcodes',
                rows.map((row) => ({ ...row, unit })),
              );
            }}
          />
        </Form.Item>
      )}
    </div>
  );
}

/** Name, with its generated mnemonic. */
function ProductNameField({ info, readOnly }: BasicProps): ReactNode {
  const [mnemonic, setMnemonic] = useState(info?.mnemonic ?? '');
  const name = (text: string): void => {
    if (text.trim() === '') return;
    void callEndpoint(pinyinInitials, { name: text }, { quiet: true }).then(
      setMnemonic,
      () => undefined,
    );
  };
  return (
    <Form.Item
      name="name"
      label={labelOfColumn(table, 'name')}
      extra={mnemonic === '' ? null : `${labelOfColumn(table, 'mnemonic')}: ${mnemonic}`}
      rules={[
        requireProductField('name'),
        freeValueRule(sameProductQuestion(info), info?.id ?? null),
      ]}
      dependencies={[...productIdentity]}
      {...checkedWhileTyping}
    >
      <Input disabled={readOnly} maxLength={100} onBlur={(event) => name(event.target.value)} />
    </Form.Item>
  );
}

/** Tracking by serial or by lot: one of both, and permanent after the first trade. */
function TraceFields({ form, info, readOnly }: BasicProps): ReactNode {
  const notBoth = {
    validator: async (): Promise<void> => {
      const { serialManaged, lotManaged }: Record<string, unknown> = form.getFieldsValue(true);
      if (serialManaged === true && lotManaged === true) throw new Error(t('product.serialOrLot'));
    },
  };
  return [
    ['serialManaged', 'lotManaged'],
    ['lotManaged', 'serialManaged'],
  ].map(([field = '', other = '']) => (
    <Form.Item
      key={field}
      name={field}
      label={labelOfColumn(table, field)}
      valuePropName="checked"
      dependencies={[other]}
      rules={[notBoth]}
    >
      <Switch disabled={readOnly || info?.used === true} />
    </Form.Item>
  ));
}

interface TextFieldProps {
  readonly name: string;
  readonly most?: number;
  readonly readOnly: boolean;
}

const TextField = ({ name, most = 60, readOnly }: TextFieldProps): ReactNode => (
  <Form.Item name={name} label={labelOfColumn(table, name)}>
    <Input disabled={readOnly} maxLength={most} />
  </Form.Item>
);

/** Basic fields of every product, before barcodes and stock. */
export const Basic = (props: BasicProps): ReactNode => (
  <section aria-label={t('product.basic')} className="form-grid three">
    <ProductNameField {...props} />
    <UnitFields {...props} />
    <Form.Item name="categoryId" label={labelOfColumn(table, 'categoryName')}>
      <GrowingCategorySelect disabled={props.readOnly} />
    </Form.Item>
  </section>
);

export function FurtherFields(props: BasicProps): ReactNode {
  const { form, info, readOnly } = props;
  const differs = (Form.useWatch('attributes', form) ?? []).length > 0;
  const codes = differs ? [] : ['skuCode', 'outerSkuCode'];
  return (
    <>
      <div className="form-grid three">
        <ProductAttributes form={form} info={info} readOnly={readOnly} />
        <Form.Item name="brandId" label={labelOfColumn(table, 'brand')}>
          <BrandField
            disabled={readOnly}
            name={info?.brandId === null ? undefined : info?.brandName}
          />
        </Form.Item>
        <TextField name="englishName" most={200} readOnly={readOnly} />
        {[...texts, ...codes, 'shelfPosition'].map((field) => (
          <TextField key={field} name={field} readOnly={readOnly} />
        ))}
        <Form.Item name="labelTemplateId" label={labelOfColumn(table, 'labelTemplateId')}>
          <LabelTemplateSelect
            disabled={readOnly}
            name={info?.labelTemplateId === null ? undefined : info?.labelTemplateName}
          />
        </Form.Item>
        <Form.Item
          name="weight"
          label={labelOfColumn(table, 'weight')}
          rules={[formRuleOfField(products.fields, 'weight')]}
        >
          <DecimalInput disabled={readOnly} />
        </Form.Item>
        <Form.Item
          name="shelfLifeDays"
          label={labelOfColumn(table, 'shelfLifeDays')}
          rules={[formRuleOfField(products.fields, 'shelfLifeDays')]}
        >
          <WholeNumberInput disabled={readOnly} />
        </Form.Item>
        <TraceFields {...props} />
        {propertyNames.map((field) => (
          <TextField key={field} name={field} most={100} readOnly={readOnly} />
        ))}
      </div>
      <Form.Item name="remark" label={labelOfColumn(table, 'remark')}>
        <Input.TextArea disabled={readOnly} maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  );
}

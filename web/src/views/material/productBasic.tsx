import type { ProductInfo } from '@tradehouse/contract';
import { allUnits, brandPage, pinyinInitials, products, propertyNames } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { FormInstance, FormRule } from 'antd';
import { Form, Input, InputNumber, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { useMay } from '../../app/settings/permission.ts';
import { outdate } from '../../app/net/query.ts';
import { GrowingCategorySelect } from '../../control/CategorySelect.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { parseWholeNumber } from '../../control/fieldNumber.ts';
import { BrandSelect, LabelTemplateSelect, UnitSelect } from '../../control/references.tsx';
import { declared } from '../../record/fieldRules.ts';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { BrandForm } from './brandForm.tsx';
import { ProductAttributes } from './productAttributes.tsx';
import type { BarcodeDraft, ProductDraft } from './productBody.ts';
import { highestOf, nextCode } from './productBody.ts';

const table = { id: 'products' };
const needed = (name: string): FormRule => ({
  required: true,
  whitespace: true,
  message: t('form.missing', { name: labelOf(table, name) }),
});
const texts = ['standard', 'model', 'color', 'maker', 'origin'] as const;

/** The groups of units and what each unit holds. */
export const useUnits = () =>
  useQuery({ queryKey: ['choices', 'unit'], queryFn: () => call(allUnits, {}), staleTime: 60_000 });
export type Units = NonNullable<ReturnType<typeof useUnits>['data']>;

/** The rows of a unit group: one per unit, known codes and prices kept, new codes counted on. */
function groupRows(group: Units[number], before: readonly BarcodeDraft[]): readonly BarcodeDraft[] {
  let code = highestOf(before);
  return group.units.map(({ unit }, index): BarcodeDraft => {
    const known = before[index];
    if (known !== undefined) return { ...known, unit };
    code = nextCode(code);
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

/** A brand, or a new one for anyone who may make brands. */
function BrandField({ onChange, ...props }: BrandProps): ReactNode {
  const [adding, setAdding] = useState<string | null>(null);
  const may = useMay();
  const close = async (saved: boolean, id?: string): Promise<void> => {
    setAdding(null);
    if (!saved || id === undefined) return;
    await outdate(['choices', 'brand']);
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
  /** A group is chosen: its units make the rows of barcodes. */
  readonly onGroup: (group: Units[number]) => void;
}

/** A group of units, or a new one. */
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
        <Form.Item name="unitId" label={labelOf(table, 'unit')} rules={[needed('unit')]}>
          <UnitField
            disabled={fixed}
            onGroup={(group) => {
              const before: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
              form.setFieldValue('barcodes', groupRows(group, before));
            }}
          />
        </Form.Item>
      ) : (
        <Form.Item name="unitName" label={labelOf(table, 'unit')} rules={[needed('unit')]}>
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

/** The name, and the mnemonic that is made of it. */
function NameField({ info, readOnly }: BasicProps): ReactNode {
  const [mnemonic, setMnemonic] = useState(info?.mnemonic ?? '');
  const name = (text: string): void => {
    if (text.trim() === '') return;
    void call(pinyinInitials, { name: text }, { quiet: true }).then(setMnemonic, () => undefined);
  };
  return (
    <Form.Item
      name="name"
      label={labelOf(table, 'name')}
      extra={mnemonic === '' ? null : `${labelOf(table, 'mnemonic')}: ${mnemonic}`}
      rules={[needed('name')]}
    >
      <Input disabled={readOnly} maxLength={100} onBlur={(event) => name(event.target.value)} />
    </Form.Item>
  );
}

/** Whether its pieces are followed by serial or its goods by lot: by one of them, and for good once it was traded. */
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
      label={labelOf(table, field)}
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
  <Form.Item name={name} label={labelOf(table, name)}>
    <Input disabled={readOnly} maxLength={most} />
  </Form.Item>
);

/** What the product is. */
export function Basic(props: BasicProps): ReactNode {
  const { form, info, readOnly } = props;
  const differs = (Form.useWatch('attributes', form) ?? []).length > 0;
  const codes = differs ? [] : ['skuCode', 'outerSkuCode'];
  return (
    <>
      <div className="form-grid three">
        <NameField {...props} />
        <UnitFields {...props} />
        <Form.Item name="categoryId" label={labelOf(table, 'categoryName')}>
          <GrowingCategorySelect disabled={readOnly} />
        </Form.Item>
        <ProductAttributes form={form} info={info} readOnly={readOnly} />
        <Form.Item name="brandId" label={labelOf(table, 'brand')}>
          <BrandField
            disabled={readOnly}
            name={info?.brandId === null ? undefined : info?.brandName}
          />
        </Form.Item>
        <TextField name="englishName" most={200} readOnly={readOnly} />
        {[...texts, ...codes, 'shelfPosition'].map((field) => (
          <TextField key={field} name={field} readOnly={readOnly} />
        ))}
        <Form.Item name="labelTemplateId" label={labelOf(table, 'labelTemplateId')}>
          <LabelTemplateSelect
            disabled={readOnly}
            name={info?.labelTemplateId === null ? undefined : info?.labelTemplateName}
          />
        </Form.Item>
        <Form.Item
          name="weight"
          label={labelOf(table, 'weight')}
          rules={[declared(products.fields, 'weight')]}
        >
          <DecimalInput disabled={readOnly} />
        </Form.Item>
        <Form.Item
          name="shelfLifeDays"
          label={labelOf(table, 'shelfLifeDays')}
          rules={[declared(products.fields, 'shelfLifeDays')]}
        >
          <InputNumber
            parser={parseWholeNumber}
            disabled={readOnly}
            className="wide"
            precision={0}
            controls={false}
          />
        </Form.Item>
        <TraceFields {...props} />
        {propertyNames.map((field) => (
          <TextField key={field} name={field} most={100} readOnly={readOnly} />
        ))}
      </div>
      <Form.Item name="remark" label={labelOf(table, 'remark')}>
        <Input.TextArea disabled={readOnly} maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  );
}

import type { ProductInfo } from '@tradehouse/contract';
import { attributeChoices } from '@tradehouse/contract';
import { MOST_ATTRIBUTES } from '@tradehouse/domain';
import type { ProductAttribute } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import type { BarcodeDraft, ProductDraft } from './productBody.ts';
import { gridRows } from './productBody.ts';

const table = { id: 'products' };

export interface ProductAttributesProps {
  readonly form: FormInstance<ProductDraft>;
  readonly info: ProductInfo | null;
  readonly readOnly: boolean;
}

/** Attribute values in documents' barcodes: not removable. */
const usedValues = (info: ProductInfo | null, index: number): ReadonlySet<string> =>
  new Set(
    (info?.barcodes ?? [])
      .filter(({ used }) => used)
      .map(({ attributes }) => attributes.split(',')[index] ?? ''),
  );

/** Attributes of a product: up to three, with their values. Barcode rows follow from the attributes. */
export function ProductAttributes({ form, info, readOnly }: ProductAttributesProps): ReactNode {
  const several = Form.useWatch('several', form) === true;
  const chosen = Form.useWatch('attributes', form) ?? [];
  const { data = [] } = useQuery({
    queryKey: ['choices', 'attribute'],
    queryFn: () => callEndpoint(attributeChoices, {}),
    staleTime: 60_000,
  });
  const fixed = readOnly || several || info !== null;
  const change = (attributes: readonly ProductAttribute[]): void => {
    const before: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
    const unit: string = form.getFieldValue('unitName') ?? '';
    const rows = gridRows(attributes, before, unit, form.getFieldValue('highest'));
    const [first = {}] = before;
    const { attributes: _, skuCode: __, outerSkuCode: ___, ...alone } = first;
    form.setFieldsValue({
      attributes: [...attributes],
      barcodes: attributes.length === 0 ? [alone] : [...rows],
    });
  };
  return (
    <>
      <Form.Item
        label={t('product.attributes')}
        htmlFor="product-attributes"
        extra={t(info === null ? 'product.attributesHint' : 'product.attributesFixed')}
      >
        <Select<string[]>
          id="product-attributes"
          mode="multiple"
          maxCount={MOST_ATTRIBUTES}
          disabled={fixed}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('select.placeholder')}
          value={chosen.map(({ id }) => id)}
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids) =>
            change(
              ids.flatMap(
                (id) =>
                  chosen.find((one) => one.id === id) ?? data.find((one) => one.id === id) ?? [],
              ),
            )
          }
        />
      </Form.Item>
      {chosen.map((attribute, index) => (
        <AttributeValues
          key={attribute.id}
          attribute={attribute}
          index={index}
          offered={data.find(({ id }) => id === attribute.id)?.values ?? []}
          kept={usedValues(info, index)}
          readOnly={readOnly}
          onChange={(values) =>
            change(chosen.map((one) => (one === attribute ? { ...one, values } : one)))
          }
        />
      ))}
      {/* Kept by the form, shown above. */}
      <Form.Item name="attributes" hidden>
        <Select aria-label={labelOfColumn(table, 'attributes')} mode="multiple" />
      </Form.Item>
    </>
  );
}

interface ValuesProps {
  readonly attribute: ProductAttribute;
  readonly index: number;
  readonly offered: readonly string[];
  /** Values that cannot be removed. */
  readonly kept: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly onChange: (values: string[]) => void;
}

/** Values of one attribute used by the product. */
function AttributeValues(props: ValuesProps): ReactNode {
  const { attribute, index, offered, kept, readOnly, onChange } = props;
  const { name } = attribute;
  const values = [...new Set([...attribute.values, ...offered])];
  return (
    <Form.Item
      label={t('product.valuesOf', { name })}
      htmlFor={`product-values-${index}`}
      required
      {...(attribute.values.length === 0
        ? { validateStatus: 'error' as const, help: t('product.valuesMissing', { name }) }
        : {})}
    >
      <Select<string[]>
        id={`product-values-${index}`}
        mode="multiple"
        disabled={readOnly}
        value={[...attribute.values]}
        options={values.map((value) => ({ value, label: value, disabled: kept.has(value) }))}
        onChange={(next) => onChange(values.filter((value) => next.includes(value)))}
      />
    </Form.Item>
  );
}

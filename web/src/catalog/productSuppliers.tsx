import { PlusOutlined } from '@ant-design/icons';
import { ProductSupplierInput } from '@tradehouse/contract';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import type { FormInstance, FormListFieldData } from 'antd';
import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { currencyOptions } from '../control/currency.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { PartnerSelect } from '../control/references.tsx';
import { removeColumn } from '../control/removeColumn.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { formRuleOfField } from '../record/fieldRules.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import type { ProductDraft, SupplierDraft } from './productBody.ts';

const table = { id: 'products' };
const labelOfSupplierField = (name: string): string => labelOfColumn(table, name);

interface ProductSuppliersProps {
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly onDirty: () => void;
}

type SupplierColumn = EntryColumn<FormListFieldData>;

const inputColumn = (
  name: 'code' | 'price' | 'leadDays' | 'minimumOrder' | 'packSize',
  width: number,
  input: ReactNode,
): SupplierColumn => ({
  title: labelOfSupplierField(name),
  heading: labelOfSupplierField(name),
  width,
  ...(name === 'code' ? {} : { align: 'right' as const }),
  render: (_, { name: row }) => (
    <Form.Item name={[row, name]} rules={[formRuleOfField(ProductSupplierInput, name)]}>
      {input}
    </Form.Item>
  ),
});

const suppliersOf = (form: FormInstance<ProductDraft>): readonly SupplierDraft[] =>
  form.getFieldValue('suppliers') ?? [];

function supplierSelectColumn({ form, readOnly }: ProductSuppliersProps): SupplierColumn {
  const isRepeated = (row: number, id: string | null | undefined): boolean =>
    suppliersOf(form).some((other, at) => at !== row && other.supplierId === id);
  const rules = (row: number) => [
    { required: true, message: t('form.missing', { name: labelOfSupplierField('supplierId') }) },
    {
      validator: async (_: unknown, id: string | null | undefined): Promise<void> => {
        const name = suppliersOf(form)[row]?.supplierName ?? '';
        if ((id ?? '') !== '' && isRepeated(row, id)) throw new Error(t('form.taken', { name }));
      },
    },
  ];
  return {
    title: labelOfSupplierField('supplierId'),
    heading: labelOfSupplierField('supplierId'),
    width: 190,
    render: (_, { name: row }) => (
      <Form.Item name={[row, 'supplierId']} rules={rules(row)}>
        <PartnerSelect
          type="supplier"
          aria-label={labelOfSupplierField('supplierId')}
          name={suppliersOf(form)[row]?.supplierName}
          disabled={readOnly}
          allowClear={false}
          onChange={(id, choice) =>
            form.setFieldValue(['suppliers', row], {
              ...suppliersOf(form)[row],
              supplierId: id,
              supplierName: choice?.name ?? '',
            })
          }
        />
      </Form.Item>
    ),
  };
}

/** At most one supplier is preferred: choosing one releases the others. */
function preferredColumn({ form, readOnly, onDirty }: ProductSuppliersProps): SupplierColumn {
  const prefer = (chosen: number, on: boolean): void => {
    form.setFieldValue(
      'suppliers',
      suppliersOf(form).map((one, row) => ({ ...one, preferred: on && row === chosen })),
    );
    onDirty();
  };
  return {
    title: labelOfSupplierField('preferred'),
    heading: labelOfSupplierField('preferred'),
    width: 70,
    align: 'center',
    render: (_, { name: row }) => (
      <Form.Item name={[row, 'preferred']} valuePropName="checked">
        <Checkbox
          aria-label={labelOfSupplierField('preferred')}
          disabled={readOnly}
          onChange={({ target }) => prefer(row, target.checked)}
        />
      </Form.Item>
    ),
  };
}

function columnsOfProductSuppliers(
  props: ProductSuppliersProps,
  hidesPrice: boolean,
  remove: (row: number) => void,
): SupplierColumn[] {
  const disabled = props.readOnly;
  return [
    supplierSelectColumn(props),
    inputColumn(
      'code',
      130,
      <Input aria-label={labelOfSupplierField('code')} disabled={disabled} maxLength={60} />,
    ),
    ...(hidesPrice
      ? []
      : [
          inputColumn(
            'price',
            110,
            <DecimalInput aria-label={labelOfSupplierField('price')} disabled={disabled} />,
          ),
          {
            title: labelOfSupplierField('currency'),
            heading: labelOfSupplierField('currency'),
            width: 120,
            render: (_: unknown, { name: row }: FormListFieldData) => (
              <Form.Item name={[row, 'currency']}>
                <Select
                  aria-label={labelOfSupplierField('currency')}
                  disabled={disabled}
                  showSearch
                  allowClear
                  optionFilterProp="label"
                  options={currencyOptions()}
                  popupMatchSelectWidth={false}
                />
              </Form.Item>
            ),
          },
        ]),
    inputColumn(
      'leadDays',
      110,
      <WholeNumberInput aria-label={labelOfSupplierField('leadDays')} disabled={disabled} />,
    ),
    inputColumn(
      'minimumOrder',
      110,
      <DecimalInput aria-label={labelOfSupplierField('minimumOrder')} disabled={disabled} />,
    ),
    inputColumn(
      'packSize',
      110,
      <DecimalInput aria-label={labelOfSupplierField('packSize')} disabled={disabled} />,
    ),
    preferredColumn(props),
    ...(disabled ? [] : [removeColumn<FormListFieldData>(({ name }) => remove(name))]),
  ];
}

/** Suppliers of a product with terms of order per base unit; the preferred one stands in proposals. */
export function ProductSuppliers(props: ProductSuppliersProps): ReactNode {
  const { hiddenAmounts } = useSettings();
  const hidesPrice = hiddenAmounts.includes('purchase');
  const { form, readOnly, onDirty } = props;
  return (
    <Form.List name="suppliers">
      {(rows, { add, remove }) => (
        <>
          {rows.length === 0 ? null : (
            <EntryTable<FormListFieldData>
              className="form-table"
              rowKey="key"
              columns={columnsOfProductSuppliers(props, hidesPrice, (row) => {
                remove(row);
                onDirty();
              })}
              dataSource={rows}
              scroll={{ x: hidesPrice ? 780 : 1000 }}
            />
          )}
          {readOnly ? null : (
            <Button
              type="dashed"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add({ preferred: suppliersOf(form).length === 0 })}
            >
              {t('product.addSupplier')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  );
}

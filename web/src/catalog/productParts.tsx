import { PlusOutlined } from '@ant-design/icons';
import { ProductPartInput } from '@tradehouse/contract';
import { Button, Form, Switch } from 'antd';
import type { FormInstance, FormListFieldData } from 'antd';
import type { ReactNode } from 'react';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { BarcodeSelect } from '../control/references.tsx';
import { removeColumn } from '../control/removeColumn.tsx';
import { formRuleOfField, mustHave } from '../record/fieldRules.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import type { ProductPartDraft, ProductDraft } from './productBody.ts';

const labelOfPartField = (name: string): string => labelOfColumn({ id: 'products' }, name);

interface ProductPartsProps {
  readonly form: FormInstance<ProductDraft>;
  /** Used by documents: the product stays a kit, or none. */
  readonly used: boolean;
  readonly readOnly: boolean;
  readonly onDirty: () => void;
}

type ProductPartColumn = EntryColumn<FormListFieldData>;

const partDraftsOf = (form: FormInstance<ProductDraft>): readonly ProductPartDraft[] =>
  form.getFieldValue('parts') ?? [];

/** Names a part like the choices of the select do. */
const nameOfPart = ({
  barcode = '',
  productName = '',
  attributes = '',
  unit = '',
}: ProductPartDraft) =>
  [`${barcode} ${productName}`.trim(), attributes, unit].filter((one) => one !== '').join(' · ');

function partSelectColumn({ form, readOnly }: ProductPartsProps): ProductPartColumn {
  const isRepeated = (row: number, id: string | null | undefined): boolean =>
    partDraftsOf(form).some((other, at) => at !== row && other.barcodeId === id);
  const rules = (row: number) => [
    mustHave(t('product.part')),
    {
      validator: async (_: unknown, id: string | null | undefined): Promise<void> => {
        const name = nameOfPart(partDraftsOf(form)[row] ?? {});
        if ((id ?? '') !== '' && isRepeated(row, id)) throw new Error(t('form.taken', { name }));
      },
    },
  ];
  return {
    title: t('product.part'),
    heading: t('product.part'),
    width: 420,
    render: (_, { name: row }) => (
      <Form.Item name={[row, 'barcodeId']} rules={rules(row)}>
        <BarcodeSelect
          aria-label={t('product.part')}
          name={nameOfPart(partDraftsOf(form)[row] ?? {})}
          disabled={readOnly}
          allowClear={false}
          onChange={(id, choice) =>
            form.setFieldValue(['parts', row], {
              quantity: partDraftsOf(form)[row]?.quantity,
              barcodeId: id,
              productName: choice?.name ?? '',
              unit: choice?.note ?? '',
            })
          }
        />
      </Form.Item>
    ),
  };
}

const columnsOfProductParts = (
  props: ProductPartsProps,
  remove: (row: number) => void,
): ProductPartColumn[] => [
  partSelectColumn(props),
  {
    title: labelOfPartField('quantity'),
    heading: labelOfPartField('quantity'),
    width: 150,
    align: 'right',
    render: (_, { name: row }) => (
      <Form.Item
        name={[row, 'quantity']}
        rules={[
          mustHave(labelOfPartField('quantity')),
          formRuleOfField(ProductPartInput, 'quantity'),
        ]}
      >
        <DecimalInput aria-label={labelOfPartField('quantity')} disabled={props.readOnly} />
      </Form.Item>
    ),
  },
  ...(props.readOnly ? [] : [removeColumn<FormListFieldData>(({ name }) => remove(name))]),
];

/** Bill of materials: parts of a base unit of the product. */
export function ProductParts(props: ProductPartsProps): ReactNode {
  const { readOnly, used } = props;
  return (
    <>
      <Form.Item
        name="kit"
        label={t('product.soldAsKit')}
        valuePropName="checked"
        extra={t('product.kitHint')}
      >
        <Switch disabled={readOnly || used} />
      </Form.Item>
      <PartRows {...props} />
    </>
  );
}

function PartRows(props: ProductPartsProps): ReactNode {
  const { readOnly, onDirty } = props;
  return (
    <Form.List name="parts">
      {(rows, { add, remove }) => (
        <>
          <p>{t('product.partsHint')}</p>
          {rows.length === 0 ? null : (
            <EntryTable<FormListFieldData>
              className="form-table"
              rowKey="key"
              columns={columnsOfProductParts(props, (row) => {
                remove(row);
                onDirty();
              })}
              dataSource={rows}
              scroll={{ x: 620 }}
            />
          )}
          {readOnly ? null : (
            <Button
              type="dashed"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add({ quantity: '1' })}
            >
              {t('product.addPart')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  );
}

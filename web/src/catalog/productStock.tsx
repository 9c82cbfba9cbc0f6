import { ProductStockInput } from '@tradehouse/contract';
import { Alert, Form } from 'antd';
import type { FormInstance, FormListFieldData } from 'antd';
import type { ReactNode } from 'react';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { complaintOfField } from '../record/fieldRules.ts';
import { isBlankValue } from '../record/fieldSchema.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { FillRows } from '../pricing/fillRows.tsx';
import type { ProductDraft, StockDraft } from './productBody.ts';

const table = { id: 'products' };
const columns = ['openingStock', 'openingPrice', 'minimum', 'maximum'] as const;

const titles = {
  openingStock: () => labelOfColumn(table, 'openingStock'),
  openingPrice: () => t('product.openingPrice'),
  minimum: () => t('product.minimum'),
  maximum: () => t('product.maximum'),
} as const;

const rulesOfProductStock = (
  form: FormInstance<ProductDraft>,
  row: number,
  column: (typeof columns)[number],
) => [
  {
    validator: async (_rule: unknown, value: string | undefined): Promise<void> => {
      if (isBlankValue(value)) return;
      const reason = complaintOfField(ProductStockInput, column, value);
      if (reason !== null) throw new Error(reason);
      if (column !== 'maximum') return;
      const { minimum }: StockDraft = form.getFieldValue(['stock', row]);
      if (!isBlankValue(minimum) && Number(minimum) > Number(value))
        throw new Error(t('product.limitsCrossed'));
    },
  },
];

export interface ProductStockProps {
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly onDirty: () => void;
  /** Reason against an opening stock here (serials, lots, attributes); null: allowed. */
  readonly noOpening: string | null;
}

function columnsOfProductStock({
  form,
  readOnly,
  noOpening,
  onDirty,
}: ProductStockProps): EntryColumn<FormListFieldData>[] {
  const stock = (): readonly StockDraft[] => form.getFieldValue('stock');
  const isClosed = (column: string): boolean =>
    readOnly || (noOpening !== null && column.startsWith('opening'));
  const fill = (column: (typeof columns)[number], value: string): void => {
    form.setFieldValue(
      'stock',
      stock().map((one) => ({ ...one, [column]: value })),
    );
    onDirty();
  };
  return [
    {
      title: labelOfColumn(table, 'warehouseName'),
      render: (_, { name: row }) => stock()[row]?.warehouseName,
    },
    ...columns.map((column) => ({
      title: titles[column](),
      heading: titles[column](),
      ...(isClosed(column)
        ? {}
        : {
            fill: <FillRows label={titles[column]()} onFill={(value) => fill(column, value)} />,
          }),
      align: 'right' as const,
      render: (_: unknown, { name: row }: FormListFieldData) => (
        <Form.Item name={[row, column]} rules={rulesOfProductStock(form, row, column)}>
          <DecimalInput aria-label={titles[column]()} disabled={isClosed(column)} />
        </Form.Item>
      ),
    })),
  ];
}

/** Opening stock of a product by warehouse, and its limits. */
export const ProductStock = (props: ProductStockProps): ReactNode => (
  <Form.List name="stock">
    {(rows) => (
      <>
        {props.noOpening === null ? null : (
          <Alert type="info" showIcon title={props.noOpening} className="gap-below" />
        )}
        <EntryTable<FormListFieldData>
          className="form-table"
          rowKey="key"
          columns={columnsOfProductStock(props)}
          dataSource={rows}
          scroll={{ x: 760 }}
        />
      </>
    )}
  </Form.List>
);

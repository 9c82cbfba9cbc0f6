import { Alert, Form } from 'antd';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { DecimalInput, isDecimal } from '../../control/DecimalInput.tsx';
import { isBlank } from '../../page/fieldSchema.ts';
import { labelOf } from '../../page/labels.ts';
import { t } from '../../phrase/index.ts';
import { FillRows } from './fillRows.tsx';
import type { ProductDraft, StockDraft } from './productBody.ts';

const table = { id: 'products' };
const columns = ['openingStock', 'openingPrice', 'minimum', 'maximum'] as const;

const titles = {
  openingStock: () => labelOf(table, 'openingStock'),
  openingPrice: () => t('product.openingPrice'),
  minimum: () => t('product.minimum'),
  maximum: () => t('product.maximum'),
} as const;

const rules = (form: FormInstance<ProductDraft>, row: number, column: (typeof columns)[number]) => [
  {
    validator: async (_rule: unknown, value: string | undefined): Promise<void> => {
      if (isBlank(value)) return;
      if (!isDecimal(String(value)) || String(value).startsWith('-'))
        throw new Error(t('form.notNumber'));
      if (column !== 'maximum') return;
      const { minimum } = form.getFieldValue(['stock', row]) as StockDraft;
      if (!isBlank(minimum) && Number(minimum) > Number(value))
        throw new Error(t('product.limitsCrossed'));
    },
  },
];

export interface ProductStockProps {
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly onDirty: () => void;
  /** Why its first stock comes otherwise (serials, lots, attributes); null: it may be entered here. */
  readonly noOpening: string | null;
}

/** What a product starts with in each warehouse, and between what it should stay there. */
export const ProductStock = ({
  form,
  readOnly,
  noOpening,
  onDirty,
}: ProductStockProps): ReactNode => (
  <Form.List name="stock">
    {(rows) => (
      <div className="barcode-box">
        {noOpening === null ? null : (
          <Alert type="info" showIcon title={noOpening} className="gap-below" />
        )}
        <table className="barcode-table">
          <thead>
            <tr>
              <th>{labelOf(table, 'warehouseName')}</th>
              {columns.map((column) => (
                <th key={column} className="right">
                  {titles[column]()}
                  {readOnly || (noOpening !== null && column.startsWith('opening')) ? null : (
                    <FillRows
                      label={titles[column]()}
                      onFill={(value) => {
                        const all = form.getFieldValue('stock') as readonly StockDraft[];
                        form.setFieldValue(
                          'stock',
                          all.map((one) => ({ ...one, [column]: value })),
                        );
                        onDirty();
                      }}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name: row }) => (
              <tr key={key}>
                <td>{(form.getFieldValue(['stock', row]) as StockDraft).warehouseName}</td>
                {columns.map((column) => (
                  <td key={column}>
                    <Form.Item name={[row, column]} rules={rules(form, row, column)}>
                      <DecimalInput
                        aria-label={titles[column]()}
                        disabled={readOnly || (noOpening !== null && column.startsWith('opening'))}
                      />
                    </Form.Item>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Form.List>
);

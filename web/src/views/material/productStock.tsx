import { Alert, Form } from 'antd';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { DecimalInput, isDecimal } from '../../control/DecimalInput.tsx';
import { isBlank } from '../../page/fieldSchema.ts';
import { labelOf } from '../../page/labels.ts';
import { t } from '../../phrase/index.ts';
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
  /** Serial and lot managed products get their first stock by a receipt. */
  readonly noOpening: boolean;
}

/** What a product starts with in each warehouse, and between what it should stay there. */
export const ProductStock = ({ form, readOnly, noOpening }: ProductStockProps): ReactNode => (
  <Form.List name="stock">
    {(rows) => (
      <div className="barcode-box">
        {noOpening ? (
          <Alert type="info" showIcon title={t('product.noOpening')} className="gap-below" />
        ) : null}
        <table className="barcode-table">
          <thead>
            <tr>
              <th>{labelOf(table, 'warehouseName')}</th>
              {columns.map((column) => (
                <th key={column} className="right">
                  {titles[column]()}
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
                        disabled={readOnly || (noOpening && column.startsWith('opening'))}
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

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { barcodeExists } from '@tradehouse/contract';
import { combinations, isBarcode } from '@tradehouse/domain';
import type { ProductAttribute } from '@tradehouse/domain';
import { Button, Form, Input, Select } from 'antd';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/client.ts';
import { DecimalInput, isDecimal } from '../../control/DecimalInput.tsx';
import { isBlank } from '../../page/fieldSchema.ts';
import { labelOf } from '../../page/labels.ts';
import { t } from '../../phrase/index.ts';
import { FillRows } from './fillRows.tsx';
import type { BarcodeDraft, PriceName, ProductDraft } from './productBody.ts';
import { highestOf, nextCode, prices } from './productBody.ts';

const table = { id: 'products' };

async function isTaken(code: string, id: string | undefined): Promise<boolean> {
  const input = { barCode: code, ...(id === undefined ? {} : { id }) };
  try {
    return (await call(barcodeExists, input, { quiet: true })).status;
  } catch {
    // The save asks again; a question that failed refuses nothing.
    return false;
  }
}

const codeRules = (form: FormInstance<ProductDraft>, row: number) => [
  {
    validator: async (_rule: unknown, value: string | undefined): Promise<void> => {
      const code = value?.trim() ?? '';
      if (!isBarcode(code)) throw new Error(t('product.barcodeDigits'));
      const rows = form.getFieldValue('barcodes') as readonly BarcodeDraft[];
      if (rows.some((other, index) => index !== row && other.code?.trim() === code))
        throw new Error(t('product.barcodeTwice'));
      if (await isTaken(code, rows[row]?.id)) throw new Error(t('form.taken', { name: code }));
    },
  },
];

const priceRules = [
  {
    validator: async (_rule: unknown, value: string | undefined): Promise<void> => {
      if (!isBlank(value) && !/^\d/.test(String(value))) throw new Error(t('form.notNumber'));
      if (!isBlank(value) && !isDecimal(String(value))) throw new Error(t('form.notNumber'));
    },
  },
];

export interface ProductBarcodesProps {
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly onDirty: () => void;
  /** The units of a product that has several, the base unit first; none where it has one. */
  readonly units: readonly string[];
  /** Rows that documents name can't be removed. */
  readonly used: ReadonlySet<string>;
  /** What the product differs in; each row then names one combination. */
  readonly attributes: readonly ProductAttribute[];
  /** It was saved before, so its prices may be set for all rows at once. */
  readonly known: boolean;
}

/** The combinations that no row names. */
const missingOf = (
  attributes: readonly ProductAttribute[],
  rows: readonly BarcodeDraft[],
): readonly string[] =>
  combinations(attributes).filter((one) => !rows.some((row) => row.attributes === one));

interface AddingProps extends ProductBarcodesProps {
  readonly onAdd: (row: BarcodeDraft) => void;
}

/** Adds the next row: any one of a plain product, all that are missing of one with attributes. */
function Adding({ form, attributes, onAdd }: AddingProps): ReactNode {
  const rows = (Form.useWatch('barcodes', { form, preserve: true }) ??
    []) as readonly BarcodeDraft[];
  const missing = missingOf(attributes, rows);
  if (attributes.length > 0 && missing.length === 0) return null;
  const add = (): void => {
    const known = form.getFieldValue('barcodes') as readonly BarcodeDraft[];
    const unit = known[0]?.unit;
    const named = unit === undefined ? {} : { unit };
    let code = highestOf(known);
    for (const combination of attributes.length === 0 ? [undefined] : missing) {
      code = nextCode(code);
      onAdd({ code, ...named, ...(combination === undefined ? {} : { attributes: combination }) });
    }
  };
  return (
    <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={add}>
      {attributes.length === 0
        ? t('product.addBarcode')
        : t('product.missingRows', { n: missing.length })}
    </Button>
  );
}

/** The barcode rows with their six prices; the first names the base unit. */
export function ProductBarcodes(props: ProductBarcodesProps): ReactNode {
  const { form, readOnly, units, used, attributes, known } = props;
  const differs = attributes.length > 0;
  const fill = (price: PriceName, value: string): void => {
    const rows = form.getFieldValue('barcodes') as readonly BarcodeDraft[];
    form.setFieldValue(
      'barcodes',
      rows.map((row) => ({ ...row, [price]: value })),
    );
    props.onDirty();
  };
  return (
    <Form.List name="barcodes">
      {(rows, { add, remove }) => (
        <div className="barcode-box">
          <table className="barcode-table">
            <thead>
              <tr>
                <th>
                  {labelOf(table, 'barcode')}
                  <span className="required"> *</span>
                </th>
                <th>
                  {labelOf(table, 'unit')}
                  <span className="required"> *</span>
                </th>
                {differs ? <th>{t('product.combination')}</th> : null}
                {differs ? <th>{labelOf(table, 'skuCode')}</th> : null}
                {differs ? <th>{labelOf(table, 'outerSkuCode')}</th> : null}
                {prices.map((name) => (
                  <th key={name} className="right">
                    {labelOf(table, name)}
                    {!readOnly && (differs || known) ? (
                      <FillRows
                        label={labelOf(table, name)}
                        onFill={(value) => fill(name, value)}
                      />
                    ) : null}
                  </th>
                ))}
                <th aria-label={t('act.remove')} />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name: row }) => {
                const id = form.getFieldValue(['barcodes', row, 'id']) as string | undefined;
                return (
                  <tr key={key}>
                    <td>
                      <Form.Item
                        name={[row, 'code']}
                        rules={codeRules(form, row)}
                        validateDebounce={500}
                      >
                        <Input
                          aria-label={labelOf(table, 'barcode')}
                          disabled={readOnly}
                          inputMode="numeric"
                          autoComplete="off"
                        />
                      </Form.Item>
                    </td>
                    <td>
                      <Form.Item
                        name={[row, 'unit']}
                        rules={[{ required: true, message: t('product.unitMissing') }]}
                      >
                        {units.length > 0 && row > 1 ? (
                          <Select
                            aria-label={labelOf(table, 'unit')}
                            disabled={readOnly || (id !== undefined && used.has(id))}
                            options={units.map((unit) => ({ value: unit, label: unit }))}
                          />
                        ) : (
                          <Input
                            aria-label={labelOf(table, 'unit')}
                            disabled={readOnly || units.length > 0 || row === 0 || differs}
                            maxLength={10}
                          />
                        )}
                      </Form.Item>
                    </td>
                    {differs ? (
                      <td className="combination">
                        {form.getFieldValue(['barcodes', row, 'attributes']) as string}
                      </td>
                    ) : null}
                    {differs
                      ? (['skuCode', 'outerSkuCode'] as const).map((code) => (
                          <td key={code}>
                            <Form.Item name={[row, code]}>
                              <Input
                                aria-label={labelOf(table, code)}
                                disabled={readOnly}
                                maxLength={60}
                              />
                            </Form.Item>
                          </td>
                        ))
                      : null}
                    {prices.map((price) => (
                      <td key={price}>
                        <Form.Item name={[row, price]} rules={priceRules}>
                          <DecimalInput aria-label={labelOf(table, price)} disabled={readOnly} />
                        </Form.Item>
                      </td>
                    ))}
                    <td>
                      <Button
                        type="text"
                        aria-label={t('act.remove')}
                        icon={<DeleteOutlined aria-hidden />}
                        disabled={
                          readOnly ||
                          (row === 0 && !differs) ||
                          rows.length === 1 ||
                          (id !== undefined && used.has(id))
                        }
                        onClick={() => remove(row)}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {readOnly ? null : <Adding {...props} onAdd={add} />}
        </div>
      )}
    </Form.List>
  );
}

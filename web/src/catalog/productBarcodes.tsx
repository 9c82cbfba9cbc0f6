import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { barcodeExists, BarcodeInput } from '@tradehouse/contract';
import { combineAttributeValues, isBarcode, nextBarcode } from '@tradehouse/domain';
import type { ProductAttribute } from '@tradehouse/domain';
import { Button, Form, Input, Select } from 'antd';
import type { FormInstance, FormListFieldData } from 'antd';
import type { ReactNode } from 'react';
import { actsTitle } from '../control/actsTitle.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { callEndpoint } from '../app/net/client.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { formRuleOfField } from '../record/fieldRules.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { FillRows } from '../pricing/fillRows.tsx';
import type { BarcodeDraft, ProductPriceName, ProductDraft } from './productBody.ts';
import { highestOf, prices } from './productBody.ts';

const table = { id: 'products' };

async function isBarcodeInUse(code: string, id: string | undefined): Promise<boolean> {
  const input = { barCode: code, ...(id === undefined ? {} : { id }) };
  try {
    return (await callEndpoint(barcodeExists, input, { quiet: true })).status;
  } catch {
    // The save checks again; a failed check refuses nothing.
    return false;
  }
}

const codeRules = (form: FormInstance<ProductDraft>, row: number) => [
  {
    validator: async (_rule: unknown, value: string | undefined): Promise<void> => {
      const code = value?.trim() ?? '';
      if (!isBarcode(code)) throw new Error(t('product.barcodeDigits'));
      const rows: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
      if (rows.some((other, index) => index !== row && other.code?.trim() === code))
        throw new Error(t('product.barcodeTwice'));
      if (await isBarcodeInUse(code, rows[row]?.id))
        throw new Error(t('form.taken', { name: code }));
    },
  },
];

/** Every price of a barcode is declared alike. */
const priceRules = [formRuleOfField(BarcodeInput, 'salePrice')];

export interface ProductBarcodesProps {
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly onDirty: () => void;
  /** Units of a product with several, base unit first; otherwise empty. */
  readonly units: readonly string[];
  /** Rows named by documents, not removable. */
  readonly used: ReadonlySet<string>;
  /** Attributes of the product; each row names one combination. */
  readonly attributes: readonly ProductAttribute[];
  /** Saved before, so prices may be set for all rows at once. */
  readonly known: boolean;
}

/** Combinations without a row. */
const listMissingCombinations = (
  attributes: readonly ProductAttribute[],
  rows: readonly BarcodeDraft[],
): readonly string[] =>
  combineAttributeValues(attributes).filter((one) => !rows.some((row) => row.attributes === one));

interface AddingProps extends ProductBarcodesProps {
  readonly onAdd: (row: BarcodeDraft) => void;
}

/** Adds the next row of a plain product, or all missing combinations. */
function BarcodeAddButton({ form, attributes, onAdd }: AddingProps): ReactNode {
  const rows: readonly BarcodeDraft[] = Form.useWatch('barcodes', { form, preserve: true }) ?? [];
  const missing = listMissingCombinations(attributes, rows);
  if (attributes.length > 0 && missing.length === 0) return null;
  const add = (): void => {
    const known: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
    const unit = known[0]?.unit;
    const named = unit === undefined ? {} : { unit };
    let code = highestOf(known, form.getFieldValue('highest'));
    for (const combination of attributes.length === 0 ? [undefined] : missing) {
      code = nextBarcode(code);
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

/** Rows named by documents, and the base unit's, cannot be removed. */
const staysIn = (
  { form, readOnly, used, attributes }: ProductBarcodesProps,
  row: number,
  count: number,
): boolean => {
  const id: string | undefined = form.getFieldValue(['barcodes', row, 'id']);
  const isBase = row === 0 && attributes.length === 0;
  return readOnly || isBase || count === 1 || (id !== undefined && used.has(id));
};

/** The base unit is named beside the product's name; of several units any may have further barcodes. */
function UnitInput({ row, ...props }: ProductBarcodesProps & { readonly row: number }): ReactNode {
  const { form, readOnly, units, used, attributes } = props;
  const id: string | undefined = form.getFieldValue(['barcodes', row, 'id']);
  const label = labelOfColumn(table, 'unit');
  return (
    <Form.Item
      name={[row, 'unit']}
      rules={[
        { required: true, message: t('form.missing', { name: labelOfColumn(table, 'unit') }) },
      ]}
    >
      {units.length > 0 && row > 1 ? (
        <Select
          aria-label={label}
          disabled={readOnly || (id !== undefined && used.has(id))}
          options={units.map((unit) => ({ value: unit, label: unit }))}
        />
      ) : (
        <Input
          aria-label={label}
          disabled={readOnly || units.length > 0 || row === 0 || attributes.length > 0}
          maxLength={10}
        />
      )}
    </Form.Item>
  );
}

const renderRequiredLabel = (name: string): ReactNode => (
  <>
    {labelOfColumn(table, name)}
    <span className="required"> *</span>
  </>
);

type BarcodeColumn = EntryColumn<FormListFieldData>;

/** Columns for the combination of a row. */
const combinationColumns = ({ form, readOnly }: ProductBarcodesProps): BarcodeColumn[] => [
  {
    title: t('product.combination'),
    width: 140,
    render: (_, { name: row }): string => form.getFieldValue(['barcodes', row, 'attributes']),
  },
  ...(['skuCode', 'outerSkuCode'] as const).map((code) => ({
    title: labelOfColumn(table, code),
    width: 120,
    render: (_: unknown, { name: row }: FormListFieldData) => (
      <Form.Item name={[row, code]}>
        <Input aria-label={labelOfColumn(table, code)} disabled={readOnly} maxLength={60} />
      </Form.Item>
    ),
  })),
];

/** Columns of the six prices; with many rows, filled at once. */
function priceColumns({
  form,
  readOnly,
  attributes,
  known,
  onDirty,
}: ProductBarcodesProps): BarcodeColumn[] {
  const fills = !readOnly && (attributes.length > 0 || known);
  const fill = (price: ProductPriceName, value: string): void => {
    const rows: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
    form.setFieldValue(
      'barcodes',
      rows.map((row) => ({ ...row, [price]: value })),
    );
    onDirty();
  };
  return prices.map((price) => ({
    title: labelOfColumn(table, price),
    heading: labelOfColumn(table, price),
    ...(fills
      ? {
          fill: (
            <FillRows label={labelOfColumn(table, price)} onFill={(value) => fill(price, value)} />
          ),
        }
      : {}),
    align: 'right' as const,
    render: (_: unknown, { name: row }: FormListFieldData) => (
      <Form.Item name={[row, price]} rules={priceRules}>
        <DecimalInput aria-label={labelOfColumn(table, price)} disabled={readOnly} />
      </Form.Item>
    ),
  }));
}

const columnsOfProductBarcodes = (
  props: ProductBarcodesProps,
  count: number,
  remove: (row: number) => void,
): BarcodeColumn[] => [
  {
    title: renderRequiredLabel('barcode'),
    heading: labelOfColumn(table, 'barcode'),
    width: 170,
    render: (_, { name: row }) => (
      <Form.Item name={[row, 'code']} rules={codeRules(props.form, row)} validateDebounce={500}>
        <Input
          aria-label={labelOfColumn(table, 'barcode')}
          disabled={props.readOnly}
          inputMode="numeric"
          autoComplete="off"
        />
      </Form.Item>
    ),
  },
  {
    title: renderRequiredLabel('unit'),
    heading: labelOfColumn(table, 'unit'),
    width: 88,
    render: (_, { name: row }) => <UnitInput {...props} row={row} />,
  },
  ...(props.attributes.length > 0 ? combinationColumns(props) : []),
  ...priceColumns(props),
  {
    title: actsTitle(),
    width: 48,
    render: (_, { name: row }) => (
      <IconButton
        label={t('act.remove')}
        icon={<DeleteOutlined aria-hidden />}
        disabled={staysIn(props, row, count)}
        onClick={() => remove(row)}
      />
    ),
  },
];

/** The barcode rows with their six prices; the first names the base unit. */
export const ProductBarcodes = (props: ProductBarcodesProps): ReactNode => (
  <Form.List name="barcodes">
    {(rows, { add, remove }) => (
      <>
        <EntryTable<FormListFieldData>
          className="form-table"
          rowKey="key"
          columns={columnsOfProductBarcodes(props, rows.length, remove)}
          dataSource={rows}
          scroll={{ x: props.attributes.length > 0 ? 1360 : 1000 }}
        />
        {props.readOnly ? null : <BarcodeAddButton {...props} onAdd={add} />}
      </>
    )}
  </Form.List>
);

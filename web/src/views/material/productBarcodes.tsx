import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { barcodeExists, BarcodeInput } from '@tradehouse/contract';
import { combinations, isBarcode } from '@tradehouse/domain';
import type { ProductAttribute } from '@tradehouse/domain';
import { Button, Form, Input, Select } from 'antd';
import type { FormInstance, FormListFieldData } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../../control/IconButton.tsx';
import { call } from '../../app/net/client.ts';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { EntryTable } from '../../control/EntryTable.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { declared } from '../../record/fieldRules.ts';
import { labelOf } from '../../record/labels.ts';
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
      const rows: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
      if (rows.some((other, index) => index !== row && other.code?.trim() === code))
        throw new Error(t('product.barcodeTwice'));
      if (await isTaken(code, rows[row]?.id)) throw new Error(t('form.taken', { name: code }));
    },
  },
];

/** Every price of a barcode is declared alike. */
const priceRules = [declared(BarcodeInput, 'salePrice')];

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
  const rows: readonly BarcodeDraft[] = Form.useWatch('barcodes', { form, preserve: true }) ?? [];
  const missing = missingOf(attributes, rows);
  if (attributes.length > 0 && missing.length === 0) return null;
  const add = (): void => {
    const known: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
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

/** What documents name stays, and so does the row of the base unit. */
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
  const label = labelOf(table, 'unit');
  return (
    <Form.Item
      name={[row, 'unit']}
      rules={[{ required: true, message: t('form.missing', { name: labelOf(table, 'unit') }) }]}
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

const marked = (name: string): ReactNode => (
  <>
    {labelOf(table, name)}
    <span className="required"> *</span>
  </>
);

type Column = EntryColumn<FormListFieldData>;

/** What a row of a product with attributes says of its combination. */
const combinationColumns = ({ form, readOnly }: ProductBarcodesProps): Column[] => [
  {
    title: t('product.combination'),
    width: 140,
    render: (_, { name: row }): string => form.getFieldValue(['barcodes', row, 'attributes']),
  },
  ...(['skuCode', 'outerSkuCode'] as const).map((code) => ({
    title: labelOf(table, code),
    width: 120,
    render: (_: unknown, { name: row }: FormListFieldData) => (
      <Form.Item name={[row, code]}>
        <Input aria-label={labelOf(table, code)} disabled={readOnly} maxLength={60} />
      </Form.Item>
    ),
  })),
];

/** The six prices; those of many rows are filled at once. */
function priceColumns({
  form,
  readOnly,
  attributes,
  known,
  onDirty,
}: ProductBarcodesProps): Column[] {
  const fills = !readOnly && (attributes.length > 0 || known);
  const fill = (price: PriceName, value: string): void => {
    const rows: readonly BarcodeDraft[] = form.getFieldValue('barcodes');
    form.setFieldValue(
      'barcodes',
      rows.map((row) => ({ ...row, [price]: value })),
    );
    onDirty();
  };
  return prices.map((price) => ({
    title: labelOf(table, price),
    heading: labelOf(table, price),
    ...(fills
      ? { fill: <FillRows label={labelOf(table, price)} onFill={(value) => fill(price, value)} /> }
      : {}),
    align: 'right' as const,
    render: (_: unknown, { name: row }: FormListFieldData) => (
      <Form.Item name={[row, price]} rules={priceRules}>
        <DecimalInput aria-label={labelOf(table, price)} disabled={readOnly} />
      </Form.Item>
    ),
  }));
}

const columnsOf = (
  props: ProductBarcodesProps,
  count: number,
  remove: (row: number) => void,
): Column[] => [
  {
    title: marked('barcode'),
    heading: labelOf(table, 'barcode'),
    width: 170,
    render: (_, { name: row }) => (
      <Form.Item name={[row, 'code']} rules={codeRules(props.form, row)} validateDebounce={500}>
        <Input
          aria-label={labelOf(table, 'barcode')}
          disabled={props.readOnly}
          inputMode="numeric"
          autoComplete="off"
        />
      </Form.Item>
    ),
  },
  {
    title: marked('unit'),
    heading: labelOf(table, 'unit'),
    width: 88,
    render: (_, { name: row }) => <UnitInput {...props} row={row} />,
  },
  ...(props.attributes.length > 0 ? combinationColumns(props) : []),
  ...priceColumns(props),
  {
    title: '',
    onHeaderCell: () => ({ 'aria-label': t('act.remove') }),
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
          columns={columnsOf(props, rows.length, remove)}
          dataSource={rows}
          scroll={{ x: props.attributes.length > 0 ? 1360 : 1000 }}
        />
        {props.readOnly ? null : <Adding {...props} onAdd={add} />}
      </>
    )}
  </Form.List>
);

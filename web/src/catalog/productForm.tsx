import type { FileName, ProductInfo } from '@tradehouse/contract';
import { MOST_FILES, highestBarcode, myWarehouses, products } from '@tradehouse/contract';
import { nextBarcode } from '@tradehouse/domain';
import type { FormInstance, TabsProps } from 'antd';
import { Form, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { isDecimal } from '../control/DecimalInput.tsx';
import { Pictures } from '../control/Pictures.tsx';
import { isBlankValue } from '../record/fieldSchema.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import { RecordModal } from '../record/RecordModal.tsx';
import { firstWrong, goToField } from '../record/saving.ts';
import { useRecordSaving } from '../record/useRecordSaving.ts';
import type { FieldPath } from '../record/useRecordSaving.ts';
import { t } from '../phrase/index.ts';
import type { Units } from './productBasic.tsx';
import { Basic, FurtherFields, useUnits } from './productBasic.tsx';
import { ProductBarcodes } from './productBarcodes.tsx';
import type { BarcodeDraft, ProductPriceName, ProductDraft } from './productBody.ts';
import { prices, priceTimes, productBody } from './productBody.ts';
import { productFacts } from './productFacts.ts';
import { ProductParts } from './productParts.tsx';
import { ProductStock } from './productStock.tsx';
import { ProductSuppliers } from './productSuppliers.tsx';
import { tabsLocale } from '../control/tabsLocale.ts';

interface ProductFormStart {
  readonly info: ProductInfo | null;
  readonly draft: ProductDraft;
}

/** Initial state of the form: the product, a copy with new barcodes, or empty with the next barcode. */
async function loadProductFormStart(
  id: string | null,
  copyOf: string | null,
): Promise<ProductFormStart> {
  const from = id ?? copyOf;
  const [info, { barCode: highest }, warehouses] = await Promise.all([
    from === null ? null : callEndpoint(products.infoCall, { id: from }),
    callEndpoint(highestBarcode, {}),
    from === null ? callEndpoint(myWarehouses, {}) : [],
  ]);
  if (info === null) {
    const stock = warehouses.map((one) => ({ warehouseId: one.id, warehouseName: one.name }));
    const code = nextBarcode(highest);
    return {
      info,
      draft: {
        several: false,
        attributes: [],
        images: [],
        barcodes: [{ code }],
        highest,
        stock,
        suppliers: [],
        parts: [],
      },
    };
  }
  const several = info.unitId !== null;
  if (id !== null) return { info, draft: { ...info, several, highest } };
  let code = highest;
  const barcodes = info.barcodes.map((row): BarcodeDraft => {
    code = nextBarcode(code);
    const { id: _id, ...rest } = row;
    return { ...rest, code };
  });
  const stock = info.stock.map(({ warehouseId, warehouseName }) => ({
    warehouseId,
    warehouseName,
  }));
  return { info: null, draft: { ...info, several, images: [], barcodes, highest, stock } };
}

/** Applies a base unit price to the bigger units, times their ratio. */
function spreadBaseUnitPrice(
  form: FormInstance<ProductDraft>,
  changed: readonly (BarcodeDraft | undefined)[],
  units: Units | undefined,
): void {
  const [first] = changed;
  const { unitId, barcodes }: ProductDraft = form.getFieldsValue(true);
  const group = units?.find(({ id }) => id === unitId);
  const price = prices.find((name) => first !== undefined && name in first);
  const value = price === undefined ? undefined : first?.[price];
  if (group === undefined || price === undefined || isBlankValue(value) || !isDecimal(value ?? ''))
    return;
  const next = barcodes.map((row, index) => {
    const ratio = group.units.find(({ unit }) => unit === row.unit)?.ratio;
    return index === 0 || ratio === undefined
      ? row
      : { ...row, [price satisfies ProductPriceName]: priceTimes(value ?? '0', ratio) };
  });
  form.setFieldValue('barcodes', next);
}

/** Tab that contains the field at a path. */
const tabWith = ([field]: FieldPath): string =>
  field === 'kit' ? 'parts' : (['images', 'parts'].find((tab) => tab === field) ?? 'basic');

const FormPart = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode => (
  <section aria-label={title} className="product-part">
    <h3>{title}</h3>
    {children}
  </section>
);

const ProductPictures = ({
  value = [],
  onChange,
  readOnly,
}: {
  readonly value?: readonly FileName[];
  readonly onChange?: (files: readonly FileName[]) => void;
  readonly readOnly: boolean;
}): ReactNode => (
  <Pictures
    value={value}
    onChange={(files) => onChange?.(files)}
    biz="material"
    most={MOST_FILES}
    readOnly={readOnly}
  />
);

interface ProductFormBodyProps {
  readonly begin: ProductFormStart;
  readonly onDirty: () => void;
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

type Tabbed = NonNullable<TabsProps['items']>;

// Fields of an unopened tab exist too: they are checked and saved.
const tabOf = (key: string, label: string, children: ReactNode): Tabbed[number] => ({
  key,
  label,
  children,
  forceRender: true,
});

/** Tabs of the form. A product's unit and attributes determine further tabs. */
function useProductFormTabs(props: ProductFormBodyProps, units: Units | undefined): Tabbed {
  const { begin, form, readOnly, onDirty } = props;
  const { info } = begin;
  const several = Form.useWatch('several', form) ?? begin.draft.several;
  const unitId = Form.useWatch('unitId', form) ?? begin.draft.unitId;
  const group = several ? units?.find((one) => one.id === unitId)?.units : undefined;
  const serial = Form.useWatch('serialManaged', form) === true;
  const lot = Form.useWatch('lotManaged', form) === true;
  const attributes = Form.useWatch('attributes', form) ?? begin.draft.attributes;
  const used = new Set(info?.barcodes.filter((row) => row.used).map((row) => row.id));
  const noOpening =
    attributes.length > 0
      ? t('product.noOpeningAttributes')
      : serial || lot
        ? t('product.noOpening')
        : null;
  return [
    tabOf(
      'basic',
      t('product.basic'),
      <>
        <Basic form={form} info={info} units={units} readOnly={readOnly} />
        <FormPart title={t('product.barcodes')}>
          <ProductBarcodes
            form={form}
            readOnly={readOnly}
            units={(group ?? []).map(({ unit }) => unit)}
            used={used}
            attributes={attributes}
            known={info !== null}
            onDirty={onDirty}
          />
        </FormPart>
        <FormPart title={t('product.stock')}>
          <ProductStock form={form} readOnly={readOnly} onDirty={onDirty} noOpening={noOpening} />
        </FormPart>
        <FormPart title={labelOfColumn({ id: 'products' }, 'suppliers')}>
          <ProductSuppliers form={form} readOnly={readOnly} onDirty={onDirty} />
        </FormPart>
        <FormPart title={t('product.more')}>
          <FurtherFields form={form} info={info} units={units} readOnly={readOnly} />
        </FormPart>
      </>,
    ),
    tabOf(
      'parts',
      labelOfColumn({ id: 'products' }, 'parts'),
      <ProductParts form={form} readOnly={readOnly} used={info?.used === true} onDirty={onDirty} />,
    ),
    tabOf(
      'images',
      t('product.pictures'),
      <Form.Item
        name="images"
        extra={readOnly ? null : t('product.picturesHint', { most: MOST_FILES })}
      >
        <ProductPictures readOnly={readOnly} />
      </Form.Item>,
    ),
  ];
}

function ProductFormBody(props: ProductFormBodyProps): ReactNode {
  const { begin, form, tab, onTab, onDirty } = props;
  const { data: units } = useUnits();
  const items = useProductFormTabs(props, units);
  return (
    <Form<ProductDraft>
      form={form}
      layout="vertical"
      initialValues={begin.draft}
      onValuesChange={(changed: Partial<ProductDraft>) => {
        onDirty();
        if (changed.barcodes !== undefined) spreadBaseUnitPrice(form, changed.barcodes, units);
      }}
    >
      <Tabs locale={tabsLocale()} items={items} activeKey={tab} onChange={onTab} />
    </Form>
  );
}

/** Saves the product from its form, based on `read`. */
async function saveProduct(
  id: string | null,
  draft: ProductDraft,
  key: string,
  read: ProductFormStart | undefined,
): Promise<void> {
  const info = read?.info ?? null;
  const body = productBody(draft, info);
  const once = { key, quiet: true };
  if (id === null) await callEndpoint(products.add, body, once);
  else await callEndpoint(products.update, { ...body, id, version: info?.version ?? 0 }, once);
}

/** State of the form: front tab, product and save function. */
function useProduct({ id, copyOf = null, onClose }: RecordFormProps) {
  const [form] = Form.useForm<ProductDraft>();
  const [tab, setTab] = useState('basic');
  const may = useMay();
  const { page } = useTab();
  const readOnly = !may(page.url, '1');
  const record = useReadOnce(['info', 'product', id, copyOf], () =>
    loadProductFormStart(id, copyOf),
  );

  /** Brings the tab of a field to the front, and the field into sight. */
  const show = (path: FieldPath): void => {
    flushSync(() => setTab(tabWith(path)));
    goToField(form, path);
  };
  const check = async (): Promise<ProductDraft | null> => {
    try {
      await form.validateFields();
    } catch (refused) {
      show(firstWrong(refused));
      return null;
    }
    const draft: ProductDraft = form.getFieldsValue(true);
    if (draft.attributes.some(({ values }) => values.length === 0)) {
      setTab('basic');
      return null;
    }
    if (draft.several && draft.barcodes.length < 2) {
      setTab('basic');
      getNotices().message.warning(t('product.severalRows'));
      return null;
    }
    return draft;
  };
  const saving = useRecordSaving<ProductDraft, void, ProductFormStart>({
    form,
    readOnly,
    record,
    begin: (read) => read?.draft ?? {},
    facts: productFacts(),
    check,
    has: (path) => form.getFieldInstance(path) !== undefined,
    show,
    write: (draft, key, read) => saveProduct(id, draft, key, read),
    onSaved: () => onClose(true),
  });
  return { form, tab, setTab, readOnly, begin: record.data, saving };
}

/** Product form: name, unit, barcodes with prices and opening stock first, then the rarely used. */
export function ProductForm(props: RecordFormProps): ReactNode {
  const { id, onClose } = props;
  const { form, tab, setTab, readOnly, begin, saving } = useProduct(props);
  return (
    <RecordModal
      title={t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', {
        name: t('record.product'),
      })}
      width={1200}
      className="tabbed"
      dirty={saving.dirty}
      loading={begin === undefined}
      busy={saving.busy}
      readOnly={readOnly}
      refusal={saving.refusal}
      onSave={saving.save}
      onClose={() => onClose(false)}
    >
      {begin === undefined ? null : (
        <ProductFormBody
          begin={begin}
          form={form}
          readOnly={readOnly}
          tab={tab}
          onTab={setTab}
          onDirty={saving.touch}
        />
      )}
    </RecordModal>
  );
}

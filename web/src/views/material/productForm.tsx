import type { FileName, ProductInfo } from '@tradehouse/contract';
import { MOST_FILES, highestBarcode, myWarehouses, products } from '@tradehouse/contract';
import type { FormInstance, TabsProps } from 'antd';
import { Form, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { outdate } from '../../app/net/query.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { isDecimal } from '../../control/DecimalInput.tsx';
import { Pictures } from '../../control/Pictures.tsx';
import { isBlank } from '../../record/fieldSchema.ts';
import type { FormProps } from '../../record/listTypes.ts';
import { meetConflict } from '../../record/conflict.ts';
import { sidesOf } from '../../record/recordFacts.ts';
import { RecordModal } from '../../record/RecordModal.tsx';
import { firstWrong, goToField, useSaving } from '../../record/saving.ts';
import { t } from '../../phrase/index.ts';
import type { Units } from './productBasic.tsx';
import { Basic, useUnits } from './productBasic.tsx';
import { ProductBarcodes } from './productBarcodes.tsx';
import type { BarcodeDraft, PriceName, ProductDraft } from './productBody.ts';
import { nextCode, prices, priceTimes, productBody } from './productBody.ts';
import { productFacts } from './productFacts.ts';
import { ProductStock } from './productStock.tsx';

interface Beginning {
  readonly info: ProductInfo | null;
  readonly draft: ProductDraft;
}

/** What the form starts with: the product, a copy with new barcodes, or an empty one with the next barcode. */
async function beginning(id: string | null, copyOf: string | null): Promise<Beginning> {
  const from = id ?? copyOf;
  const [info, highest, warehouses] = await Promise.all([
    from === null ? null : call(products.infoCall, { id: from }),
    id === null ? call(highestBarcode, {}) : null,
    from === null ? call(myWarehouses, {}) : [],
  ]);
  if (info === null) {
    const stock = warehouses.map((one) => ({ warehouseId: one.id, warehouseName: one.name }));
    const code = nextCode(highest?.barCode ?? '');
    return {
      info,
      draft: { several: false, attributes: [], images: [], barcodes: [{ code }], stock },
    };
  }
  const several = info.unitId !== null;
  if (id !== null) return { info, draft: { ...info, several } };
  let code = highest?.barCode ?? '';
  const barcodes = info.barcodes.map((row): BarcodeDraft => {
    code = nextCode(code);
    const { id: _id, ...rest } = row;
    return { ...rest, code };
  });
  const stock = info.stock.map(({ warehouseId, warehouseName }) => ({
    warehouseId,
    warehouseName,
  }));
  return { info: null, draft: { ...info, several, images: [], barcodes, stock } };
}

/** A price typed for the base unit goes to the bigger units, times what they hold. */
function spread(
  form: FormInstance<ProductDraft>,
  changed: readonly (BarcodeDraft | undefined)[],
  units: Units | undefined,
): void {
  const [first] = changed;
  const { unitId, barcodes } = form.getFieldsValue(true) as ProductDraft;
  const group = units?.find(({ id }) => id === unitId);
  const price = prices.find((name) => first !== undefined && name in first);
  const value = price === undefined ? undefined : first?.[price];
  if (group === undefined || price === undefined || isBlank(value) || !isDecimal(value ?? ''))
    return;
  const next = barcodes.map((row, index) => {
    const ratio = group.units.find(({ unit }) => unit === row.unit)?.ratio;
    return index === 0 || ratio === undefined
      ? row
      : { ...row, [price satisfies PriceName]: priceTimes(value ?? '0', ratio) };
  });
  form.setFieldValue('barcodes', next);
}

/** The first tab that holds a field by this path. */
const tabOf = (path: readonly unknown[]): string =>
  ['stock', 'barcodes', 'images'].find((tab) => path[0] === tab) ?? 'basic';

/** The pictures, as a field of the form. */
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

interface BodyProps {
  readonly begin: Beginning;
  readonly id: string | null;
  readonly onDirty: () => void;
  readonly form: FormInstance<ProductDraft>;
  readonly readOnly: boolean;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

function Body({ begin, form, readOnly, tab, onTab, onDirty }: BodyProps): ReactNode {
  const { info } = begin;
  const { data: units } = useUnits();
  const several = Form.useWatch('several', form) ?? begin.draft.several;
  const unitId = Form.useWatch('unitId', form) ?? begin.draft.unitId;
  const group = several ? units?.find((one) => one.id === unitId)?.units : undefined;
  const serial = Form.useWatch('serialManaged', form) === true;
  const lot = Form.useWatch('lotManaged', form) === true;
  const attributes = Form.useWatch('attributes', form) ?? begin.draft.attributes;
  const used = new Set(info?.barcodes.filter((row) => row.used).map((row) => row.id));
  const items: NonNullable<TabsProps['items']> = [
    {
      key: 'basic',
      label: t('product.basic'),
      forceRender: true,
      children: <Basic form={form} info={info} units={units} readOnly={readOnly} />,
    },
    {
      key: 'barcodes',
      label: t('product.barcodes'),
      forceRender: true,
      children: (
        <ProductBarcodes
          form={form}
          readOnly={readOnly}
          units={(group ?? []).map(({ unit }) => unit)}
          used={used}
          attributes={attributes}
          known={info !== null}
          onDirty={onDirty}
        />
      ),
    },
    {
      key: 'stock',
      label: t('product.stock'),
      forceRender: true,
      children: (
        <ProductStock
          form={form}
          readOnly={readOnly}
          onDirty={onDirty}
          noOpening={
            attributes.length > 0
              ? t('product.noOpeningAttributes')
              : serial || lot
                ? t('product.noOpening')
                : null
          }
        />
      ),
    },
    {
      key: 'images',
      label: t('product.pictures'),
      forceRender: true,
      children: (
        <Form.Item
          name="images"
          extra={readOnly ? null : t('product.picturesHint', { most: MOST_FILES })}
        >
          <ProductPictures readOnly={readOnly} />
        </Form.Item>
      ),
    },
  ];
  return (
    <Form<ProductDraft>
      form={form}
      layout="vertical"
      initialValues={begin.draft}
      onValuesChange={(changed: Partial<ProductDraft>) => {
        onDirty();
        if (changed.barcodes !== undefined) spread(form, changed.barcodes, units);
      }}
    >
      <Tabs items={items} activeKey={tab} onChange={onTab} />
    </Form>
  );
}

/** The product form: what it is, its barcodes with six prices each, and its stock in each warehouse. */
export function ProductForm({ id, copyOf = null, onClose }: FormProps): ReactNode {
  const [form] = Form.useForm<ProductDraft>();
  const [tab, setTab] = useState('basic');
  const [dirty, setDirty] = useState(false);
  const saving = useSaving();
  const may = useMay();
  const { page } = useTab();
  const readOnly = !may(page.url, '1');
  const { timeZone } = useSettings();
  const record = useReadOnce(['info', 'product', id, copyOf], () => beginning(id, copyOf));
  const begin = record.data;

  /** Brings the tab of a field to the front, and the field into sight. */
  const show = (name: readonly (string | number)[]): void => {
    flushSync(() => setTab(tabOf(name)));
    goToField(form, name);
  };

  const facts = ({ draft }: Beginning) =>
    sidesOf(productFacts(), begin?.draft ?? draft, draft, form.getFieldsValue(true));
  const onTheirs = ({ draft }: Beginning): void => {
    form.setFieldsValue(draft as never);
    setDirty(false);
  };

  const save = async (): Promise<void> => {
    if (readOnly || begin === undefined) return;
    try {
      await form.validateFields();
    } catch (refused) {
      show(firstWrong(refused));
      return;
    }
    const draft = form.getFieldsValue(true) as ProductDraft;
    if (draft.attributes.some(({ values }) => values.length === 0)) {
      setTab('basic');
      return;
    }
    if (draft.several && draft.barcodes.length < 2) {
      setTab('barcodes');
      notices().message.warning(t('product.severalRows'));
      return;
    }
    const saved = await saving.run(
      (key, { info }: Beginning = begin) => {
        const body = productBody(draft, info);
        const version = info?.version ?? 0;
        return id === null
          ? call(products.add, body, { key, quiet: true })
          : call(products.update, { ...body, id, version }, { key, quiet: true });
      },
      (field, message) => {
        const path = field.split(/[.[\]]+/).filter((part) => part !== '');
        const name = path.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
        if (form.getFieldInstance(name as never) === undefined) return false;
        form.setFields([{ name: name as never, errors: [message] }]);
        show(name);
        return true;
      },
      (by) => meetConflict({ record, timeZone, facts, onTheirs }, by),
    );
    if (!saved) return;
    notices().message.success(t('form.saved'));
    void outdate(['choices']);
    onClose(true);
  };

  return (
    <RecordModal
      title={t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', {
        name: t('record.product'),
      })}
      width={1200}
      className="tabbed"
      dirty={dirty}
      loading={begin === undefined}
      busy={saving.busy}
      readOnly={readOnly}
      refusal={saving.refusal}
      onSave={() => void save()}
      onClose={() => onClose(false)}
    >
      {begin === undefined ? null : (
        <Body
          begin={begin}
          id={id}
          form={form}
          readOnly={readOnly}
          tab={tab}
          onTab={setTab}
          onDirty={() => setDirty(true)}
        />
      )}
    </RecordModal>
  );
}

import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { priceLists } from '@tradehouse/contract';
import { priceListBases } from '@tradehouse/domain';
import type { PriceListBase } from '@tradehouse/domain';
import { Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { DecimalInput, isDecimal } from '../../control/DecimalInput.tsx';
import { parseWholeNumber } from '../../control/fieldNumber.ts';
import { FormModal } from '../../record/FormModal.tsx';
import { choiceOf, labelOf } from '../../record/labels.ts';
import type { FormProps } from '../../record/listTypes.ts';
import type { FactField } from '../../record/recordFacts.ts';
import { t } from '../../phrase/index.ts';
import { ListPrices } from './listPrices.tsx';
import type { ListPriceLine } from './listPrices.tsx';

interface Values {
  readonly name: string;
  readonly base: PriceListBase;
  readonly discountRate?: string;
  readonly sort?: number;
  readonly remark?: string;
  /** Null for anyone who may not see them. */
  readonly prices: readonly ListPriceLine[] | null;
}

type Info = ReplyOf<typeof priceLists.infoCall> | null;

const label = (name: string): string => labelOf(priceLists.table, name);

const facts: readonly FactField[] = [
  ...['name', 'base', 'discountRate', 'remark'].map((name) => ({ name, label: label(name) })),
  {
    name: 'prices',
    label: t('priceList.prices'),
    row: { called: 'barcode', parts: [{ name: 'price', label: t('priceList.price') }] },
  },
];

const valuesOf = (info: Info | undefined): object => ({
  base: 'none',
  discountRate: '0',
  prices: [],
  ...info,
});

/** The list as the call takes it. */
const fieldsOf = ({ prices, ...rest }: Values): InputOf<typeof priceLists.add> => ({
  name: rest.name.trim(),
  base: rest.base,
  discountRate: rest.base === 'none' ? '0' : (rest.discountRate ?? '0'),
  sort: rest.sort ?? 0,
  remark: rest.remark ?? '',
  ...(prices === null
    ? {}
    : { prices: prices.map(({ barcodeId, price }) => ({ barcodeId, price: price ?? '' })) }),
});

/** Every price is one. */
const allPriced = {
  validator: async (_: unknown, prices: readonly ListPriceLine[] | null): Promise<void> => {
    const at = (prices ?? []).findIndex(
      ({ price }) => price === null || !isDecimal(price) || price.startsWith('-'),
    );
    if (at >= 0) throw new Error(t('priceList.missing', { line: at + 1 }));
  },
};

/** A price list: what it is called, what it goes by, and the prices that stand in it. */
export function PriceListForm({ id, onClose }: FormProps): ReactNode {
  const [form] = Form.useForm<Values>();
  const may = useMay();
  const { page } = useTab();
  const record = useReadOnce(['priceList', id], () =>
    id === null ? Promise.resolve(null) : call(priceLists.infoCall, { id }),
  );
  const write = (values: Values, key: string, data: Info | undefined) => {
    const fields = fieldsOf(values);
    const options = { quiet: true, key };
    return id === null || data === null || data === undefined
      ? call(priceLists.add, fields, options)
      : call(priceLists.update, { ...fields, id, version: data.version }, options);
  };
  return (
    <FormModal<Values, { id: string }, Info>
      form={form}
      id={id}
      name={t('record.priceList')}
      width={1000}
      readOnly={!may(page.url, '1')}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={valuesOf}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <Head />
      <Prices />
    </FormModal>
  );
}

function Head(): ReactNode {
  const base: PriceListBase | undefined = Form.useWatch('base');
  const choices = priceListBases.map((value) => ({ value, label: choiceOf('base', value) }));
  const missing = { required: true, message: t('activity.missing', { name: label('name') }) };
  return (
    <div className="form-grid three">
      <Form.Item name="name" label={label('name')} rules={[missing]}>
        <Input minLength={2} maxLength={60} />
      </Form.Item>
      <Form.Item name="base" label={label('base')} extra={t('priceList.baseHint')}>
        <Select options={choices} />
      </Form.Item>
      <Form.Item name="discountRate" label={label('discountRate')}>
        <DecimalInput disabled={base === 'none'} suffix="%" />
      </Form.Item>
      <Form.Item name="remark" label={label('remark')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="sort" label={label('sort')}>
        <InputNumber parser={parseWholeNumber} className="wide" precision={0} controls={false} />
      </Form.Item>
    </div>
  );
}

function Prices(): ReactNode {
  const base: PriceListBase = Form.useWatch('base') ?? 'none';
  const hidden = Form.useWatch('prices') === null;
  return (
    <Form.Item
      name="prices"
      hidden={hidden}
      label={t('priceList.prices')}
      rules={[allPriced]}
      validateTrigger={[]}
    >
      <ListPrices base={base} />
    </Form.Item>
  );
}

import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { priceLists } from '@tradehouse/contract';
import { priceListBases } from '@tradehouse/domain';
import type { PriceListBase } from '@tradehouse/domain';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { FormModal } from '../record/FormModal.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import type { FactField } from '../record/recordFacts.ts';
import { formRuleOfField } from '../record/fieldRules.ts';
import { t } from '../phrase/index.ts';
import { ListPrices } from './listPrices.tsx';
import type { ListPriceLine } from './listPrices.tsx';

interface PriceListFormValues {
  readonly name: string;
  readonly base: PriceListBase;
  readonly discountRate?: string;
  readonly sort?: number;
  readonly remark?: string;
  /** Null for users without access to the prices. */
  readonly prices: readonly ListPriceLine[] | null;
}

type PriceListInfo = ReplyOf<typeof priceLists.infoCall> | null;

const labelOfPriceList = (name: string): string => labelOfColumn(priceLists.table, name);

const facts: readonly FactField[] = [
  ...['name', 'base', 'discountRate', 'remark'].map((name) => ({
    name,
    label: labelOfPriceList(name),
  })),
  {
    name: 'prices',
    label: t('priceList.prices'),
    row: { called: 'barcode', parts: [{ name: 'price', label: t('priceList.price') }] },
  },
];

const toPriceListFormValues = (info: PriceListInfo | undefined): object => ({
  base: 'none',
  discountRate: '0',
  prices: [],
  ...info,
});

const toPriceListInput = ({
  prices,
  ...rest
}: PriceListFormValues): InputOf<typeof priceLists.add> => ({
  name: rest.name.trim(),
  base: rest.base,
  discountRate: rest.base === 'none' ? '0' : (rest.discountRate ?? '0'),
  sort: rest.sort ?? 0,
  remark: rest.remark ?? '',
  ...(prices === null
    ? {}
    : { prices: prices.map(({ barcodeId, price }) => ({ barcodeId, price: price ?? '' })) }),
});

/** Every price must be valid. */
const allPriced = {
  validator: async (_: unknown, prices: readonly ListPriceLine[] | null): Promise<void> => {
    const at = (prices ?? []).findIndex(
      ({ price }) => price === null || !isDecimal(price) || price.startsWith('-'),
    );
    if (at >= 0) throw new Error(t('priceList.missing', { line: at + 1 }));
  },
};

/** Form of a price list: name, base and prices. */
export function PriceListForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<PriceListFormValues>();
  const may = useMay();
  const { page } = useTab();
  const record = useReadOnce(['priceList', id], () =>
    id === null ? Promise.resolve(null) : callEndpoint(priceLists.infoCall, { id }),
  );
  const write = (values: PriceListFormValues, key: string, data: PriceListInfo | undefined) => {
    const fields = toPriceListInput(values);
    const options = { quiet: true, key };
    return id === null || data === null || data === undefined
      ? callEndpoint(priceLists.add, fields, options)
      : callEndpoint(priceLists.update, { ...fields, id, version: data.version }, options);
  };
  return (
    <FormModal<PriceListFormValues, { id: string }, PriceListInfo>
      form={form}
      id={id}
      name={t('record.priceList')}
      width={1000}
      readOnly={!may(page.url, '1')}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={toPriceListFormValues}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <PriceListHead />
      <Prices />
    </FormModal>
  );
}

function PriceListHead(): ReactNode {
  const base: PriceListBase | undefined = Form.useWatch('base');
  const choices = priceListBases.map((value) => ({ value, label: choiceOf('base', value) }));
  const missing = {
    required: true,
    message: t('activity.missing', { name: labelOfPriceList('name') }),
  };
  return (
    <div className="form-grid three">
      <Form.Item name="name" label={labelOfPriceList('name')} rules={[missing]}>
        <Input minLength={2} maxLength={60} />
      </Form.Item>
      <Form.Item name="base" label={labelOfPriceList('base')} extra={t('priceList.baseHint')}>
        <Select options={choices} />
      </Form.Item>
      <Form.Item name="discountRate" label={labelOfPriceList('discountRate')}>
        <DecimalInput disabled={base === 'none'} suffix="%" />
      </Form.Item>
      <Form.Item name="remark" label={labelOfPriceList('remark')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name="sort"
        label={labelOfPriceList('sort')}
        rules={[formRuleOfField(priceLists.add.input, 'sort')]}
      >
        <WholeNumberInput />
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

import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { priceLists } from '@tradehouse/contract';
import { priceListBases } from '@tradehouse/domain';
import type { PriceListBase } from '@tradehouse/domain';
import { Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { DatePicker } from '../control/DatePicker.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { FormModal } from '../record/FormModal.tsx';
import { checkedWhileTyping, freeNameRule } from '../record/freeName.ts';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import type { FactField } from '../record/recordFacts.ts';
import { formRuleOfField } from '../record/fieldRules.ts';
import { t } from '../phrase/index.ts';
import { ListPrices, findListPriceProblem } from './listPrices.tsx';
import type { ListPriceLine } from './listPrices.tsx';

interface PriceListFormValues {
  readonly name: string;
  readonly base: PriceListBase;
  readonly discountRate?: string;
  readonly days?: readonly [dayjs.Dayjs | null, dayjs.Dayjs | null] | null;
  readonly sort?: number;
  readonly remark?: string;
  /** Null for users without access to the prices. */
  readonly prices: readonly ListPriceLine[] | null;
}

type PriceListInfo = ReplyOf<typeof priceLists.infoCall> | null;

const labelOfPriceList = (name: string): string => labelOfColumn(priceLists.table, name);

const facts: readonly FactField[] = [
  ...['name', 'base', 'discountRate', 'firstDay', 'lastDay', 'remark'].map((name) => ({
    name,
    label: labelOfPriceList(name),
  })),
  {
    name: 'prices',
    label: t('priceList.prices'),
    row: {
      called: 'barcode',
      parts: [
        { name: 'price', label: t('priceList.price') },
        { name: 'minimumQuantity', label: t('priceList.minimumQuantity') },
        { name: 'firstDay', label: labelOfPriceList('firstDay') },
        { name: 'lastDay', label: labelOfPriceList('lastDay') },
      ],
    },
  },
];

const toPriceListFormValues = (info: PriceListInfo | undefined): object => ({
  base: 'none',
  discountRate: '0',
  prices: [],
  ...info,
  days: [info?.firstDay ?? null, info?.lastDay ?? null].map((day) =>
    day === null ? null : dayjs(day),
  ),
});

const dayText = (day: dayjs.Dayjs | null | undefined): string | null =>
  day?.format('YYYY-MM-DD') ?? null;

const toPriceListInput = ({
  prices,
  ...rest
}: PriceListFormValues): InputOf<typeof priceLists.add> => ({
  name: rest.name.trim(),
  base: rest.base,
  discountRate: rest.base === 'none' ? '0' : (rest.discountRate ?? '0'),
  firstDay: dayText(rest.days?.[0]),
  lastDay: dayText(rest.days?.[1]),
  sort: rest.sort ?? 0,
  remark: rest.remark ?? '',
  ...(prices === null
    ? {}
    : {
        prices: prices.map(({ barcodeId, price, minimumQuantity, firstDay, lastDay }) => ({
          barcodeId,
          price: price ?? '',
          minimumQuantity: minimumQuantity === '' ? '0' : minimumQuantity,
          firstDay,
          lastDay,
        })),
      }),
});

/** Every price must be valid, and a barcode has one price for a quantity and day. */
const allPriced = {
  validator: async (_: unknown, prices: readonly ListPriceLine[] | null): Promise<void> => {
    const problem = findListPriceProblem(prices ?? []);
    if (problem !== null) throw new Error(problem);
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
      <PriceListHead id={id} />
      <Prices />
    </FormModal>
  );
}

function PriceListHead({ id }: Pick<RecordFormProps, 'id'>): ReactNode {
  const base: PriceListBase | undefined = Form.useWatch('base');
  const choices = priceListBases.map((value) => ({ value, label: choiceOf('base', value) }));
  const missing = {
    required: true,
    message: t('activity.missing', { name: labelOfPriceList('name') }),
  };
  return (
    <div className="form-grid three">
      <Form.Item
        name="name"
        label={labelOfPriceList('name')}
        rules={[missing, freeNameRule(priceLists, id)]}
        {...checkedWhileTyping}
      >
        <Input minLength={2} maxLength={60} />
      </Form.Item>
      <Form.Item name="base" label={labelOfPriceList('base')} extra={t('priceList.baseHint')}>
        <Select options={choices} />
      </Form.Item>
      <Form.Item name="discountRate" label={labelOfPriceList('discountRate')}>
        <DecimalInput disabled={base === 'none'} suffix="%" />
      </Form.Item>
      <Form.Item name="days" label={t('priceList.days')} extra={t('priceList.daysHint')}>
        <DatePicker.RangePicker className="wide" allowEmpty={[true, true]} />
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

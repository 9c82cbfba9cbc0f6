import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { promotions } from '@tradehouse/contract';
import { promotionFigures, promotionKinds } from '@tradehouse/domain';
import type { PromotionFigure, PromotionKind } from '@tradehouse/domain';
import { Form, Input, Select, Switch } from 'antd';
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
import { t } from '../phrase/index.ts';
import { PromotionGoods, goodsCounted } from './promotionGoods.tsx';
import type { PromotionGoodsLine } from './promotionGoods.tsx';

interface PromotionFormValues {
  readonly name: string;
  readonly promotionKind: PromotionKind;
  readonly rate?: string;
  readonly amount?: string;
  readonly threshold?: string;
  readonly takeQuantity?: string;
  readonly payQuantity?: string;
  readonly coupon?: string;
  readonly days?: readonly [dayjs.Dayjs | null, dayjs.Dayjs | null] | null;
  readonly mostPerDocument?: string;
  readonly mostPerCustomer?: string;
  readonly priority?: number | null;
  readonly exclusive?: boolean;
  readonly remark?: string;
  readonly goods?: readonly PromotionGoodsLine[];
}

type PromotionInfo = ReplyOf<typeof promotions.infoCall> | null;

const labelOfPromotion = (name: string): string => labelOfColumn(promotions.table, name);

const facts: readonly FactField[] = [
  ...[
    'name',
    'promotionKind',
    'rate',
    'amount',
    'threshold',
    'takeQuantity',
    'payQuantity',
    'coupon',
    'firstDay',
    'lastDay',
    'mostPerDocument',
    'mostPerCustomer',
    'priority',
    'exclusive',
    'remark',
  ].map((name) => ({ name, label: labelOfPromotion(name) })),
  {
    name: 'goods',
    label: t('promotion.goods'),
    row: { called: 'barcode', parts: [{ name: 'quantity', label: t('promotion.quantity') }] },
  },
];

/** Leaves out figures of zero: another kind has them, or the promotion has no limit. */
const withoutZeros = (info: PromotionInfo | undefined): object =>
  Object.fromEntries(
    Object.entries(info ?? {}).filter(
      ([name, value]) => !(zeroIsBlank.has(name) && Number(value) === 0),
    ),
  );
const zeroIsBlank: ReadonlySet<string> = new Set([
  ...Object.values(promotionFigures).flat(),
  'mostPerDocument',
  'mostPerCustomer',
]);

export const toPromotionFormValues = (info: PromotionInfo | undefined): object => ({
  promotionKind: 'percent',
  priority: 0,
  exclusive: false,
  goods: [],
  ...withoutZeros(info),
  days: [info?.firstDay ?? null, info?.lastDay ?? null].map((day) =>
    day === null ? null : dayjs(day),
  ),
});

const promotionDayText = (day: dayjs.Dayjs | null | undefined): string | null =>
  day?.format('YYYY-MM-DD') ?? null;
const figureOrZero = (figure: string | undefined): string => figure || '0';

function toPromotionInput({
  promotionKind: kind,
  days,
  goods = [],
  ...rest
}: PromotionFormValues): InputOf<typeof promotions.add> {
  // Figures of other kinds would be kept unseen.
  const figure = (name: PromotionFigure) =>
    promotionFigures[kind].includes(name) ? figureOrZero(rest[name]) : '0';
  return {
    name: rest.name.trim(),
    promotionKind: kind,
    rate: figure('rate'),
    amount: figure('amount'),
    threshold: figure('threshold'),
    takeQuantity: figure('takeQuantity'),
    payQuantity: figure('payQuantity'),
    coupon: rest.coupon?.trim() ?? '',
    firstDay: promotionDayText(days?.[0]),
    lastDay: promotionDayText(days?.[1]),
    mostPerDocument: figureOrZero(rest.mostPerDocument),
    mostPerCustomer: figureOrZero(rest.mostPerCustomer),
    priority: rest.priority ?? 0,
    exclusive: rest.exclusive ?? false,
    remark: rest.remark ?? '',
    goods: goods.map(({ barcodeId, quantity }) => ({ barcodeId, quantity })),
  };
}

/** Form of a promotion: kind with its figures, days, limits and goods. */
export function PromotionForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<PromotionFormValues>();
  const may = useMay();
  const { page } = useTab();
  const record = useReadOnce(['promotion', id], () =>
    id === null ? Promise.resolve(null) : callEndpoint(promotions.infoCall, { id }),
  );
  const write = (values: PromotionFormValues, key: string, data: PromotionInfo | undefined) => {
    const fields = toPromotionInput(values);
    const options = { quiet: true, key };
    return id === null || data === null || data === undefined
      ? callEndpoint(promotions.add, fields, options)
      : callEndpoint(promotions.update, { ...fields, id, version: data.version }, options);
  };
  return (
    <FormModal<PromotionFormValues, { id: string }, PromotionInfo>
      form={form}
      id={id}
      name={t('record.promotion')}
      width={1000}
      readOnly={!may(page.url, '1')}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={toPromotionFormValues}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <PromotionFields id={id} />
      <PromotionGoodsField />
    </FormModal>
  );
}

/** Goods of the promotion; a bundle also has quantities. */
function PromotionGoodsField(): ReactNode {
  const isBundle = Form.useWatch('promotionKind') === 'bundle';
  return (
    <Form.Item
      name="goods"
      label={t('promotion.goods')}
      extra={isBundle ? t('promotion.goodsHint') : undefined}
      rules={[goodsCounted]}
      validateTrigger={[]}
    >
      <PromotionGoods counted={isBundle} />
    </Form.Item>
  );
}

const requirePromotionField = (name: string) => ({
  required: true,
  message: t('activity.missing', { name: labelOfPromotion(name) }),
});

function PromotionFields({ id }: Pick<RecordFormProps, 'id'>): ReactNode {
  const kind: PromotionKind = Form.useWatch('promotionKind') ?? 'percent';
  const number = (name: string, more: { readonly hint?: string; readonly needed?: true } = {}) => (
    <Form.Item
      key={name}
      name={name}
      label={
        name === 'amount' ? t(`promotion.amount.${amountNameOfKind(kind)}`) : labelOfPromotion(name)
      }
      rules={more.needed === true ? [requirePromotionField(name)] : []}
      {...(more.hint === undefined ? {} : { extra: more.hint })}
    >
      <DecimalInput {...(name === 'rate' ? { suffix: '%' } : {})} />
    </Form.Item>
  );
  return (
    <div className="form-grid three">
      <Form.Item
        name="name"
        label={labelOfPromotion('name')}
        rules={[requirePromotionField('name'), freeNameRule(promotions, id)]}
        {...checkedWhileTyping}
      >
        <Input minLength={2} maxLength={60} />
      </Form.Item>
      <Form.Item name="promotionKind" label={labelOfPromotion('promotionKind')}>
        <Select
          options={promotionKinds.map((value) => ({
            value,
            label: choiceOf('promotionKind', value),
          }))}
        />
      </Form.Item>
      {promotionFigures[kind].map((name) => number(name, { needed: true }))}
      <Form.Item name="days" label={t('priceList.days')} extra={t('priceList.daysHint')}>
        <DatePicker.RangePicker className="wide" allowEmpty={[true, true]} />
      </Form.Item>
      <Form.Item name="coupon" label={labelOfPromotion('coupon')} extra={t('promotion.couponHint')}>
        <Input maxLength={40} />
      </Form.Item>
      {number('mostPerDocument', { hint: t(`promotion.uses.${kind}`) })}
      {number('mostPerCustomer', { hint: t('promotion.perCustomerHint') })}
      <Form.Item
        name="priority"
        label={labelOfPromotion('priority')}
        extra={t('promotion.priorityHint')}
      >
        <WholeNumberInput />
      </Form.Item>
      <Form.Item name="exclusive" label={labelOfPromotion('exclusive')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="remark" label={labelOfPromotion('remark')}>
        <Input maxLength={200} />
      </Form.Item>
    </div>
  );
}

/** Returns what the amount of a kind means. */
const amountNameOfKind = (kind: PromotionKind): 'off' | 'unit' | 'bundle' =>
  kind === 'bundle' ? 'bundle' : kind === 'amount' ? 'unit' : 'off';

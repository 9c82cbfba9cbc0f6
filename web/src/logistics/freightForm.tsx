import { freights } from '@tradehouse/contract';
import type { FreightInfo, InputOf } from '@tradehouse/contract';
import { USUAL_PAYMENT, bearings, isFreightOpen, paymentKinds } from '@tradehouse/domain';
import { Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { DatePicker } from '../control/DatePicker.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import type { DecimalInputProps } from '../control/DecimalInput.tsx';
import { todayIn } from '../control/format.ts';
import { CarrierSelect } from '../control/references.tsx';
import { CurrencyInput } from '../document/form/CurrencyFields.tsx';
import { formRuleOfField, mustHave } from '../record/fieldRules.ts';
import { FormModal } from '../record/FormModal.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

type FreightInput = InputOf<typeof freights.add>;
interface FreightFormValues extends Omit<
  FreightInput,
  'freightDate' | 'actual' | 'currency' | 'exchangeRate'
> {
  readonly freightDate: dayjs.Dayjs;
  readonly actual: string;
  readonly currency: string;
  readonly exchangeRate: string;
}

const labelOfFreightForm = (name: string): string => labelOfColumn(freights.table, name);
const requireFreightField = (name: string) => mustHave(labelOfFreightForm(name));
// The first fact names the record.
const facts = ['documentNumber', 'estimated', 'actual', 'allocateBy', 'remark'].map((name) => ({
  name,
  label: labelOfFreightForm(name),
}));

function toFreightFormValues(
  info: FreightInfo | null | undefined,
  own: string,
  today: string,
): Partial<FreightFormValues> {
  if (info === null || info === undefined)
    return {
      freightDate: dayjs(today),
      paymentKind: USUAL_PAYMENT,
      allocateBy: 'weight',
      currency: '',
      billableWeight: '0',
    };
  const { currency, exchangeRate, estimated, actual, freightDate } = info;
  return {
    documentNumber: info.documentNumber,
    companyId: info.companyId,
    freightDate: dayjs(freightDate),
    paymentKind: info.paymentKind,
    allocateBy: info.allocateBy,
    currency: currency === own ? '' : currency,
    exchangeRate: currency === own ? '' : exchangeRate,
    estimated: estimated ?? '',
    actual: actual ?? '',
    billableWeight: info.billableWeight,
    remark: info.remark,
  };
}

/** Names even the company's currency, because otherwise freight keeps a foreign currency. */
const freightChangesFromForm = (values: FreightFormValues, own: string) => ({
  freightDate: values.freightDate.format('YYYY-MM-DD'),
  paymentKind: values.paymentKind,
  allocateBy: values.allocateBy,
  currency: (values.currency ?? '') === '' ? own : values.currency,
  ...((values.exchangeRate ?? '') === '' ? {} : { exchangeRate: values.exchangeRate }),
  estimated: values.estimated,
  actual: (values.actual ?? '') === '' ? null : values.actual,
  billableWeight: (values.billableWeight ?? '') === '' ? '0' : values.billableWeight,
  remark: values.remark?.trim() ?? '',
});

/** Form of freight entered manually, or changed before confirmation. */
export function FreightForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<FreightFormValues>();
  const may = useMay();
  const { page } = useTab();
  const { currency: own, timeZone, hiddenAmounts } = useSettings();
  const record = useReadOnce(['freight', 'form', id], () =>
    id === null ? Promise.resolve(null) : callEndpoint(freights.infoCall, { id }),
  );
  const info = record.data;
  const isOpen = info === null || isFreightOpen(info?.freightState);
  const write = (values: FreightFormValues, key: string, over: FreightInfo | null | undefined) => {
    const options = { quiet: true, key };
    const { documentNumber, companyId } = values;
    return id === null || over === null || over === undefined
      ? callEndpoint(
          freights.add,
          {
            documentNumber: documentNumber.trim(),
            companyId,
            ...freightChangesFromForm(values, own),
          },
          options,
        )
      : callEndpoint(
          freights.update,
          { ...freightChangesFromForm(values, own), id, version: over.version },
          options,
        );
  };
  return (
    <FormModal<FreightFormValues, { id: string }, FreightInfo | null>
      form={form}
      id={id}
      name={t('record.freight')}
      width={860}
      readOnly={!may(page.url, '1') || !isOpen || hiddenAmounts.includes('sale')}
      loading={id !== null && info === undefined}
      record={record}
      begin={(info) => toFreightFormValues(info, own, todayIn(timeZone))}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <FreightFormFields isNew={id === null} companyName={info?.companyName} />
    </FormModal>
  );
}

/** Field of an amount in the chosen currency of the form. */
const FreightAmountInput = (props: DecimalInputProps): ReactNode => {
  const currency: string | undefined = Form.useWatch('currency');
  return <DecimalInput {...props} currency={currency ?? ''} />;
};

const FreightAmountField = ({
  name,
  needed = false,
}: {
  readonly name: string;
  readonly needed?: boolean;
}) => (
  <Form.Item
    name={name}
    label={labelOfFreightForm(name)}
    rules={[
      ...(needed ? [requireFreightField(name)] : []),
      formRuleOfField(freights.add.input, name),
    ]}
  >
    <FreightAmountInput />
  </Form.Item>
);

function FreightFormFields({
  isNew,
  companyName,
}: {
  readonly isNew: boolean;
  readonly companyName: string | undefined;
}): ReactNode {
  const { currency: own } = useSettings();
  const form = Form.useFormInstance();
  const currency: string | undefined = Form.useWatch('currency');
  // An empty rate means the rate of the day.
  const forgetRate = (): void => form.setFieldValue('exchangeRate', '');
  return (
    <div className="form-grid three">
      <Form.Item
        name="documentNumber"
        label={labelOfFreightForm('documentNumber')}
        rules={isNew ? [requireFreightField('documentNumber')] : []}
      >
        <Input maxLength={60} disabled={!isNew} />
      </Form.Item>
      {isNew ? (
        <Form.Item
          name="companyId"
          label={labelOfFreightForm('companyName')}
          rules={[requireFreightField('companyName')]}
        >
          <CarrierSelect />
        </Form.Item>
      ) : (
        <Form.Item label={labelOfFreightForm('companyName')} htmlFor="freight-company">
          <Input id="freight-company" value={companyName} disabled />
        </Form.Item>
      )}
      <Form.Item
        name="freightDate"
        label={labelOfFreightForm('freightDate')}
        rules={[requireFreightField('freightDate')]}
      >
        <DatePicker
          className="wide"
          allowClear={false}
          onChange={() => form.isFieldTouched('exchangeRate') || forgetRate()}
        />
      </Form.Item>
      <Form.Item name="paymentKind" label={labelOfFreightForm('paymentKind')}>
        <Select
          options={paymentKinds.map((value) => ({ value, label: choiceOf('paymentKind', value) }))}
        />
      </Form.Item>
      <Form.Item name="allocateBy" label={labelOfFreightForm('allocateBy')}>
        <Select
          options={bearings.map((value) => ({ value, label: choiceOf('allocateBy', value) }))}
        />
      </Form.Item>
      <FreightAmountField name="billableWeight" />
      <FreightAmountField name="estimated" needed />
      <FreightAmountField name="actual" />
      <Form.Item name="currency" label={labelOfFreightForm('currency')} trigger="onChange">
        <CurrencyField onChange={forgetRate} />
      </Form.Item>
      {(currency ?? '') !== '' && currency !== own ? (
        <FreightAmountField name="exchangeRate" />
      ) : null}
      <Form.Item name="remark" label={labelOfFreightForm('remark')}>
        <Input maxLength={200} />
      </Form.Item>
    </div>
  );
}

/** Value and setter are passed by the form. */
const CurrencyField = ({
  value = '',
  onChange = () => undefined,
}: {
  readonly value?: string;
  readonly onChange?: (currency: string) => void;
}): ReactNode => (
  <CurrencyInput value={value} aria-label={labelOfFreightForm('currency')} onChange={onChange} />
);

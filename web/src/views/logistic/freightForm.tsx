import { freights } from '@tradehouse/contract';
import type { FreightInfo, InputOf } from '@tradehouse/contract';
import { USUAL_PAYMENT, bearings, isFreightOpen, paymentKinds } from '@tradehouse/domain';
import { Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { DatePicker } from '../../control/DatePicker.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { todayIn } from '../../control/format.ts';
import { CarrierSelect } from '../../control/references.tsx';
import { CurrencyInput } from '../../document/form/CurrencyFields.tsx';
import { declared, mustHave } from '../../record/fieldRules.ts';
import { FormModal } from '../../record/FormModal.tsx';
import { choiceOf, labelOf } from '../../record/labels.ts';
import type { FormProps } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';

type Added = InputOf<typeof freights.add>;
interface Values extends Omit<Added, 'freightDate' | 'actual' | 'currency' | 'exchangeRate'> {
  readonly freightDate: dayjs.Dayjs;
  readonly actual: string;
  readonly currency: string;
  readonly exchangeRate: string;
}

const label = (name: string): string => labelOf(freights.table, name);
const required = (name: string) => mustHave(label(name));
// The first names it.
const facts = ['documentNumber', 'estimated', 'actual', 'allocateBy', 'remark'].map((name) => ({
  name,
  label: label(name),
}));

function begun(info: FreightInfo | null | undefined, own: string, today: string): Partial<Values> {
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

/** The company's own currency is said, too: freight keeps one that is not. */
const changesOf = (values: Values, own: string) => ({
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

/** Freight that is noted by hand, or changed before it is accepted. */
export function FreightForm({ id, onClose }: FormProps): ReactNode {
  const [form] = Form.useForm<Values>();
  const may = useMay();
  const { page } = useTab();
  const { currency: own, timeZone, hiddenAmounts } = useSettings();
  const record = useReadOnce(['freight', 'form', id], () =>
    id === null ? Promise.resolve(null) : call(freights.infoCall, { id }),
  );
  const info = record.data;
  const isOpen = info === null || isFreightOpen(info?.freightState);
  const write = (values: Values, key: string, over: FreightInfo | null | undefined) => {
    const options = { quiet: true, key };
    const { documentNumber, companyId } = values;
    return id === null || over === null || over === undefined
      ? call(
          freights.add,
          { documentNumber: documentNumber.trim(), companyId, ...changesOf(values, own) },
          options,
        )
      : call(freights.update, { ...changesOf(values, own), id, version: over.version }, options);
  };
  return (
    <FormModal<Values, { id: string }, FreightInfo | null>
      form={form}
      id={id}
      name={t('record.freight')}
      width={860}
      readOnly={!may(page.url, '1') || !isOpen || hiddenAmounts.includes('sale')}
      loading={id !== null && info === undefined}
      record={record}
      begin={(told) => begun(told, own, todayIn(timeZone))}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <Fields isNew={id === null} companyName={info?.companyName} />
    </FormModal>
  );
}

const Amount = ({ name, needed = false }: { readonly name: string; readonly needed?: boolean }) => (
  <Form.Item
    name={name}
    label={label(name)}
    rules={[...(needed ? [required(name)] : []), declared(freights.add.input, name)]}
  >
    <DecimalInput />
  </Form.Item>
);

function Fields({
  isNew,
  companyName,
}: {
  readonly isNew: boolean;
  readonly companyName: string | undefined;
}): ReactNode {
  const { currency: own } = useSettings();
  const form = Form.useFormInstance();
  const currency: string | undefined = Form.useWatch('currency');
  // Left empty it is that of the day.
  const forgetRate = (): void => form.setFieldValue('exchangeRate', '');
  return (
    <div className="form-grid three">
      <Form.Item
        name="documentNumber"
        label={label('documentNumber')}
        rules={isNew ? [required('documentNumber')] : []}
      >
        <Input maxLength={60} disabled={!isNew} />
      </Form.Item>
      {isNew ? (
        <Form.Item name="companyId" label={label('companyName')} rules={[required('companyName')]}>
          <CarrierSelect />
        </Form.Item>
      ) : (
        <Form.Item label={label('companyName')} htmlFor="freight-company">
          <Input id="freight-company" value={companyName} disabled />
        </Form.Item>
      )}
      <Form.Item name="freightDate" label={label('freightDate')} rules={[required('freightDate')]}>
        <DatePicker
          className="wide"
          allowClear={false}
          onChange={() => form.isFieldTouched('exchangeRate') || forgetRate()}
        />
      </Form.Item>
      <Form.Item name="paymentKind" label={label('paymentKind')}>
        <Select
          options={paymentKinds.map((value) => ({ value, label: choiceOf('paymentKind', value) }))}
        />
      </Form.Item>
      <Form.Item name="allocateBy" label={label('allocateBy')}>
        <Select
          options={bearings.map((value) => ({ value, label: choiceOf('allocateBy', value) }))}
        />
      </Form.Item>
      <Amount name="billableWeight" />
      <Amount name="estimated" needed />
      <Amount name="actual" />
      <Form.Item name="currency" label={label('currency')} trigger="onChange">
        <CurrencyField onChange={forgetRate} />
      </Form.Item>
      {(currency ?? '') !== '' && currency !== own ? <Amount name="exchangeRate" /> : null}
      <Form.Item name="remark" label={label('remark')}>
        <Input maxLength={200} />
      </Form.Item>
    </div>
  );
}

/** A form hands both of them in. */
const CurrencyField = ({
  value = '',
  onChange = () => undefined,
}: {
  readonly value?: string;
  readonly onChange?: (currency: string) => void;
}): ReactNode => <CurrencyInput value={value} aria-label={label('currency')} onChange={onChange} />;

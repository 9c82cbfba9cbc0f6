import type { InputOf, ReplyOf, TenantFields } from '@tradehouse/contract';
import {
  addTenant,
  tenantFunctions,
  tenantInfo,
  tenantNameExists,
  tenantPlans,
  tenantTable,
  updateTenant,
} from '@tradehouse/contract';
import type { FormRule } from 'antd';
import { Checkbox, Form, Input, InputNumber, Segmented, Select, Tree } from 'antd';
import { parseWholeNumber } from '../../control/fieldNumber.ts';
import { DatePicker, pickedAt, shownAt } from '../../control/DatePicker.tsx';
import type { TreeDataNode } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { language, languages } from '../../app/session/language.ts';
import type { Language } from '../../app/session/language.ts';
import { currencyOptions } from '../../control/currency.ts';
import { zoneOptions } from '../../control/zone.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { declared, mustHave } from '../../record/fieldRules.ts';
import { FormModal } from '../../record/FormModal.tsx';
import { choiceOf, labelOf } from '../../record/labels.ts';
import type { FormProps } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { settingLabel } from './settingSaves.ts';
import { tellFirstPassword } from './tenantPassword.tsx';

interface Values {
  readonly loginName: string;
  readonly name?: string;
  readonly plan: 'free' | 'paid';
  readonly userLimit: number;
  readonly expireTime?: dayjs.Dayjs | null;
  readonly functionUrls?: readonly string[] | null;
  readonly remark?: string;
  readonly samples?: boolean;
  readonly language?: Language;
  readonly currency?: string;
  readonly timeZone?: string;
}

type Info = ReplyOf<typeof tenantInfo>;

/** What the form asks for, in its order. */
const told = ['loginName', 'name', 'userLimit', 'plan', 'expireTime', 'functionUrls', 'remark'];

const label = (name: string): string => labelOf(tenantTable, name);

const free: FormRule = {
  validator: async (_rule: unknown, value: unknown) => {
    const name = String(value ?? '').trim();
    if (name.length < 2) return;
    const { status } = await call(tenantNameExists, { name }, { quiet: true });
    if (status) throw new Error(t('form.taken', { name }));
  },
};

interface Offered {
  readonly number: string;
  readonly parent: string;
  readonly text: string;
  readonly url: string;
}

/** The menu as a tree whose leaves are pages, by url; a group without pages is left out. */
function nodesOf(rows: readonly Offered[], parent = '0'): TreeDataNode[] {
  return rows
    .filter((row) => row.parent === parent)
    .flatMap(({ number, text, url }) => {
      const isGroup = rows.some((row) => row.parent === number);
      const children = isGroup ? nodesOf(rows, number) : [];
      if (!isGroup && parent === '0') return [];
      return [{ key: isGroup ? `#${number}` : url, title: text, children }];
    });
}

interface PagesProps {
  readonly value?: readonly string[] | null;
  readonly onChange?: (urls: readonly string[] | null) => void;
}

/** What the company may use: everything, or the ticked pages. */
function Pages({ value = null, onChange }: PagesProps): ReactNode {
  const { data: rows = [] } = useReadOnce(['tenantFunctions'], () => call(tenantFunctions, {}));
  const pages = rows.filter((row) => !rows.some((other) => other.parent === row.number));
  return (
    <>
      <Segmented
        aria-label={label('functionUrls')}
        value={value === null ? 'all' : 'some'}
        options={[
          { value: 'all', label: t('tenant.allFunctions') },
          { value: 'some', label: t('tenant.someFunctions') },
        ]}
        onChange={(choice) => onChange?.(choice === 'all' ? null : pages.map(({ url }) => url))}
      />
      {value === null || rows.length === 0 ? null : (
        <Tree
          checkable
          selectable={false}
          defaultExpandAll
          treeData={nodesOf(rows)}
          checkedKeys={[...value]}
          onCheck={(keys) => {
            const all = (Array.isArray(keys) ? keys : keys.checked).map(String);
            onChange?.(all.filter((key) => !key.startsWith('#')));
          }}
        />
      )}
    </>
  );
}

const fieldsOf = (values: Values): Omit<TenantFields, 'loginName'> => ({
  ...(values.name?.trim() ? { name: values.name.trim() } : {}),
  plan: values.plan,
  userLimit: values.userLimit,
  expireTime: values.expireTime ? pickedAt(values.expireTime) : null,
  functionUrls: values.functionUrls ? [...values.functionUrls] : null,
  remark: values.remark ?? '',
});

const required = (name: string) => mustHave(label(name));

/** The usual money and clock of companies of a language; no zone is usual for English: that of the browser. */
const usualIn = (chosen: Language) =>
  chosen === 'zh-cn'
    ? { currency: 'CNY', timeZone: 'Asia/Shanghai' }
    : { currency: 'USD', timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };

const start = (read: Info | undefined) =>
  read === undefined
    ? { plan: 'free', userLimit: 3, functionUrls: null, language, ...usualIn(language) }
    : { ...read, expireTime: read.expireTime === null ? null : shownAt(read.expireTime) };

async function add(values: Values, key: string): Promise<void> {
  const { samples = false, language: spoken = language } = values;
  const { currency, timeZone } = { ...usualIn(spoken), ...values };
  const loginName = values.loginName.trim();
  const begins = { language: spoken, samples, currency, timeZone };
  const made = await call(
    addTenant,
    { ...fieldsOf(values), loginName, ...begins },
    { key, quiet: true },
  );
  tellFirstPassword(loginName, made.password);
}

async function change(id: string, values: Values, key: string, info?: Info): Promise<void> {
  const fields = fieldsOf(values);
  const changes: InputOf<typeof updateTenant> = { ...fields, id, version: info?.version ?? 0 };
  await call(updateTenant, changes, { key, quiet: true });
}

/** A company as the platform decides about it. A new one's first password is shown once. */
export function TenantForm({ id, onClose }: FormProps): ReactNode {
  const [form] = Form.useForm<Values>();
  const record = useReadOnce(['tenant', id], () => call(tenantInfo, { id: id ?? '' }), id !== null);
  return (
    <FormModal<Values, void, Info>
      form={form}
      id={id}
      name={t('tenant.record')}
      width={600}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={start}
      facts={told.map((name) => ({ name, label: label(name) }))}
      write={(values, key, info) =>
        id === null ? add(values, key) : change(id, values, key, info)
      }
      onSaved={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="loginName"
        label={label('loginName')}
        rules={
          id === null ? [required('loginName'), declared(addTenant.input, 'loginName'), free] : []
        }
        validateDebounce={500}
      >
        <Input maxLength={30} disabled={id !== null} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={label('name')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="userLimit"
        label={label('userLimit')}
        rules={[required('userLimit'), declared(addTenant.input, 'userLimit')]}
      >
        <InputNumber parser={parseWholeNumber} className="wide" precision={0} controls={false} />
      </Form.Item>
      <Form.Item name="plan" label={label('plan')}>
        <Select options={tenantPlans.map((value) => ({ value, label: choiceOf('plan', value) }))} />
      </Form.Item>
      <Form.Item name="expireTime" label={label('expireTime')} extra={t('tenant.noEnd')}>
        <DatePicker className="wide" showTime allowClear />
      </Form.Item>
      <Form.Item name="functionUrls" label={label('functionUrls')}>
        <Pages />
      </Form.Item>
      <Form.Item name="remark" label={label('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      {id === null && <Beginning onLanguage={(chosen) => form.setFieldsValue(usualIn(chosen))} />}
    </FormModal>
  );
}

/** Fields of a new company alone: they become its settings and first records. */
const Beginning = ({
  onLanguage,
}: {
  readonly onLanguage: (chosen: Language) => void;
}): ReactNode => (
  <>
    <Form.Item name="language" label={t('tenant.language')} extra={t('tenant.languageHint')}>
      <Segmented<Language> options={[...languages]} onChange={onLanguage} />
    </Form.Item>
    <div className="form-grid two">
      <Form.Item name="currency" label={settingLabel('currency')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={currencyOptions()} />
      </Form.Item>
      <Form.Item name="timeZone" label={settingLabel('timeZone')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={zoneOptions()} />
      </Form.Item>
    </div>
    <Form.Item name="samples" valuePropName="checked" extra={t('samples.choiceHint')}>
      <Checkbox>{t('samples.choice')}</Checkbox>
    </Form.Item>
  </>
);

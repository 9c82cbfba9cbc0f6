import type { InputOf, ReplyOf, TenantFields } from '@tradehouse/contract';
import {
  addTenant,
  tenantFunctions,
  tenantInfo,
  tenantNameExists,
  planChoices,
  tenantTable,
  updateTenant,
} from '@tradehouse/contract';
import { Checkbox, Form, Input, Segmented, Select, Tree } from 'antd';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { DatePicker, pickedAt, shownAt } from '../control/DatePicker.tsx';
import type { TreeDataNode } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { language, languages } from '../app/session/language.ts';
import type { InterfaceLanguage } from '../app/session/language.ts';
import { currencyOptions } from '../control/currency.ts';
import { zoneOptions } from '../control/zone.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { formRuleOfField, mustHave } from '../record/fieldRules.ts';
import { FormModal } from '../record/FormModal.tsx';
import { checkedWhileTyping, freeNameRule } from '../record/freeName.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { settingLabel } from '../companySettings/settingSaves.ts';
import { tellFirstPassword } from './tenantPassword.tsx';

interface TenantFormValues {
  readonly loginName: string;
  readonly name?: string;
  readonly plan: string;
  readonly userLimit: number;
  readonly expireTime?: dayjs.Dayjs | null;
  readonly functionUrls?: readonly string[] | null;
  readonly remark?: string;
  readonly samples?: boolean;
  readonly language?: InterfaceLanguage;
  readonly currency?: string;
  readonly timeZone?: string;
}

type TenantFormInfo = ReplyOf<typeof tenantInfo>;

/** Fields of the form in order, for conflicts. */
const factNames = [
  'loginName',
  'name',
  'userLimit',
  'plan',
  'expireTime',
  'functionUrls',
  'remark',
];

const labelOfTenant = (name: string): string => labelOfColumn(tenantTable, name);

interface Offered {
  readonly number: string;
  readonly parent: string;
  readonly text: string;
  readonly url: string;
}

/** Builds a menu tree with pages by URL; omits groups without pages. */
function buildTenantPageTree(rows: readonly Offered[], parent = '0'): TreeDataNode[] {
  return rows
    .filter((row) => row.parent === parent)
    .flatMap(({ number, text, url }) => {
      const isGroup = rows.some((row) => row.parent === number);
      const children = isGroup ? buildTenantPageTree(rows, number) : [];
      if (!isGroup && parent === '0') return [];
      return [{ key: isGroup ? `#${number}` : url, title: text, children }];
    });
}

interface PagesProps {
  readonly value?: readonly string[] | null;
  readonly onChange?: (urls: readonly string[] | null) => void;
}

/** Selects the company's pages: all, or the ticked pages. */
function TenantPagesField({ value = null, onChange }: PagesProps): ReactNode {
  const { data: rows = [] } = useReadOnce(['tenantFunctions'], () =>
    callEndpoint(tenantFunctions, {}),
  );
  const pages = rows.filter((row) => !rows.some((other) => other.parent === row.number));
  return (
    <>
      <Segmented
        aria-label={labelOfTenant('functionUrls')}
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
          treeData={buildTenantPageTree(rows)}
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

const toTenantFields = (values: TenantFormValues): Omit<TenantFields, 'loginName'> => ({
  ...(values.name?.trim() ? { name: values.name.trim() } : {}),
  plan: values.plan,
  userLimit: values.userLimit,
  expireTime: values.expireTime ? pickedAt(values.expireTime) : null,
  functionUrls: values.functionUrls ? [...values.functionUrls] : null,
  remark: values.remark ?? '',
});

const requireTenantField = (name: string) => mustHave(labelOfTenant(name));

/** Returns a language's usual currency and time zone; English has no usual zone: the browser's. */
const usualIn = (chosen: InterfaceLanguage) =>
  chosen === 'zh-cn'
    ? { currency: 'CNY', timeZone: 'Asia/Shanghai' }
    : { currency: 'USD', timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };

const toTenantFormValues = (read: TenantFormInfo | undefined) =>
  read === undefined
    ? { plan: 'free', userLimit: 3, functionUrls: null, language, ...usualIn(language) }
    : { ...read, expireTime: read.expireTime === null ? null : shownAt(read.expireTime) };

async function submitNewTenant(values: TenantFormValues, key: string): Promise<void> {
  const { samples = false, language: spoken = language } = values;
  const { currency, timeZone } = { ...usualIn(spoken), ...values };
  const loginName = values.loginName.trim();
  const begins = { language: spoken, samples, currency, timeZone };
  const made = await callEndpoint(
    addTenant,
    { ...toTenantFields(values), loginName, ...begins },
    { key, quiet: true },
  );
  tellFirstPassword(loginName, made.password);
}

async function saveTenantChanges(
  id: string,
  values: TenantFormValues,
  key: string,
  info?: TenantFormInfo,
): Promise<void> {
  const fields = toTenantFields(values);
  const changes: InputOf<typeof updateTenant> = { ...fields, id, version: info?.version ?? 0 };
  await callEndpoint(updateTenant, changes, { key, quiet: true });
}

/** Form of a company for the platform. Shows a first password once. */
export function TenantForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<TenantFormValues>();
  const record = useReadOnce(
    ['tenant', id],
    () => callEndpoint(tenantInfo, { id: id ?? '' }),
    id !== null,
  );
  const { data: plans = [] } = useReadOnce(['planChoices'], () => callEndpoint(planChoices, {}));
  return (
    <FormModal<TenantFormValues, void, TenantFormInfo>
      form={form}
      id={id}
      name={t('tenant.record')}
      width={600}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={toTenantFormValues}
      facts={factNames.map((name) => ({ name, label: labelOfTenant(name) }))}
      write={(values, key, info) =>
        id === null ? submitNewTenant(values, key) : saveTenantChanges(id, values, key, info)
      }
      onSaved={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="loginName"
        label={labelOfTenant('loginName')}
        rules={
          id === null
            ? [
                requireTenantField('loginName'),
                formRuleOfField(addTenant.input, 'loginName'),
                freeNameRule({ nameExists: tenantNameExists }, null),
              ]
            : []
        }
        {...(id === null ? checkedWhileTyping : {})}
      >
        <Input maxLength={30} disabled={id !== null} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={labelOfTenant('name')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="userLimit"
        label={labelOfTenant('userLimit')}
        rules={[requireTenantField('userLimit'), formRuleOfField(addTenant.input, 'userLimit')]}
      >
        <WholeNumberInput />
      </Form.Item>
      <Form.Item name="plan" label={labelOfTenant('plan')}>
        <Select
          options={plans.map(({ code, name }) => ({ value: code, label: name }))}
          // A plan brings its number of users; another number can still be typed.
          onChange={(code) => {
            const chosen = plans.find((plan) => plan.code === code);
            if (chosen !== undefined) form.setFieldValue('userLimit', chosen.userLimit);
          }}
        />
      </Form.Item>
      <Form.Item name="expireTime" label={labelOfTenant('expireTime')} extra={t('tenant.noEnd')}>
        <DatePicker className="wide" showTime allowClear />
      </Form.Item>
      <Form.Item name="functionUrls" label={labelOfTenant('functionUrls')}>
        <TenantPagesField />
      </Form.Item>
      <Form.Item name="remark" label={labelOfTenant('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      {id === null && <Beginning onLanguage={(chosen) => form.setFieldsValue(usualIn(chosen))} />}
    </FormModal>
  );
}

/** Fields for a new company only: settings and first records. */
const Beginning = ({
  onLanguage,
}: {
  readonly onLanguage: (chosen: InterfaceLanguage) => void;
}): ReactNode => (
  <>
    <Form.Item name="language" label={t('tenant.language')} extra={t('tenant.languageHint')}>
      <Segmented<InterfaceLanguage>
        aria-label={t('tenant.language')}
        options={[...languages]}
        onChange={onLanguage}
      />
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

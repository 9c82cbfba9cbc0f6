import { useQuery } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { roleChoices, users } from '@tradehouse/contract';
import { isStrongPassword } from '@tradehouse/domain';
import type { FormRule } from 'antd';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { parseWholeNumber } from '../../control/fieldNumber.ts';
import { call } from '../../app/net/client.ts';
import { passwordHash } from '../../app/session/password.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { InstitutionSelect, InstitutionsSelect } from '../../control/InstitutionSelect.tsx';
import { LogoInput } from '../../control/Pictures.tsx';
import { declared } from '../../record/fieldRules.ts';
import { bodyOf } from '../../record/fieldSchema.ts';
import { FormModal } from '../../record/FormModal.tsx';
import { labelOf } from '../../record/labels.ts';
import type { FormProps } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { tellPassword } from './userPassword.ts';

type Info = ReplyOf<typeof users.infoCall>;
type Name = keyof InputOf<typeof users.add>;

const label = (name: Name): string => labelOf(users.table, name);
const needed = (name: Name): FormRule => ({
  required: true,
  message: t('form.missing', { name: label(name) }),
});
const rule = (name: Name): FormRule => declared(users.add.input, name);
const strong: FormRule = {
  validator: async (_: unknown, value: string | undefined) => {
    if (value !== undefined && value !== '' && !isStrongPassword(value))
      throw new Error(t('password.rule'));
  },
};

/** Asks the server, while it is typed, whether the login name is free on the whole platform. */
const free: FormRule = {
  validator: async (_: unknown, value: string | undefined) => {
    const name = (value ?? '').trim();
    if (name.length < 2) return;
    const { status } = await call(users.nameExists, { name }, { quiet: true }).catch(() => ({
      status: false,
    }));
    if (status) throw new Error(t('form.taken', { name }));
  },
};

/** Sent as they are typed; the rest is asked for by `bodyOf`. */
const names: readonly Name[] = [
  'loginName',
  'name',
  'pictureId',
  'roleId',
  'institutionId',
  'institutionIds',
  'leader',
  'hideAmounts',
  'distributor',
  'jobTitle',
  'phone',
  'email',
  'sort',
  'remark',
];

/** The enabled roles; one that gives more than the caller holds can't be chosen. */
function RoleSelect(props: {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | undefined) => void;
  readonly disabled: boolean;
  readonly known: string;
}): ReactNode {
  const { known, value, ...item } = props;
  const { data } = useQuery({
    queryKey: ['choices', 'role'],
    queryFn: () => call(roleChoices, {}),
    staleTime: 5000,
  });
  const options = (data ?? []).map((role) => ({
    value: role.id,
    label: role.name,
    disabled: !role.mayGive,
  }));
  const missing = typeof value === 'string' && !options.some((option) => option.value === value);
  return (
    <Select
      {...item}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('select.placeholder')}
      value={value ?? null}
      options={missing ? [{ value, label: known, disabled: true }, ...options] : options}
    />
  );
}

interface FieldsProps {
  readonly info: Info | null;
  readonly readOnly: boolean;
}

const flag = (name: Name, hint?: string): ReactNode => (
  <Form.Item name={name} label={label(name)} valuePropName="checked" extra={hint}>
    <Switch />
  </Form.Item>
);
const text = (name: Name, maxLength: number): ReactNode => (
  <Form.Item name={name} label={label(name)} rules={[rule(name)]}>
    <Input maxLength={maxLength} autoComplete="off" />
  </Form.Item>
);

function Fields({ info, readOnly }: FieldsProps): ReactNode {
  const owner = info?.owner === true;
  return (
    <div className="form-grid two">
      <Form.Item
        name="loginName"
        label={label('loginName')}
        validateDebounce={500}
        rules={info === null ? [needed('loginName'), rule('loginName'), free] : []}
      >
        <Input maxLength={60} disabled={info !== null} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={label('name')} rules={[needed('name')]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="pictureId" label={label('pictureId')}>
        <LogoInput biz="user" disabled={readOnly} />
      </Form.Item>
      {info === null ? (
        <Form.Item
          name="password"
          label={label('password')}
          extra={t('user.passwordHint')}
          rules={[strong]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      ) : null}
      {owner ? (
        <Form.Item label={label('roleId')}>{t('user.ownerRole')}</Form.Item>
      ) : (
        <Form.Item name="roleId" label={label('roleId')} rules={[needed('roleId')]}>
          <RoleSelect disabled={readOnly} known={info?.roleName ?? ''} />
        </Form.Item>
      )}
      <Form.Item name="institutionId" label={label('institutionId')}>
        <InstitutionSelect />
      </Form.Item>
      <Form.Item name="institutionIds" label={label('institutionIds')}>
        <InstitutionsSelect />
      </Form.Item>
      {text('jobTitle', 60)}
      {flag('leader')}
      {text('phone', 30)}
      {text('email', 100)}
      {flag('hideAmounts', t('user.hideHint'))}
      {flag('distributor', t('user.distributorHint'))}
      <Form.Item name="sort" label={label('sort')} rules={[rule('sort')]}>
        <InputNumber parser={parseWholeNumber} className="wide" precision={0} controls={false} />
      </Form.Item>
      <Form.Item name="remark" label={label('remark')} className="wide-field">
        <Input.TextArea maxLength={126} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </div>
  );
}

interface Entries {
  readonly loginName?: string;
  readonly password?: string;
}

/** A user: who they are, their role and institutions, what they may not see. A new one's password is told once. */
export function UserForm({ id, onClose }: FormProps): ReactNode {
  const [form] = Form.useForm<Entries>();
  const may = useMay();
  const { page } = useTab();
  const readOnly = !may(page.url, '1');
  const record = useReadOnce(
    ['info', users.infoCall.path, id],
    () => call(users.infoCall, { id: id ?? '' }),
    id !== null,
  );
  const info = record.data ?? null;
  const write = async (entries: Entries, key: string, over: Info | undefined): Promise<void> => {
    const sent = names.filter((name) => name !== 'roleId' || info?.owner !== true);
    // SAFETY: the fields are those of the call, which checks them once more.
    const body = bodyOf(users.add.input, sent, { ...entries }, over ?? null) as InputOf<
      typeof users.add
    >;
    if (over !== undefined) {
      const { version } = over;
      await call(users.update, { ...body, id: over.id, version }, { key, quiet: true });
      return;
    }
    const password = entries.password ?? '';
    const chosen = password === '' ? {} : { password: passwordHash(password) };
    const added = await call(users.add, { ...body, ...chosen }, { key, quiet: true });
    if (added.password !== null) tellPassword(entries.loginName ?? '', added.password);
  };
  return (
    <FormModal<Entries, void, Info>
      form={form}
      id={id}
      name={t('record.user')}
      width={800}
      loading={id !== null && info === null}
      readOnly={readOnly}
      record={record}
      facts={names.map((name) => ({ name, label: label(name) }))}
      begin={(read) => ({ ...read, institutionIds: others(read ?? null) })}
      write={write}
      onSaved={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      <Fields info={info} readOnly={readOnly} />
    </FormModal>
  );
}

/** The institutions beside the own one. */
const others = (info: Info | null): readonly string[] =>
  (info?.institutionIds ?? []).filter((each) => each !== info?.institutionId);

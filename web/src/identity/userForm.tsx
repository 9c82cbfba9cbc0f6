import { useQuery } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { roleChoices, users } from '@tradehouse/contract';
import { isStrongPassword } from '@tradehouse/domain';
import type { FormRule } from 'antd';
import { Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { callEndpoint } from '../app/net/client.ts';
import { passwordHash } from '../app/session/password.ts';
import { useMay } from '../app/settings/permission.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { InstitutionSelect, InstitutionsSelect } from '../control/InstitutionSelect.tsx';
import { LogoInput } from '../control/Pictures.tsx';
import { formRuleOfField } from '../record/fieldRules.ts';
import { bodyOfForm } from '../record/fieldSchema.ts';
import { FormModal } from '../record/FormModal.tsx';
import { checkedWhileTyping, freeNameRule } from '../record/freeName.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { tellPassword } from './userPassword.ts';

type UserFormInfo = ReplyOf<typeof users.infoCall>;
type UserFieldName = keyof InputOf<typeof users.add>;

const labelOfUser = (name: UserFieldName): string => labelOfColumn(users.table, name);
const requireUserField = (name: UserFieldName): FormRule => ({
  required: true,
  message: t('form.missing', { name: labelOfUser(name) }),
});
const ruleOfUserField = (name: UserFieldName): FormRule => formRuleOfField(users.add.input, name);
const strong: FormRule = {
  validator: async (_: unknown, value: string | undefined) => {
    if (value !== undefined && value !== '' && !isStrongPassword(value))
      throw new Error(t('password.rule'));
  },
};

/** Sent as they are typed; the rest is asked for by `bodyOfForm`. */
const names: readonly UserFieldName[] = [
  'loginName',
  'name',
  'nickname',
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

/** Selects an enabled role; a role with more rights than the caller's is disabled. */
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
    queryFn: () => callEndpoint(roleChoices, {}),
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

interface UserFieldsProps {
  readonly info: UserFormInfo | null;
  readonly readOnly: boolean;
}

const renderUserSwitch = (name: UserFieldName, hint?: string): ReactNode => (
  <Form.Item name={name} label={labelOfUser(name)} valuePropName="checked" extra={hint}>
    <Switch />
  </Form.Item>
);
const renderUserTextField = (name: UserFieldName, maxLength: number, hint?: string): ReactNode => (
  <Form.Item name={name} label={labelOfUser(name)} rules={[ruleOfUserField(name)]} extra={hint}>
    <Input maxLength={maxLength} autoComplete="off" />
  </Form.Item>
);

function UserFormFields({ info, readOnly }: UserFieldsProps): ReactNode {
  const owner = info?.owner === true;
  return (
    <div className="form-grid two">
      <Form.Item
        name="loginName"
        label={labelOfUser('loginName')}
        {...(info === null ? checkedWhileTyping : {})}
        rules={
          info === null
            ? [
                requireUserField('loginName'),
                ruleOfUserField('loginName'),
                freeNameRule(users, null),
              ]
            : []
        }
      >
        <Input maxLength={60} disabled={info !== null} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={labelOfUser('name')} rules={[requireUserField('name')]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      {renderUserTextField('nickname', 60, t('user.nicknameHint'))}
      <Form.Item name="pictureId" label={labelOfUser('pictureId')}>
        <LogoInput biz="user" disabled={readOnly} />
      </Form.Item>
      {info === null ? (
        <Form.Item
          name="password"
          label={labelOfUser('password')}
          extra={t('user.passwordHint')}
          rules={[strong]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      ) : null}
      {owner ? (
        <Form.Item label={labelOfUser('roleId')}>{t('user.ownerRole')}</Form.Item>
      ) : (
        <Form.Item name="roleId" label={labelOfUser('roleId')} rules={[requireUserField('roleId')]}>
          <RoleSelect disabled={readOnly} known={info?.roleName ?? ''} />
        </Form.Item>
      )}
      <Form.Item name="institutionId" label={labelOfUser('institutionId')}>
        <InstitutionSelect />
      </Form.Item>
      <Form.Item name="institutionIds" label={labelOfUser('institutionIds')}>
        <InstitutionsSelect />
      </Form.Item>
      {renderUserTextField('jobTitle', 60)}
      {renderUserSwitch('leader')}
      {renderUserTextField('phone', 30)}
      {renderUserTextField('email', 100)}
      {renderUserSwitch('hideAmounts', t('user.hideHint'))}
      {renderUserSwitch('distributor', t('user.distributorHint'))}
      <Form.Item name="sort" label={labelOfUser('sort')} rules={[ruleOfUserField('sort')]}>
        <WholeNumberInput />
      </Form.Item>
      <Form.Item name="remark" label={labelOfUser('remark')} className="wide-field">
        <Input.TextArea maxLength={126} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </div>
  );
}

interface UserFormValues {
  readonly loginName?: string;
  readonly password?: string;
}

/** Edits a user: identity, role, institutions and hidden fields. Shows a new user's password once. */
export function UserForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<UserFormValues>();
  const may = useMay();
  const { page } = useTab();
  const readOnly = !may(page.url, '1');
  const record = useReadOnce(
    ['info', users.infoCall.path, id],
    () => callEndpoint(users.infoCall, { id: id ?? '' }),
    id !== null,
  );
  const info = record.data ?? null;
  const write = async (
    entries: UserFormValues,
    key: string,
    over: UserFormInfo | undefined,
  ): Promise<void> => {
    const sent = names.filter((name) => name !== 'roleId' || info?.owner !== true);
    // SAFETY: the fields match the call, and the call validates its input again.
    const body = bodyOfForm(users.add.input, sent, { ...entries }, over ?? null) as InputOf<
      typeof users.add
    >;
    if (over !== undefined) {
      const { version } = over;
      await callEndpoint(users.update, { ...body, id: over.id, version }, { key, quiet: true });
      return;
    }
    const password = entries.password ?? '';
    const chosen = password === '' ? {} : { password: passwordHash(password) };
    const added = await callEndpoint(users.add, { ...body, ...chosen }, { key, quiet: true });
    if (added.password !== null) tellPassword(entries.loginName ?? '', added.password);
  };
  return (
    <FormModal<UserFormValues, void, UserFormInfo>
      form={form}
      id={id}
      name={t('record.user')}
      width={800}
      loading={id !== null && info === null}
      readOnly={readOnly}
      record={record}
      facts={names.map((name) => ({ name, label: labelOfUser(name) }))}
      begin={(read) => ({ ...read, institutionIds: listOtherInstitutions(read ?? null) })}
      write={write}
      onSaved={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      <UserFormFields info={info} readOnly={readOnly} />
    </FormModal>
  );
}

/** Returns the institutions except the user's own. */
const listOtherInstitutions = (info: UserFormInfo | null): readonly string[] =>
  (info?.institutionIds ?? []).filter((each) => each !== info?.institutionId);

import { ApartmentOutlined, CheckSquareOutlined } from '@ant-design/icons';
import { dataScopes, roleMasks, roles, roleTypes } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { createContext, useContext, useState } from 'react';
import { notices } from '../../app/notices.ts';
import { List } from '../../list/listPage.tsx';
import type { FormProps } from '../../record/listTypes.ts';
import { recordForm } from '../../record/recordForm.tsx';
import { t } from '../../phrase/index.ts';
import { RoleButtons } from './roleButtons.tsx';
import { RoleFunctions } from './roleFunctions.tsx';

const RoleFields = recordForm({
  resource: roles,
  table: roles.table,
  title: t('record.role'),
  initial: { dataScope: 'all', hiddenAmounts: [] },
  fields: [
    { name: 'name', unique: true },
    { name: 'dataScope', control: 'choice', choices: dataScopes, hint: t('role.scopeHint') },
    { name: 'hiddenAmounts', control: 'choices', choices: roleMasks, hint: t('role.hiddenHint') },
    { name: 'approvalLimit', control: 'decimal', hint: t('role.limitHint') },
    { name: 'type', control: 'choice', choices: roleTypes },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area' },
  ],
});

type Step = 'functions' | 'buttons';
interface Opened {
  readonly step: Step;
  readonly roleId: string;
}

/** Opens the pages or buttons of a role. */
const Wizard = createContext<(opened: Opened) => void>(() => undefined);

/** Asks whether to go on with the next thing that a role needs. */
async function goOn(step: Step, roleId: string, open: (opened: Opened) => void): Promise<void> {
  const title = t(step === 'functions' ? 'role.askFunctions' : 'role.askButtons');
  if (await notices().modal.confirm({ title })) open({ step, roleId });
}

function RoleForm(props: FormProps): ReactNode {
  const open = useContext(Wizard);
  return (
    <RoleFields
      {...props}
      onClose={(saved, id) => {
        props.onClose(saved);
        if (saved && id !== undefined) void goOn('functions', id, open);
      }}
    />
  );
}

/** The roles, each with the way to its pages and buttons. */
export default function RoleList(): ReactNode {
  const [opened, open] = useState<Opened | null>(null);
  const step = (key: Step, icon: ReactNode) => ({
    key,
    label: t(`role.${key}`),
    icon,
    button: '1' as const,
    run: ({ id }: { readonly id: string | null }) => {
      open({ step: key, roleId: id ?? '' });
      return false;
    },
  });
  return (
    <Wizard value={open}>
      <List
        table={roles.table}
        resource={roles}
        form={RoleForm}
        facts={['dataScope', 'users', 'enabled']}
        rowActions={[
          step('functions', <ApartmentOutlined aria-hidden />),
          step('buttons', <CheckSquareOutlined aria-hidden />),
        ]}
      />
      {opened?.step === 'functions' ? (
        <RoleFunctions
          roleId={opened.roleId}
          onClose={(done) => {
            open(null);
            if (done) void goOn('buttons', opened.roleId, open);
          }}
        />
      ) : null}
      {opened?.step === 'buttons' ? (
        <RoleButtons roleId={opened.roleId} onClose={() => open(null)} />
      ) : null}
    </Wizard>
  );
}

import { ApartmentOutlined, CheckSquareOutlined } from '@ant-design/icons';
import { dataScopes, roleMasks, roles, roleTypes } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { createContext, useContext, useState } from 'react';
import { getNotices } from '../app/notices.ts';
import { List } from '../list/listPage.tsx';
import type { RecordFormProps } from '../record/listTypes.ts';
import { recordForm } from '../record/recordForm.tsx';
import { t } from '../phrase/index.ts';
import { RoleButtons } from './roleButtons.tsx';
import { RoleFunctions } from './roleFunctions.tsx';

const RoleFields = recordForm({
  resource: roles,
  table: roles.table,
  title: t('record.role'),
  initial: { dataScope: 'all', hiddenAmounts: [], landingUrl: '' },
  fields: [
    { name: 'name', unique: true },
    { name: 'dataScope', control: 'choice', choices: dataScopes, hint: t('role.scopeHint') },
    { name: 'hiddenAmounts', control: 'choices', choices: roleMasks, hint: t('role.hiddenHint') },
    { name: 'approvalLimit', control: 'decimal', hint: t('role.limitHint') },
    { name: 'type', control: 'choice', choices: roleTypes },
    { name: 'landingUrl', control: 'page', hint: t('role.landingHint') },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area' },
  ],
});

type RoleWizardStep = 'functions' | 'buttons';
interface RoleWizardState {
  readonly step: RoleWizardStep;
  readonly roleId: string;
}

/** Opens the pages or buttons of a role. */
const Wizard = createContext<(opened: RoleWizardState) => void>(() => undefined);

/** Asks whether to continue with a role's next setup step. */
async function goOn(
  step: RoleWizardStep,
  roleId: string,
  open: (opened: RoleWizardState) => void,
): Promise<void> {
  const title = t(step === 'functions' ? 'role.askFunctions' : 'role.askButtons');
  if (await getNotices().modal.confirm({ title })) open({ step, roleId });
}

function RoleForm(props: RecordFormProps): ReactNode {
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

/** Lists roles, with links to pages and buttons. */
export default function RoleList(): ReactNode {
  const [opened, open] = useState<RoleWizardState | null>(null);
  const step = (key: RoleWizardStep, icon: ReactNode) => ({
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

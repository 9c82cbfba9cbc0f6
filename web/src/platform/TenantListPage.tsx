import {
  BarChartOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  DatabaseOutlined,
  DownloadOutlined,
  ImportOutlined,
  KeyOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { exportTenant, resetTenantOwner, setTenantStatus, tenantTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, downloadFile, saveFile } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { List } from '../list/listPage.tsx';
import type { ListAction, RowAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { TenantForm } from './tenantForm.tsx';
import { TenantDump } from './tenantDump.tsx';
import { tellFirstPassword } from './tenantPassword.tsx';
import { TenantRenewal } from './tenantRenewal.tsx';
import { TenantRestore } from './tenantRestore.tsx';
import { TenantUsage } from './tenantUsage.tsx';

type TenantListRow = RowOf<typeof tenantTable>;

const nameOfTenant = ({ name, loginName }: TenantListRow): string => name ?? loginName ?? '';

const buildTenantStatusAction = (enable: boolean): ListAction<TenantListRow> => ({
  key: enable ? 'enable' : 'disable',
  label: t(enable ? 'act.enable' : 'act.disable'),
  icon: enable ? <CheckCircleOutlined aria-hidden /> : <StopOutlined aria-hidden />,
  button: '1',
  needs: 'some',
  danger: !enable,
  confirm: (n) => t(enable ? 'tenant.allowAsk' : 'tenant.suspendAsk', { n }),
  run: async (rows) => {
    await callEndpoint(setTenantStatus, {
      ids: rows.map(({ id }) => id ?? '').join(','),
      status: enable,
    });
    getNotices().message.success(t('list.done'));
    return true;
  },
});

const rowActions: readonly RowAction<TenantListRow>[] = [
  {
    key: 'export',
    label: t('tenant.export'),
    icon: <DownloadOutlined aria-hidden />,
    button: '1',
    run: async ({ id, code }) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(
        await downloadFile(exportTenant.path, { id: id ?? '' }),
        `${code ?? ''}_${day}.tradehouse.gz`,
      );
      return false;
    },
  },
  {
    key: 'reset',
    label: t('tenant.resetOwner'),
    icon: <KeyOutlined aria-hidden />,
    button: '1',
    confirm: ({ loginName }) => t('tenant.resetAsk', { name: loginName ?? '' }),
    run: async ({ id }) => {
      const { loginName, password } = await callEndpoint(resetTenantOwner, { id: id ?? '' });
      tellFirstPassword(loginName, password);
      return false;
    },
  },
];

/** Dialog over the list: a company's usage, or an import of companies. */
type TenantDialogRequest =
  | { readonly show: 'restore' | 'dump' }
  | { readonly show: 'usage' | 'renew'; readonly row: TenantListRow };

const buildTenantUsageAction = (
  ask: (asked: TenantDialogRequest) => void,
): RowAction<TenantListRow> => ({
  key: 'usage',
  label: t('tenant.usage'),
  icon: <BarChartOutlined aria-hidden />,
  run: (row) => {
    ask({ show: 'usage', row });
    return false;
  },
});

const buildRenewalAction = (
  ask: (asked: TenantDialogRequest) => void,
): RowAction<TenantListRow> => ({
  key: 'renew',
  label: t('plan.renew'),
  icon: <CalendarOutlined aria-hidden />,
  button: '1',
  run: (row) => {
    ask({ show: 'renew', row });
    return false;
  },
});

type WayIn = Pick<ListAction<TenantListRow>, 'label' | 'icon'> & {
  readonly key: 'restore' | 'dump';
};

const waysIn: readonly WayIn[] = [
  { key: 'restore', label: t('tenant.restore'), icon: <ImportOutlined aria-hidden /> },
  { key: 'dump', label: t('dump.open'), icon: <DatabaseOutlined aria-hidden /> },
];

const wayIn =
  (ask: (asked: TenantDialogRequest) => void) =>
  (way: WayIn): ListAction<TenantListRow> => ({
    ...way,
    button: '1',
    needs: 'none',
    run: () => {
      ask({ show: way.key });
      return false;
    },
  });

interface TenantDialogProps {
  readonly asked: TenantDialogRequest;
  /** `changed`: companies may have come. */
  readonly onClose: (changed: boolean) => void;
}

function TenantListDialog({ asked, onClose }: TenantDialogProps): ReactNode {
  if (asked.show === 'usage') {
    const { row } = asked;
    return (
      <TenantUsage id={row.id ?? ''} name={nameOfTenant(row)} onClose={() => onClose(false)} />
    );
  }
  if (asked.show === 'renew') {
    const { row } = asked;
    return <TenantRenewal id={row.id ?? ''} name={nameOfTenant(row)} onClose={onClose} />;
  }
  return asked.show === 'dump' ? (
    <TenantDump onClose={() => onClose(true)} />
  ) : (
    <TenantRestore onClose={onClose} />
  );
}

/** The companies of the installation, for the platform's own people. */
export default function TenantList(): ReactNode {
  const [asked, setAsked] = useState<TenantDialogRequest | null>(null);
  /** Counts changes to companies, so that the list reloads. */
  const [restored, setRestored] = useState(0);
  const close = (changed: boolean): void => {
    setAsked(null);
    if (changed) setRestored((count) => count + 1);
  };
  return (
    <>
      <List
        key={restored}
        table={tenantTable}
        form={TenantForm}
        actions={[
          buildTenantStatusAction(true),
          buildTenantStatusAction(false),
          ...waysIn.map(wayIn(setAsked)),
        ]}
        rowActions={[buildTenantUsageAction(setAsked), buildRenewalAction(setAsked), ...rowActions]}
        facts={['name', 'users', 'enabled']}
      />
      {asked === null ? null : <TenantListDialog asked={asked} onClose={close} />}
    </>
  );
}

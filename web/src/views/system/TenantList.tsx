import {
  BarChartOutlined,
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
import { call, download, saveFile } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { List } from '../../list/listPage.tsx';
import type { ListAction, RowAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { TenantForm } from './tenantForm.tsx';
import { TenantDump } from './tenantDump.tsx';
import { tellFirstPassword } from './tenantPassword.tsx';
import { TenantRestore } from './tenantRestore.tsx';
import { TenantUsage } from './tenantUsage.tsx';

type Row = RowOf<typeof tenantTable>;

const nameOf = ({ name, loginName }: Row): string => name ?? loginName ?? '';

const status = (enable: boolean): ListAction<Row> => ({
  key: enable ? 'enable' : 'disable',
  label: t(enable ? 'act.enable' : 'act.disable'),
  icon: enable ? <CheckCircleOutlined aria-hidden /> : <StopOutlined aria-hidden />,
  button: '1',
  needs: 'some',
  danger: !enable,
  confirm: (n) => t(enable ? 'tenant.allowAsk' : 'tenant.suspendAsk', { n }),
  run: async (rows) => {
    await call(setTenantStatus, {
      ids: rows.map(({ id }) => id ?? '').join(','),
      status: enable,
    });
    notices().message.success(t('list.done'));
    return true;
  },
});

const rowActions: readonly RowAction<Row>[] = [
  {
    key: 'export',
    label: t('tenant.export'),
    icon: <DownloadOutlined aria-hidden />,
    button: '1',
    run: async ({ id, code }) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(
        await download(exportTenant.path, { id: id ?? '' }),
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
      const { loginName, password } = await call(resetTenantOwner, { id: id ?? '' });
      tellFirstPassword(loginName, password);
      return false;
    },
  },
];

/** The companies of the installation, for the platform's own people. */
export default function TenantList(): ReactNode {
  const [restoring, setRestoring] = useState(false);
  /** Counts what has changed companies, so that the list is read afresh. */
  const [restored, setRestored] = useState(0);
  const [bringing, setBringing] = useState(false);
  const [used, setUsed] = useState<Row | null>(null);
  const usage: RowAction<Row> = {
    key: 'usage',
    label: t('tenant.usage'),
    icon: <BarChartOutlined aria-hidden />,
    run: (row) => {
      setUsed(row);
      return false;
    },
  };
  const restore: ListAction<Row> = {
    key: 'restore',
    label: t('tenant.restore'),
    icon: <ImportOutlined aria-hidden />,
    button: '1',
    needs: 'none',
    run: () => {
      setRestoring(true);
      return false;
    },
  };
  const bring: ListAction<Row> = {
    key: 'dump',
    label: t('dump.open'),
    icon: <DatabaseOutlined aria-hidden />,
    button: '1',
    needs: 'none',
    run: () => {
      setBringing(true);
      return false;
    },
  };
  return (
    <>
      <List
        key={restored}
        table={tenantTable}
        form={TenantForm}
        actions={[status(true), status(false), restore, bring]}
        rowActions={[usage, ...rowActions]}
        facts={['name', 'users', 'enabled']}
      />
      {used === null ? null : (
        <TenantUsage id={used.id ?? ''} name={nameOf(used)} onClose={() => setUsed(null)} />
      )}
      {bringing ? (
        <TenantDump
          onClose={() => {
            setBringing(false);
            setRestored((count) => count + 1);
          }}
        />
      ) : null}
      {restoring ? (
        <TenantRestore
          onClose={(done) => {
            setRestoring(false);
            if (done) setRestored((count) => count + 1);
          }}
        />
      ) : null}
    </>
  );
}

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

/** What stands in a dialog over the list: a company's use, or the way in for companies. */
type Asked = { readonly show: 'restore' | 'dump' } | { readonly show: 'usage'; readonly row: Row };

const usage = (ask: (asked: Asked) => void): RowAction<Row> => ({
  key: 'usage',
  label: t('tenant.usage'),
  icon: <BarChartOutlined aria-hidden />,
  run: (row) => {
    ask({ show: 'usage', row });
    return false;
  },
});

type WayIn = Pick<ListAction<Row>, 'label' | 'icon'> & { readonly key: 'restore' | 'dump' };

const waysIn: readonly WayIn[] = [
  { key: 'restore', label: t('tenant.restore'), icon: <ImportOutlined aria-hidden /> },
  { key: 'dump', label: t('dump.open'), icon: <DatabaseOutlined aria-hidden /> },
];

const wayIn =
  (ask: (asked: Asked) => void) =>
  (way: WayIn): ListAction<Row> => ({
    ...way,
    button: '1',
    needs: 'none',
    run: () => {
      ask({ show: way.key });
      return false;
    },
  });

interface DialogProps {
  readonly asked: Asked;
  /** `changed`: companies may have come. */
  readonly onClose: (changed: boolean) => void;
}

function Dialog({ asked, onClose }: DialogProps): ReactNode {
  if (asked.show === 'usage') {
    const { row } = asked;
    return <TenantUsage id={row.id ?? ''} name={nameOf(row)} onClose={() => onClose(false)} />;
  }
  return asked.show === 'dump' ? (
    <TenantDump onClose={() => onClose(true)} />
  ) : (
    <TenantRestore onClose={onClose} />
  );
}

/** The companies of the installation, for the platform's own people. */
export default function TenantList(): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Counts what has changed companies, so that the list is read afresh. */
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
        actions={[status(true), status(false), ...waysIn.map(wayIn(setAsked))]}
        rowActions={[usage(setAsked), ...rowActions]}
        facts={['name', 'users', 'enabled']}
      />
      {asked === null ? null : <Dialog asked={asked} onClose={close} />}
    </>
  );
}

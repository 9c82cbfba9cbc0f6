import { tenantUsage } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { Descriptions, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useSettings } from '../app/settings/settings.ts';
import { Chart } from '../control/chart/Chart.tsx';
import type { ChartPicture } from '../control/chart/picture.ts';
import { timeText } from '../control/format.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { t } from '../phrase/index.ts';

type TenantUsageStats = ReplyOf<typeof tenantUsage>;

const formatMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function TenantUsageFigures({ usage }: { readonly usage: TenantUsageStats }): ReactNode {
  const { timeZone } = useSettings();
  const figures = [
    ['tenant.users', `${usage.users} / ${usage.userLimit}`],
    ['tenant.documents', String(usage.documents)],
    ['tenant.products', String(usage.products)],
    ['tenant.partners', String(usage.partners)],
    ['tenant.files', `${usage.files} · ${formatMegabytes(usage.fileBytes)}`],
    [
      'tenant.lastActivity',
      usage.lastActivity === null ? t('empty.none') : timeText(usage.lastActivity, timeZone),
    ],
  ] as const;
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={figures.map(([key, children]) => ({ key, label: t(key), children }))}
    />
  );
}

function Views({ usage: { days, pages } }: { readonly usage: TenantUsageStats }): ReactNode {
  if (days.length === 0) return <p>{t('tenant.noViews')}</p>;
  const title = t('tenant.viewsPerDay');
  const picture: ChartPicture = {
    as: 'bars',
    title,
    labels: days.map(({ day }) => day.slice(5)),
    series: [{ name: title, values: days.map(({ views }) => String(views)) }],
    figure: 'integer',
  };
  return (
    <>
      <Chart picture={picture} labelled={t('tenant.day')} />
      <h3>{t('tenant.topPages')}</h3>
      <Table
        size="small"
        pagination={false}
        showHeader={false}
        rowKey="url"
        dataSource={pages}
        columns={[{ dataIndex: 'text' }, { dataIndex: 'views', align: 'right' }]}
      />
    </>
  );
}

/** Shows a company's usage in figures, without any business data. */
export function TenantUsage(props: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const { data } = useReadOnce(['tenantUsage', props.id], () =>
    callEndpoint(tenantUsage, { id: props.id }),
  );
  return (
    <PaneModal
      title={t('tenant.usageOf', { name: props.name })}
      width={700}
      ready={data !== undefined}
      onCancel={props.onClose}
    >
      {data === undefined ? (
        <Skeleton active />
      ) : (
        <>
          <TenantUsageFigures usage={data} />
          <Views usage={data} />
        </>
      )}
    </PaneModal>
  );
}

import type { Renewals } from '@tradehouse/contract';
import { fieldLabel } from '@tradehouse/contract';
import { Table } from 'antd';
import type { ReactNode } from 'react';
import { language } from '../app/session/language.ts';
import { useSettings } from '../app/settings/settings.ts';
import { timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';

export const labelOfRenewal = (name: string): string => fieldLabel(language, 'renewals', name);

/** Renewals of a company, newest first. */
export function RenewalRows({ rows }: { readonly rows: Renewals }): ReactNode {
  const { timeZone } = useSettings();
  const day = (value: string): string => timeText(value, timeZone).slice(0, 10);
  const columns = (
    ['renewTime', 'operator', 'from', 'to', 'plan', 'amount', 'remark'] as const
  ).map((name) => ({
    key: name,
    title: labelOfRenewal(name),
    render: (_: unknown, row: Renewals[number]) => {
      if (name === 'renewTime') return timeText(row.renewTime, timeZone);
      if (name === 'from' || name === 'to') return day(row[name]);
      return row[name] ?? '';
    },
  }));
  if (rows.length === 0) return <p>{t('plan.noRenewals')}</p>;
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...rows]}
      columns={columns}
    />
  );
}

import { ownPlan } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import { RenewalRows } from './renewalRows.tsx';

/** The plan of the company: what it allows, what is used, its term and renewals. For the owner. */
export function CompanyPlan(): ReactNode {
  const { timeZone } = useSettings();
  const { data } = useQuery({ queryKey: ['ownPlan'], queryFn: () => callEndpoint(ownPlan, {}) });
  if (data === undefined) return <Skeleton active />;
  const of = (used: number, most: number | null): string => `${used} / ${most ?? t('plan.any')}`;
  const facts = [
    [t('home.plan'), data.planName],
    [
      t('home.lasts'),
      data.expireTime === null ? t('home.noEnd') : timeText(data.expireTime, timeZone),
    ],
    [t('home.users'), of(data.userCurrentNum, data.userNumLimit)],
    ...data.uses.map(({ thing, used, most }) => [t(`plan.${thing}`), of(used, most)] as const),
  ] as const;
  return (
    <>
      <Descriptions
        bordered
        size="small"
        className="gap-below"
        column={{ xs: 1, sm: 2 }}
        items={facts.map(([label, children]) => ({ key: label, label, children }))}
      />
      <h3>{t('plan.renewals')}</h3>
      <RenewalRows rows={data.renewals} />
    </>
  );
}

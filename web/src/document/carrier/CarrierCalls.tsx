import { carrierCallTable, logisticsCompanyPage } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { StatusMeaning } from '../../control/StatusTag.tsx';
import { Report } from '../../list/report/reportPage.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

type CallRow = RowOf<typeof carrierCallTable>;

const meanings: Readonly<Record<string, StatusMeaning>> = {
  ok: 'done',
  refused: 'refused',
  unreachable: 'refused',
};

const cells = {
  callResult: ({ callResult }: CallRow) => (
    <StatusTag meaning={meanings[callResult ?? ''] ?? 'quiet'}>
      {choiceOf('callResult', callResult ?? '')}
    </StatusTag>
  ),
};

interface Props {
  /** Limits the calls to a carrier or a shipment. */
  readonly fixed: { readonly companyId: string } | { readonly orderId: string };
}

/** Lists calls of carriers' APIs, for users who may open the page of carriers. */
export function CarrierCalls({ fixed }: Props): ReactNode {
  const may = useMay();
  if (!may(logisticsCompanyPage)) return null;
  return <Report table={carrierCallTable} cells={cells} fixed={fixed} title={t('carrier.calls')} />;
}

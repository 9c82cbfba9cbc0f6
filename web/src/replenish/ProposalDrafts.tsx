import { Segmented } from 'antd';
import { documentKinds } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { defineDocumentsReport } from '../list/report/drills.tsx';
import { Report } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';

/** Draft orders, and requisitions not ordered in full, by the statuses of the lists. */
const drafts = {
  purchaseOrder: { report: defineDocumentsReport('purchaseOrder'), status: ['0'] },
  purchaseRequest: { report: defineDocumentsReport('purchaseRequest'), status: ['0', '1', '3'] },
} as const;
type DraftKind = keyof typeof drafts;

/** Lists the drafts and requisitions of a product that count as coming. */
export function ProposalDrafts({ productId }: { readonly productId: string }): ReactNode {
  const may = useMay();
  const kinds = (['purchaseOrder', 'purchaseRequest'] as const).filter((kind) =>
    may(documentKinds[kind].url ?? ''),
  );
  const [chosen, setChosen] = useState<DraftKind>(kinds[0] ?? 'purchaseOrder');
  if (kinds.length === 0) return <p>{t('replenish.noDraftRights')}</p>;
  const { report, status } = drafts[chosen];
  return (
    <>
      <Segmented<DraftKind>
        aria-label={t('replenish.draftKinds')}
        value={chosen}
        options={kinds.map((value) => ({ value, label: documentKinds[value].name[language] }))}
        onChange={setChosen}
      />
      <Report key={chosen} {...report} given={{ materialId: productId, status, time: undefined }} />
    </>
  );
}

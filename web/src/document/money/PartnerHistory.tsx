import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import { useState } from 'react';
import { PaneModal } from '../../control/PaneModal.tsx';
import { defineDocumentsReport } from '../../list/report/drills.tsx';
import { Report } from '../../list/report/reportPage.tsx';
import { t } from '../../phrase/index.ts';
import { cashSideOfKind } from '../settlement/sides.ts';

interface Props {
  readonly code: MoneyKindCode;
  readonly partnerId: string | null;
  readonly partnerName: string;
}

/** Lists earlier receipts from, or payments to, a partner. */
export function PartnerHistory({ code, partnerId, partnerName }: Props) {
  const [open, setOpen] = useState(false);
  const side = cashSideOfKind(documentKinds[code]) === 'receive' ? 'customer' : 'supplier';
  const title = t(`report.history.${side}`);
  return (
    <>
      <Button disabled={partnerId === null} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && partnerId !== null && (
        <PaneModal
          width={1200}
          title={`${title} · ${partnerName}`}
          className="drill"
          onCancel={() => setOpen(false)}
        >
          <Report
            {...defineDocumentsReport(code)}
            fixed={{ kind: code, organId: partnerId }}
            given={{}}
          />
        </PaneModal>
      )}
    </>
  );
}

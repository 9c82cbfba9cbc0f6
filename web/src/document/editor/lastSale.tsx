import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../phrase/index.ts';
import { PrintDialog } from '../../print/PrintDialog.tsx';

/** Retail sale just saved; the form already holds the next sale. */
export interface CompletedSale {
  readonly id: string;
  readonly number: string;
  /** Formatted change; null if a prepayment pays. */
  readonly change: string | null;
}

/** Shows the remaining tasks for the last customer: change and receipt. */
export function LastSale({
  code,
  sold: { id, number, change },
}: {
  readonly code: KindCode;
  readonly sold: CompletedSale;
}): ReactNode {
  const [printing, setPrinting] = useState(false);
  return (
    <section className="last-sale" aria-label={t('till.last')}>
      <span>
        {t('till.last')} {number}
      </span>
      {change !== null && <strong>{t('till.change', { change })}</strong>}
      <Button onClick={() => setPrinting(true)}>{t('till.print')}</Button>
      {printing && <PrintDialog code={code} ids={[id]} onClose={() => setPrinting(false)} />}
    </section>
  );
}

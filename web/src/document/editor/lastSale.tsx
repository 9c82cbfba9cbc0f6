import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../phrase/index.ts';
import { PrintDialog } from '../../print/PrintDialog.tsx';

/** A sale over the counter that is saved; the form holds the next one already. */
export interface Sold {
  readonly id: string;
  readonly number: string;
  /** What is given back, as it is read; null where a prepayment pays. */
  readonly change: string | null;
}

/** What is still to be done for the customer who was served last: the change, and the receipt. */
export function LastSale({
  code,
  sold: { id, number, change },
}: {
  readonly code: KindCode;
  readonly sold: Sold;
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

import type { DocumentReply } from '@tradehouse/contract';
import { invoicePage } from '@tradehouse/contract';
import { invoicedAs } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';

/** Starts an invoice for the remainder of a bill in force. */
export function InvoiceButton({
  code,
  reply: { id, inForce, partnerId },
}: {
  readonly code: KindCode;
  readonly reply: DocumentReply;
}): ReactNode {
  const { open } = useTabActions();
  const may = useMay();
  const as = invoicedAs(code);
  if (as === null || !inForce || partnerId === null || !may(invoicePage, '1')) return null;
  return (
    <Button onClick={() => open(`${invoicePage}?bills=${id}`)}>
      {t(`invoice.make.${as.direction}`)}
    </Button>
  );
}

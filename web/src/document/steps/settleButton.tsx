import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds, settlingKind } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { cashSideOfKind } from '../settlement/sides.ts';
import { t } from '../../phrase/index.ts';

/** Opens a receipt or payment for a document's open amount. Hidden if nothing is open. */
export function SettleButton({
  code,
  reply: { id, openDebt, inForce },
}: {
  readonly code: KindCode;
  readonly reply: DocumentReply;
}): ReactNode {
  const tabs = useTabActions();
  const may = useMay();
  const settles = settlingKind(code);
  const url = settles === null ? null : documentKinds[settles].url;
  const open = openDebt !== null && Number(openDebt) !== 0;
  if (settles === null || url === null || !open || !inForce || !may(url, '1')) return null;
  const side = cashSideOfKind(documentKinds[settles]) === 'receive' ? 'receive' : 'pay';
  return (
    <Button onClick={() => tabs.open(`${url}/new?bill=${id}`)}>{t(`money.settle.${side}`)}</Button>
  );
}

import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds, purseSettledByKind, settlingKind } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { GiveBackDialog } from '../money/GiveBackDialog.tsx';
import { cashSideOfKind } from '../settlement/sides.ts';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly code: KindCode;
  readonly reply: DocumentReply;
  readonly onDone: () => void;
}

/** Refunds the remaining deposit of an approved order. Hidden if none remains. */
export function GiveBackButton({ code, reply, onDone }: Props): ReactNode {
  const may = useMay();
  const [open, setOpen] = useState(false);
  const back = settlingKind(code);
  const left = Number(reply.depositLeft ?? 0) > 0 && reply.status !== '0';
  if (back === null || purseSettledByKind(back) !== 'deposit' || !left) return null;
  if (!may(documentKinds[back].url ?? '', '1')) return null;
  const side = cashSideOfKind(documentKinds[back]) === 'receive' ? 'receive' : 'pay';
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(`money.giveBack.${side}`)}</Button>
      {open && (
        <GiveBackDialog
          code={back}
          order={reply}
          onClose={(changed) => {
            setOpen(false);
            if (changed) onDone();
          }}
        />
      )}
    </>
  );
}

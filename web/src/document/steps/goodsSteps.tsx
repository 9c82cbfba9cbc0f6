import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTab, useTabActions } from '../../app/tabs/tabs.ts';
import { SendDialog } from '../carrier/SendDialog.tsx';
import { DeliveryDialog } from '../fulfil/delivery/DeliveryDialog.tsx';
import { GradeGoodsDialog } from '../fulfil/tally/GradeDialog.tsx';
import { TallyDialog } from '../fulfil/tally/TallyDialog.tsx';
import { t } from '../../phrase/index.ts';
import { DifferencesDialog } from '../../print/DifferencesDialog.tsx';
import type { Differences } from '../../print/differences.ts';
import { PickingDialog } from '../../print/PickingDialog.tsx';
import { goodsStepOf, mayHandle, urlOf } from './documentActions.tsx';

interface Props {
  readonly code: KindCode;
  readonly reply: DocumentReply;
  /** Something of the document changed. */
  readonly onChanged: () => void;
  /** Prints the document itself. */
  readonly onPrint: () => void;
}

/** Opens the grading of goods received ungraded; hidden without such goods. */
export function GradeButton({
  reply,
  onDone,
}: {
  readonly reply: DocumentReply;
  readonly onDone: () => void;
}) {
  const [open, setOpen] = useState(false);
  const ungraded = reply.lines.some(({ allocations }) =>
    allocations.some(({ stockType }) => stockType === 'ungraded'),
  );
  const { goods } = documentKinds[reply.kind];
  const brings = Object.values(goods).some(({ to }) => to === 'warehouse');
  if (!ungraded || !brings || !reply.inForce) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('tally.title')}</Button>
      {open && <GradeGoodsDialog id={reply.id} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}

/**
 * Renders goods actions: purchase orders are tallied, sold goods picked and shipped, others given to
 * carriers.
 */
export function GoodsSteps({ code, reply, onChanged, onPrint }: Props): ReactNode {
  const { query } = useTab();
  const tabs = useTabActions();
  const may = useMay();
  const step = goodsStepOf(code, reply);
  const [open, setOpen] = useState(() => query.get('open') === step);
  const [picking, setPicking] = useState(false);
  const [differences, setDifferences] = useState<Differences | null>(null);
  if (step === null || !mayHandle(code, may)) return null;
  if (step === 'tally' && !may(urlOf('purchaseIn'), '1')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(`${step}.title`)}</Button>
      {open && step === 'tally' && (
        <TallyDialog
          id={reply.id}
          onClose={() => {
            setOpen(false);
            onChanged();
          }}
          onFinished={(receipt) => {
            setOpen(false);
            onChanged();
            tabs.open(`${urlOf('purchaseIn')}/${receipt}`);
          }}
          onPrint={setDifferences}
        />
      )}
      {open && step === 'delivery' && (
        <DeliveryDialog
          reply={reply}
          onClose={() => setOpen(false)}
          onDone={onChanged}
          {...(documentKinds[code].handling === 'ship' ? { onPrint } : {})}
          onPrintPicking={() => setPicking(true)}
        />
      )}
      {open && step === 'shipment' && (
        <SendDialog reply={reply} onClose={() => setOpen(false)} onDone={onChanged} />
      )}
      {differences !== null && (
        <DifferencesDialog differences={differences} onClose={() => setDifferences(null)} />
      )}
      {picking && <PickingDialog code={code} id={reply.id} onClose={() => setPicking(false)} />}
    </>
  );
}

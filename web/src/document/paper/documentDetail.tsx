import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode, OrderAction } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { getNotices } from '../../app/notices.ts';
import { useKeptRecent } from '../../app/settings/recent.ts';
import { useMay } from '../../app/settings/permission.ts';
import { queryClient } from '../../app/net/query.ts';
import { saveWorkbook } from '../../app/net/workbook.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { DocumentStatus } from '../../control/DocumentStatus.tsx';
import { CancelDialog } from '../steps/CancelDialog.tsx';
import { OrderStages, OrderTags } from '../steps/OrderLife.tsx';
import { BillInvoices } from './BillInvoices.tsx';
import { DocumentPaper } from './Paper.tsx';
import { DocumentTrail } from './Trail.tsx';
import { useDocumentKeys } from '../form/useDocumentKeys.ts';
import { ReceiveButton } from '../fulfil/transit/ReceiveDialog.tsx';
import { findNeighbour } from '../list/neighbours.ts';
import type { NeighbourStep } from '../list/neighbours.ts';
import { paperRows } from './paperSheet.ts';
import { t } from '../../phrase/index.ts';
import { PrintDialog } from '../../print/PrintDialog.tsx';
import {
  callsOf,
  mayConvertTo,
  convertTargets,
  convertText,
  mayCopyDocument,
  labelAddress,
  mayPrintLabels,
  submitDocumentStatus,
  urlOf,
} from '../steps/documentActions.tsx';
import { GiveBackButton } from '../steps/giveBackButton.tsx';
import { GoodsSteps, GradeButton } from '../steps/goodsSteps.tsx';
import { orderChoices, allowedStepsOfOrder, takeOrderStep } from '../steps/orderSteps.tsx';
import { Failed, RowsSkeleton } from '../../record/states.tsx';
import { InvoiceButton } from '../steps/invoiceButton.tsx';
import { SettleButton } from '../steps/settleButton.tsx';
import { refreshDocuments } from '../refreshDocuments.ts';
import '../form/document.css';

interface Props {
  readonly code: KindCode;
  readonly id: string;
}

/** Shows a saved document: paper, trail and actions. */
export function DocumentDetail({ code, id }: Props) {
  const tabs = useTabActions();
  const { data, error, refetch } = useQuery({
    queryKey: ['document', id],
    queryFn: () => callEndpoint(callsOf(code).info, { id }, { quiet: true }),
    staleTime: 0,
  });
  if (error !== null && data === undefined)
    return (
      <Failed
        error={error}
        onRetry={() => void refetch()}
        back={<Button onClick={() => tabs.replace(urlOf(code))}>{t('record.backToList')}</Button>}
      />
    );
  if (data === undefined) return <RowsSkeleton />;
  return <Detail key={id} code={code} reply={data} />;
}

interface DetailProps {
  readonly code: KindCode;
  readonly reply: DocumentReply;
}

/** Asks, approves or unapproves a document, and refreshes the results. */
async function setApproval({ code, reply }: DetailProps, to: '0' | '1'): Promise<void> {
  const question = t(to === '1' ? 'document.approveOneAsk' : 'document.reverseOneAsk');
  if (!(await getNotices().modal.confirm({ title: question }))) return;
  // Data shown when the question is answered: possibly newer than the question.
  const shown = queryClient.getQueryData<DocumentReply>(['document', reply.id]) ?? reply;
  try {
    await submitDocumentStatus(code, [shown], to);
  } catch {
    // The client has already shown the error.
  }
  await refreshDocuments();
}

function Detail({ code, reply }: DetailProps) {
  const url = urlOf(code);
  const tabs = useTabActions();
  const may = useMay();
  const settings = useSettings();
  const { id, number, status } = reply;
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    tabs.setTitle(number);
    // The tabs of a page stay the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [number]);

  useKeptRecent({ kind: code, id, number });

  const print = (): void => {
    if (!settings.auditPrint || status !== '0') setPrinting(true);
    else void getNotices().message.warning(t('document.printApproved'));
  };

  const draft = status === '0';
  const step = useSteps(code, reply);

  useDocumentKeys({
    Escape: () => tabs.close(),
    F2: () => (may(url, '1') ? tabs.create(`${url}/new`) : false),
    F8: () => (draft && may(url, '2') ? void setApproval({ code, reply }, '1') : false),
    'Ctrl+P': print,
    'Alt+ArrowLeft': () => void step(-1),
    'Alt+ArrowRight': () => void step(1),
  });

  return (
    <div className="document-page">
      <header className="document-bar">
        <div className="document-title">
          <h1>{documentKinds[code].name[language]}</h1>
          <span className="document-number">{number}</span>
          <DocumentStatus kind={code} status={status} closed={reply.closed} />
          <OrderTags reply={reply} />
          <Neighbours onStep={(by) => void step(by)} />
        </div>
        <DocumentDetailActions code={code} reply={reply} onPrint={print} />
      </header>
      <OrderStages reply={reply} onOpen={tabs.open} />
      <DocumentTrail reply={reply} onOpen={tabs.open} />
      <BillInvoices code={code} id={id} currency={reply.currency} />
      {printing && <PrintDialog code={code} ids={[id]} onClose={() => setPrinting(false)} />}
      <div className="paper-scroll">
        <DocumentPaper reply={reply} />
      </div>
    </div>
  );
}

/** Moves this tab to the next or previous document, and tells the user at the end. */
function useSteps(code: KindCode, { id, number }: DocumentReply) {
  const tabs = useTabActions();
  const searching = useRef(false);
  return async (by: NeighbourStep): Promise<void> => {
    if (searching.current) return;
    searching.current = true;
    try {
      const found = await findNeighbour(code, { id, number }, by);
      if (found !== null) tabs.replace(`${urlOf(code)}/${found}`);
      else void getNotices().message.info(t(by === 1 ? 'document.isLast' : 'document.isFirst'));
    } catch {
      // The client has already shown the error.
    } finally {
      searching.current = false;
    }
  };
}

const Neighbours = ({ onStep }: { readonly onStep: (by: NeighbourStep) => void }) => (
  <span>
    <IconButton
      label={t('document.previous')}
      title={`${t('document.previous')} (Alt+←)`}
      icon={<LeftOutlined aria-hidden />}
      onClick={() => onStep(-1)}
    />
    <IconButton
      label={t('document.next')}
      title={`${t('document.next')} (Alt+→)`}
      icon={<RightOutlined aria-hidden />}
      onClick={() => onStep(1)}
    />
  </span>
);

/**
 * Renders the actions for a document's current state. Dialogs are keyed: an open dialog survives a change
 * of actions.
 */
function DocumentDetailActions({
  code,
  reply,
  onPrint,
}: DetailProps & { readonly onPrint: () => void }) {
  const url = urlOf(code);
  const tabs = useTabActions();
  const may = useMay();
  const settings = useSettings();
  const { id, status } = reply;
  const draft = status === '0';
  const edits = may(url, '1');
  const done = () => void refreshDocuments();
  const next = convertTargets(code, may, settings.purchaseBySale).filter((to) =>
    mayConvertTo(code, to, reply),
  );
  return (
    <Space wrap className="document-actions">
      {edits && draft && (
        <Button type="primary" onClick={() => tabs.replace(`${url}/${id}/edit`)}>
          {t('act.edit')}
        </Button>
      )}
      {draft && may(url, '2') && (
        <Button title="F8" onClick={() => void setApproval({ code, reply }, '1')}>
          {t('document.approve')}
        </Button>
      )}
      {status === '1' && may(url, '7') && (
        <Button onClick={() => void setApproval({ code, reply }, '0')}>
          {t('document.reverse')}
        </Button>
      )}
      {edits && <ReceiveButton key="receive" reply={reply} onDone={done} />}
      {edits && <GradeButton key="grade" reply={reply} onDone={done} />}
      <GoodsSteps key="goods" code={code} reply={reply} onChanged={done} onPrint={onPrint} />
      {next.map((to) => (
        <Button key={to} onClick={() => tabs.open(`${urlOf(to)}/new?from=${id}`)}>
          {convertText(code, to)}
        </Button>
      ))}
      <SettleButton code={code} reply={reply} />
      <InvoiceButton code={code} reply={reply} />
      <GiveBackButton key="giveBack" code={code} reply={reply} onDone={done} />
      <Button onClick={onPrint} title="Ctrl+P">
        {t('act.print')}
      </Button>
      {mayPrintLabels(code, may) && (
        <Button onClick={() => tabs.open(labelAddress([id]))}>{t('label.print')}</Button>
      )}
      <More key="more" code={code} reply={reply} />
    </Space>
  );
}

/** A step of an order's life, and the end of a draft: each asked for first. */
function useSeldom({ id }: DocumentReply, code: KindCode, onCancel: () => void) {
  const tabs = useTabActions();
  const take = async (action: OrderAction): Promise<void> => {
    if (action === 'cancel') return onCancel();
    if (!(await getNotices().modal.confirm({ title: t(`order.${action}Ask`, { n: 1 }) }))) return;
    try {
      const n = await takeOrderStep(action, [id]);
      void getNotices().message.success(t('document.done', { n }));
    } catch {
      // The client has already shown the error.
    }
    await refreshDocuments();
  };
  const remove = async (): Promise<void> => {
    const title = t('document.deleteOneAsk');
    if (!(await getNotices().modal.confirm({ title, okButtonProps: { danger: true } }))) return;
    try {
      await callEndpoint(callsOf(code).remove, { id });
      tabs.close();
      await refreshDocuments();
    } catch {
      // The client has already shown the error.
    }
  };
  return { take, remove };
}

/** Shows rare actions, and the steps of an order's life. */
function More({ code, reply }: DetailProps) {
  const { id, number } = reply;
  const own = useSettings();
  const url = urlOf(code);
  const tabs = useTabActions();
  const may = useMay();
  const [cancelling, setCancelling] = useState(false);
  const edits = may(url, '1');
  const allowed = allowedStepsOfOrder(reply);
  const steps = orderChoices(code).filter(
    ({ action, button }) => allowed.includes(action) && may(url, button),
  );
  const { take, remove } = useSeldom(reply, code, () => setCancelling(true));
  const removes = edits && reply.status === '0';
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(edits ? [{ key: 'new', label: t('act.new'), extra: 'F2' }] : []),
            ...(edits && mayCopyDocument(code) ? [{ key: 'copy', label: t('act.copy') }] : []),
            ...steps.map(({ action, label }) => ({ key: action, label })),
            { key: 'export', label: t('act.export') },
            ...(removes ? [{ key: 'delete', label: t('act.delete'), danger: true }] : []),
          ],
          onClick: ({ key }) => {
            const step = steps.find(({ action }) => action === key);
            if (step !== undefined) void take(step.action);
            if (key === 'new') tabs.create(`${url}/new`);
            if (key === 'copy') tabs.open(`${url}/new?copy=${id}`);
            if (key === 'export') void saveWorkbook(number, paperRows(reply, own));
            if (key === 'delete') void remove();
          },
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('document.more')}
        </Button>
      </Dropdown>
      {cancelling && (
        <CancelDialog
          ids={[id]}
          onClose={(done) => {
            setCancelling(false);
            if (done) void refreshDocuments();
          }}
        />
      )}
    </>
  );
}

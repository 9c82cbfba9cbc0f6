import { DownOutlined } from '@ant-design/icons';
import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode, OrderAction } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Space } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { notices } from '../../app/notices.ts';
import { useKeptRecent } from '../../app/settings/recent.ts';
import { useMay } from '../../app/settings/permission.ts';
import { outdate, queryClient } from '../../app/net/query.ts';
import { saveWorkbook } from '../../app/net/workbook.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { DocumentStatus } from '../../control/DocumentStatus.tsx';
import { CancelDialog } from '../steps/CancelDialog.tsx';
import { OrderStages, OrderTags } from '../steps/OrderLife.tsx';
import { BillInvoices } from './BillInvoices.tsx';
import { Paper } from './Paper.tsx';
import { Trail } from './Trail.tsx';
import { useDocumentKeys } from '../form/useDocumentKeys.ts';
import { ReceiveButton } from '../fulfil/transit/ReceiveDialog.tsx';
import { paperRows } from './paperSheet.ts';
import { t } from '../../phrase/index.ts';
import { PrintDialog } from '../../print/PrintDialog.tsx';
import {
  callsOf,
  convertible,
  convertTargets,
  convertText,
  copies,
  labelAddress,
  labels,
  setStatus,
  urlOf,
} from '../steps/documentActions.tsx';
import { GiveBackButton } from '../steps/giveBackButton.tsx';
import { GoodsSteps, GradeButton } from '../steps/goodsSteps.tsx';
import { orderChoices, stepsOf, takeOrderStep } from '../steps/orderSteps.tsx';
import { Failed, RowsSkeleton } from '../../record/states.tsx';
import { InvoiceButton } from '../steps/invoiceButton.tsx';
import { SettleButton } from '../steps/settleButton.tsx';
import '../form/document.css';

interface Props {
  readonly code: KindCode;
  readonly id: string;
}

/** A saved document to be read: paper, its trail, and what may be done with it. */
export function DocumentDetail({ code, id }: Props) {
  const tabs = useTabs();
  const { data, error, refetch } = useQuery({
    queryKey: ['document', id],
    queryFn: () => call(callsOf(code).info, { id }, { quiet: true }),
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
  return <Detail code={code} reply={data} />;
}

interface DetailProps {
  readonly code: KindCode;
  readonly reply: DocumentReply;
}

const changed = (): Promise<void> => outdate(['document'], ['list']);

/** Asks, approves or unapproves, and reads again what came of it. */
async function setApproval({ code, reply }: DetailProps, to: '0' | '1'): Promise<void> {
  const question = t(to === '1' ? 'document.approveOneAsk' : 'document.reverseOneAsk');
  if (!(await notices().modal.confirm({ title: question }))) return;
  // What stands behind the question when it is answered: it may have arrived since the question was asked.
  const shown = queryClient.getQueryData<DocumentReply>(['document', reply.id]) ?? reply;
  try {
    await setStatus(code, [shown], to);
  } catch {
    // The client has said what went wrong.
  }
  await changed();
}

function Detail({ code, reply }: DetailProps) {
  const url = urlOf(code);
  const tabs = useTabs();
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
    else void notices().message.warning(t('document.printApproved'));
  };

  useDocumentKeys({
    Escape: () => tabs.close(),
    F2: () => (may(url, '1') ? tabs.create(`${url}/new`) : false),
    'Ctrl+P': print,
  });

  return (
    <div className="document-page">
      <header className="document-bar">
        <div className="document-title">
          <h1>{documentKinds[code].name[language]}</h1>
          <span className="document-number">{number}</span>
          <DocumentStatus kind={code} status={status} closed={reply.closed} />
          <OrderTags reply={reply} />
        </div>
        <Actions code={code} reply={reply} onPrint={print} />
      </header>
      <OrderStages reply={reply} />
      <Trail reply={reply} onOpen={tabs.open} />
      <BillInvoices code={code} id={id} currency={reply.currency} />
      {printing && <PrintDialog code={code} ids={[id]} onClose={() => setPrinting(false)} />}
      <div className="paper-scroll">
        <Paper reply={reply} />
      </div>
    </div>
  );
}

/**
 * What can be done with a document as it stands. It changes with the document: a dialog that is open stays by its key, not
 * by its place.
 */
function Actions({ code, reply, onPrint }: DetailProps & { readonly onPrint: () => void }) {
  const url = urlOf(code);
  const tabs = useTabs();
  const may = useMay();
  const settings = useSettings();
  const { id, status } = reply;
  const draft = status === '0';
  const edits = may(url, '1');
  const done = () => void changed();
  const next = convertTargets(code, may, settings.purchaseBySale).filter((to) =>
    convertible(code, to, reply),
  );
  return (
    <Space wrap className="document-actions">
      {edits && draft && (
        <Button type="primary" onClick={() => tabs.replace(`${url}/${id}/edit`)}>
          {t('act.edit')}
        </Button>
      )}
      {draft && may(url, '2') && (
        <Button onClick={() => void setApproval({ code, reply }, '1')}>
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
      {labels(code, may) && (
        <Button onClick={() => tabs.open(labelAddress([id]))}>{t('label.print')}</Button>
      )}
      <More key="more" code={code} reply={reply} />
    </Space>
  );
}

/** A step of an order's life, and the end of a draft: each asked for first. */
function useSeldom({ id }: DocumentReply, code: KindCode, onCancel: () => void) {
  const tabs = useTabs();
  const take = async (action: OrderAction): Promise<void> => {
    if (action === 'cancel') return onCancel();
    if (!(await notices().modal.confirm({ title: t(`order.${action}Ask`, { n: 1 }) }))) return;
    try {
      const n = await takeOrderStep(action, [id]);
      void notices().message.success(t('document.done', { n }));
    } catch {
      // The client has said what went wrong.
    }
    await changed();
  };
  const remove = async (): Promise<void> => {
    const title = t('document.deleteOneAsk');
    if (!(await notices().modal.confirm({ title, okButtonProps: { danger: true } }))) return;
    try {
      await call(callsOf(code).remove, { id });
      tabs.close();
      await changed();
    } catch {
      // The client has said what went wrong.
    }
  };
  return { take, remove };
}

/** What is seldom wanted of a document, and the steps of an order's life. */
function More({ code, reply }: DetailProps) {
  const { id, number } = reply;
  const own = useSettings();
  const url = urlOf(code);
  const tabs = useTabs();
  const may = useMay();
  const [cancelling, setCancelling] = useState(false);
  const edits = may(url, '1');
  const allowed = stepsOf(reply);
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
            ...(edits && copies(code) ? [{ key: 'copy', label: t('act.copy') }] : []),
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
            if (done) void changed();
          }}
        />
      )}
    </>
  );
}

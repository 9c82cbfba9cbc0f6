import { PrinterOutlined } from '@ant-design/icons';
import type { PrintPaper } from '@tradehouse/contract';
import {
  documentsToPrint,
  printPaperCodes,
  recordPrinting,
  settingsPage,
} from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Radio, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useId, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { useBusy } from '../app/useBusy.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { t } from '../phrase/index.ts';
import { PrintFrame } from './PrintFrame.tsx';
import { ReceiptButton } from './receipts/ReceiptButton.tsx';
import type { Printing } from './usePrinting.ts';
import { usePaper, usePieces, useTemplate } from './usePrinting.ts';
import './print.css';

interface Props {
  readonly code: KindCode;
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** Where the template of a kind for a paper is changed. */
const templateAddress = (code: KindCode, paper: PrintPaper, id: string): string =>
  `${settingsPage}/print?kind=${code}&paper=${paper}&id=${id}`;

/** Previews documents of a kind for printing, with choice of paper. */
export function PrintDialog({ code, ids, onClose }: Props): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['print', code, ...ids],
    queryFn: () =>
      callEndpoint(documentsToPrint, { kind: code, ids: ids.join(',') }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (error !== null)
    return (
      <PaneModal title={t('act.print')} width={480} onCancel={onClose}>
        <Alert type="warning" showIcon title={error.message} />
      </PaneModal>
    );
  return <PrintPreview code={code} printing={data} onClose={onClose} />;
}

interface PrintPreviewProps {
  readonly code: KindCode;
  /** Undefined during reading. */
  readonly printing: Printing | undefined;
  readonly onClose: () => void;
}

const nothing = { window: null, pages: 0 } as const;

/** Manages the frame's readiness and starts printing. */
function useReady({ code, printing, onClose }: PrintPreviewProps, paper: PrintPaper) {
  const [ready, setReady] = useState<{ window: Window | null; pages: number }>(nothing);
  const [busy, run] = useBusy();
  const onReady = useCallback(
    (window: Window | null, pages: number) => setReady({ window, pages }),
    [],
  );
  const print = async (): Promise<void> => {
    const { window } = ready;
    if (window === null) return;
    const ids = printing?.documents.map(({ id }) => id).join(',') ?? '';
    await run(async () => {
      await callEndpoint(recordPrinting, { kind: code, ids, paper });
      window.focus();
      window.print();
      onClose();
    });
  };
  return { ready, onReady, busy, print };
}

function printTitleOf(code: KindCode, documents: Printing['documents']): string {
  const name = documentKinds[code].name[language];
  const [first] = documents;
  return documents.length === 1 ? `${name} ${first?.number}` : `${name} × ${documents.length}`;
}

function PrintPreview(props: PrintPreviewProps): ReactNode {
  const { code, printing, onClose } = props;
  const [paper, setPaper] = usePaper(code);
  const template = useTemplate(printing?.templates, code, paper);
  const pieces = usePieces(printing, template);
  const { ready, onReady, busy, print } = useReady(props, paper);
  const form = useId();
  const documents = printing?.documents ?? [];
  const title = printTitleOf(code, documents);
  return (
    <PaneModal
      title={t('print.title', { name: title })}
      width={1000}
      className="print-dialog"
      onCancel={onClose}
      footer={
        <>
          <EditTemplate code={code} paper={paper} id={documents[0]?.id} onClose={onClose} />
          <ReceiptButton code={code} printing={printing} onPrinted={onClose} />
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            loading={busy}
            disabled={ready.window === null}
            htmlType="submit"
            form={form}
          >
            {t('act.print')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="print-choices"
        onSubmit={(event) => {
          event.preventDefault();
          void print();
        }}
      >
        <PaperSelect value={paper} onChange={setPaper} />
        <span role="status">
          {ready.window === null
            ? t('print.preparing')
            : t('print.count', { documents: documents.length, pages: ready.pages })}
        </span>
        <Service printing={printing} />
      </form>
      {pieces === null ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <PrintFrame pieces={pieces} template={template} title={title} onReady={onReady} />
      )}
    </PaneModal>
  );
}

interface EditProps {
  readonly code: KindCode;
  readonly paper: PrintPaper;
  /** The document to look at while the template is changed. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** Links to the template, for users with permission to edit. */
function EditTemplate({ code, paper, id, onClose }: EditProps): ReactNode {
  const may = useMay();
  const tabs = useTabActions();
  if (!may(settingsPage, '1')) return null;
  return (
    <Button
      type="link"
      className="print-edit"
      onClick={() => {
        onClose();
        tabs.open(templateAddress(code, paper, id ?? ''));
      }}
    >
      {t('print.editTemplate')}
    </Button>
  );
}

interface PaperSelectProps {
  readonly value: PrintPaper;
  readonly onChange: (paper: PrintPaper) => void;
}

export const PaperSelect = ({ value, onChange }: PaperSelectProps): ReactNode => (
  <Radio.Group
    aria-label={t('print.paper')}
    optionType="button"
    value={value}
    options={printPaperCodes.map((paper) => ({ value: paper, label: t(`print.paper.${paper}`) }))}
    onChange={({ target }) => onChange(target.value)}
  />
);

// Frame rights: another site manages its own pages without access to this site.
const serviceRights =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';

/** Links to the platform's external print service, if any: for one document. */
function Service({ printing }: Pick<PrintPreviewProps, 'printing'>): ReactNode {
  const [first, second] = printing?.documents ?? [];
  if (printing === undefined || printing.serviceUrl === '') return null;
  if (first === undefined || second !== undefined) return null;
  return <ServiceLink url={printing.serviceUrl} number={first.number} />;
}

/** Shows the print service in a frame. */
function ServiceLink({ url, number }: { readonly url: string; readonly number: string }) {
  const [open, setOpen] = useState(false);
  const address = new URL(url);
  address.searchParams.set('no', number);
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        {t('print.service')}
      </Button>
      {open && (
        <PaneModal title={t('print.service')} width={1500} onCancel={() => setOpen(false)}>
          <iframe
            className="print-service"
            title={t('print.service')}
            src={address.href}
            sandbox={serviceRights}
          />
        </PaneModal>
      )}
    </>
  );
}

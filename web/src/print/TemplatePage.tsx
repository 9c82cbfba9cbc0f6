import type { PrintPaper, PrintTemplate, ReplyOf } from '@tradehouse/contract';
import {
  documentsToPrint,
  documentTables,
  printPaperCodes,
  printTemplates,
  resetPrintTemplate,
  settingsPage,
  updatePrintTemplate,
  usualPaper,
} from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Segmented, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useDeferredValue, useEffect, useState } from 'react';
import { callEndpoint, readTablePage } from '../app/net/client.ts';
import { language } from '../app/session/language.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useDirty, useTab, useTabActions } from '../app/tabs/tabs.ts';
import { useUnloadQuestion } from '../app/tabs/useUnloadQuestion.ts';
import { useBusy } from '../app/useBusy.ts';
import { RefusedFieldsContext, useRefusedFields } from '../control/refusedFields.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { PaperSelect } from './PrintDialog.tsx';
import { PrintFrame } from './PrintFrame.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { usePieces, useTemplate } from './usePrinting.ts';
import './print.css';

/** Default kind, with paper for customers, whose templates change most. */
const USUAL_KIND: KindCode = 'saleOut';

/** Returns the place in the page's address; otherwise the last or the default kind. */
function askedPlace(query: URLSearchParams, kinds: readonly KindCode[], last: string) {
  const wanted = [query.get('kind'), last, USUAL_KIND];
  const code = wanted.flatMap((one) => kinds.find((kind) => kind === one) ?? [])[0] ?? kinds[0];
  const paper = printPaperCodes.find((one) => one === query.get('paper'));
  return { code, paper: paper ?? (code === undefined ? 'a4' : usualPaper(code)) };
}

/** Page for editing print templates next to a sample document. */
export function TemplatePage(): ReactNode {
  const may = useMay();
  const { query } = useTab();
  const { setTitle } = useTabActions();
  const kinds = kindCodes.filter((code) => may(documentKinds[code].url ?? ''));
  const [last, setLast] = usePreference<string>('printTemplate', '');
  const [{ code, paper }, setPlace] = useState(() => askedPlace(query, kinds, last));
  const [id, setId] = useState(query.get('id'));
  useEffect(() => {
    setTitle(t('print.templates'));
    // The tabs of a page stay the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const { data, error } = useQuery({
    queryKey: ['printTemplates', code],
    queryFn: () => callEndpoint(printTemplates, { kind: code ?? '' }, { quiet: true }),
    enabled: code !== undefined,
  });
  if (code === undefined) return <Empty description={t('print.noKind')} />;
  if (error !== null) return <Alert type="warning" showIcon title={error.message} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <TemplateEditor
      key={`${code} ${paper}`}
      code={code}
      paper={paper}
      kinds={kinds}
      kept={data}
      id={id}
      onPlace={(next) => {
        if (next.code !== code) setId(null);
        setLast(next.code);
        setPlace(next);
      }}
      onDocument={setId}
    />
  );
}

interface TemplateSelection {
  readonly code: KindCode;
  readonly paper: PrintPaper;
}

interface TemplateEditorProps extends TemplateSelection {
  readonly kinds: readonly KindCode[];
  readonly kept: ReplyOf<typeof printTemplates>;
  /** The document to look at; null takes the newest. */
  readonly id: string | null;
  readonly onPlace: (place: TemplateSelection) => void;
  readonly onDocument: (id: string) => void;
}

/** Manages a template during editing: saving, resetting and leaving. */
function useDraft({ code, paper, kept, onPlace }: TemplateEditorProps) {
  const { setDirty } = useTabActions();
  const stored = useTemplate(kept.templates, code, paper);
  const version = kept.templates.find((one) => one.paper === paper)?.version ?? 0;
  const [draft, setDraft] = useState<PrintTemplate | null>(null);
  const [resets, setResets] = useState(0);
  const refused = useRefusedFields();
  const [busy, run] = useBusy();
  const template = draft ?? stored;
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(stored);
  const dirty = isChanged || refused.isAny;
  useDirty(dirty);
  useUnloadQuestion(dirty);

  const change = (work: () => Promise<unknown>, message: string): Promise<boolean> =>
    run(async () => {
      await work();
      await invalidateQueryKeys(['printTemplates'], ['print']);
      setDraft(null);
      void getNotices().message.success(message);
    });
  const save = async () =>
    refused.allow() &&
    change(
      () => callEndpoint(updatePrintTemplate, { kind: code, paper, version, template }),
      t('form.saved'),
    );
  const reset = async (): Promise<void> => {
    if (!(await getNotices().modal.confirm({ title: t('print.resetAsk') }))) return;
    setResets((before) => before + 1);
    if (version === 0) setDraft(null);
    else
      await change(
        () => callEndpoint(resetPrintTemplate, { kind: code, paper }),
        t('print.isReset'),
      );
  };
  const go = async (place: TemplateSelection): Promise<void> => {
    if (dirty && !(await getNotices().modal.confirm({ title: t('print.leaveAsk') }))) return;
    setDirty(false);
    onPlace(place);
  };
  const asComes = version === 0 && !dirty;
  return { template, setDraft, refused, resets, dirty, busy, asComes, save, reset, go };
}

function TemplateEditor(props: TemplateEditorProps): ReactNode {
  const { code, kept, id, onDocument } = props;
  const may = useMay();
  const phone = usePhone();
  const draft = useDraft(props);
  const [side, setSide] = useState<'form' | 'preview'>('form');
  const edits = may(settingsPage, '1');
  return (
    <div className="print-page">
      <Bar {...props} draft={draft} edits={edits} />
      {phone && (
        <Segmented<'form' | 'preview'>
          aria-label={t('print.view')}
          block
          value={side}
          onChange={setSide}
          options={(['form', 'preview'] as const).map((value) => ({
            value,
            label: t(`print.side.${value}`),
          }))}
        />
      )}
      <div className="print-sides">
        {/* Hidden behind the preview, a refused text and its refusal stay. A reset removes both. */}
        <fieldset
          key={draft.resets}
          className="print-form"
          disabled={!edits}
          hidden={phone && side !== 'form'}
        >
          <RefusedFieldsContext value={draft.refused.setRefusal}>
            <TemplateForm
              code={code}
              template={draft.template}
              logo={kept.logo}
              onChange={(next) => draft.setDraft(next)}
            />
          </RefusedFieldsContext>
        </fieldset>
        {(!phone || side === 'preview') && (
          <TemplatePreview code={code} template={draft.template} id={id} onDocument={onDocument} />
        )}
      </div>
    </div>
  );
}

interface TemplateBarProps extends TemplateEditorProps {
  readonly draft: ReturnType<typeof useDraft>;
  readonly edits: boolean;
}

/** Selects kind and paper, with the actions on the template. */
function Bar({ code, paper, kinds, draft, edits }: TemplateBarProps): ReactNode {
  const { go, reset, save, busy, dirty, asComes } = draft;
  return (
    <header className="print-bar">
      <Select<KindCode>
        aria-label={t('print.kind')}
        value={code}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={kinds.map((value) => ({ value, label: documentKinds[value].name[language] }))}
        onChange={(next) => void go({ code: next, paper })}
      />
      <PaperSelect value={paper} onChange={(next) => void go({ code, paper: next })} />
      {edits && (
        <span className="print-acts">
          <Button disabled={asComes} onClick={() => void reset()}>
            {t('print.reset')}
          </Button>
          <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
            {t('act.save')}
          </Button>
        </span>
      )}
    </header>
  );
}

interface TemplatePreviewProps {
  readonly code: KindCode;
  readonly template: PrintTemplate;
  readonly id: string | null;
  readonly onDocument: (id: string) => void;
}

/** Previews a document of the company with the edited template. */
function TemplatePreview({ code, template, id, onDocument }: TemplatePreviewProps): ReactNode {
  const { auditPrint } = useSettings();
  const table = documentTables[code];
  const { data: list } = useQuery({
    queryKey: ['list', 'print', code, auditPrint],
    queryFn: () =>
      readTablePage(table, {
        search: JSON.stringify({ kind: code, ...(auditPrint ? { status: ['1', '2', '3'] } : {}) }),
        pageSize: 20,
      }),
  });
  const listed = (list?.rows ?? []).map((row: Readonly<Record<string, unknown>>) => ({
    value: String(row['id']),
    label: String(row['number']),
  }));
  const shown = id ?? listed[0]?.value;
  const { data, error } = useQuery({
    queryKey: ['print', code, shown],
    queryFn: () =>
      callEndpoint(documentsToPrint, { kind: code, ids: shown ?? '' }, { quiet: true }),
    enabled: shown !== undefined,
    retry: false,
  });
  const late = useDeferredValue(template);
  const pieces = usePieces(data, late);
  const number = data?.documents[0]?.number;
  const options = [
    ...(number === undefined || listed.some(({ value }) => value === shown)
      ? []
      : [{ value: shown ?? '', label: number }]),
    ...listed,
  ];
  return (
    <div className="print-beside">
      {shown === undefined ? null : (
        <Select
          aria-label={t('print.document')}
          value={shown}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={onDocument}
        />
      )}
      {error !== null ? (
        <Alert type="warning" showIcon title={error.message} />
      ) : list !== undefined && shown === undefined ? (
        <Empty description={t('print.noDocument')} />
      ) : pieces === null ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <PrintFrame
          pieces={pieces}
          template={late}
          title={t('print.previewOf', { number: number ?? '' })}
        />
      )}
    </div>
  );
}

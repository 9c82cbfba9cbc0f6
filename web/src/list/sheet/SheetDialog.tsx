import type { SheetId, SheetImport } from '@tradehouse/contract';
import {
  applySheet,
  cancelSheet,
  lastSheetImport,
  sheetImport,
  sheetImports,
  undoSheet,
} from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call, upload } from '../../app/net/client.ts';
import { queryClient } from '../../app/net/query.ts';
import { quantityText } from '../../control/format.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import { useSaving } from '../../record/saving.ts';
import { SheetFile, SheetTemplates } from './SheetFile.tsx';
import { SheetRows } from './SheetRows.tsx';
import './sheet.css';

const running = ({ state }: SheetImport): boolean =>
  state === 'reading' || state === 'applying' || state === 'undoing';

interface Following {
  readonly at: SheetImport | null;
  readonly follow: (at: SheetImport | null) => void;
}

/** The import that is shown: the latest one, or the one begun here; asked again and again while something works on it. */
function useImport(sheet: SheetId): Following {
  const [begun, setBegun] = useState<SheetImport | null>(null);
  const last = useQuery({
    queryKey: ['sheetLast', sheet],
    queryFn: ({ signal }) => call(lastSheetImport, { sheet }, { signal, silent: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  // An import that is done with is history: only what still asks for something is shown again.
  const found = last.data ?? null;
  const open =
    found !== null && (running(found) || found.state === 'checked' || found.state === 'applied');
  const first = begun ?? (open ? found : null);
  const id = first?.id ?? '';
  const now = useQuery({
    queryKey: ['sheetImport', id],
    queryFn: ({ signal }) => call(sheetImport, { id }, { signal, silent: true }),
    enabled: id !== '',
    refetchInterval: ({ state: { data } }) => (data === undefined || running(data) ? 700 : false),
    gcTime: 0,
  });
  return {
    at: id === '' ? null : (now.data ?? first),
    follow: (next) => {
      setBegun(next);
      if (next === null) queryClient.setQueryData(['sheetLast', sheet], null);
      else queryClient.setQueryData(['sheetImport', next.id], next);
    },
  };
}

interface Props {
  readonly sheet: SheetId;
  /** `changed`: an import was written or taken back meanwhile. */
  readonly onClose: (changed: boolean) => void;
}

/** Brings records by spreadsheet: choose a file, look at what it would do, write it, and take it back. */
export function SheetDialog({ sheet, onClose }: Props): ReactNode {
  const { at, follow } = useImport(sheet);
  const [changed, setChanged] = useState(false);
  const saving = useSaving();
  // Each file and each step is a request of its own, so none of them shares the form's key.
  const begin = (file: File): Promise<unknown> =>
    saving.run(
      async () => follow(await upload(sheetImports[sheet], file, {}, { quiet: true })),
      () => false,
    );
  const step = (endpoint: typeof applySheet | typeof undoSheet): void => {
    setChanged(true);
    if (at !== null)
      void saving.run(
        async () => follow(await call(endpoint, { id: at.id }, { quiet: true })),
        () => false,
      );
  };
  const putAway = (): void => {
    if (at === null) return;
    const done = at.state === 'applied' || at.state === 'undone';
    if (!done) void call(cancelSheet, { id: at.id }, { silent: true }).catch(() => undefined);
    if (at.state === 'applying' || at.state === 'undoing') return;
    saving.clear();
    follow(null);
  };
  return (
    <PaneModal
      title={t(`sheet.title.${sheet}`)}
      width={900}
      onCancel={() => onClose(changed)}
      footer={
        <Foot
          at={at}
          busy={saving.busy}
          onStep={step}
          onAgain={putAway}
          onClose={() => onClose(changed)}
        />
      }
    >
      {saving.refusal === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={saving.refusal} />
      )}
      {at?.failure === null || at === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={at.failure} />
      )}
      {at === null || at.state === 'failed' ? (
        <>
          <p>{t('sheet.hint')}</p>
          <SheetTemplates sheet={sheet} />
          <SheetFile busy={saving.busy} onFile={(file) => void begin(file)} />
        </>
      ) : running(at) ? (
        <Working at={at} />
      ) : (
        <Outcome key={`${at.id} ${at.state}`} at={at} />
      )}
    </PaneModal>
  );
}

function Working({ at: { state, done, total } }: { readonly at: SheetImport }): ReactNode {
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
  const facts = { done: quantityText(done), total: quantityText(total) };
  // SAFETY: in these states it is at work.
  const doing = t(`sheet.${state as 'reading' | 'applying' | 'undoing'}`);
  return (
    <div className="sheet-working" role="status" aria-live="polite">
      <p>
        {doing} · {total === 0 ? t('sheet.rowsSoFar', facts) : t('sheet.rowsOf', facts)}
      </p>
      <Progress percent={percent} status="active" showInfo={total > 0} />
    </div>
  );
}

function Outcome({ at }: { readonly at: SheetImport }): ReactNode {
  const { state, fileName, newRows, changedRows, wrongRows, ignored } = at;
  const count = newRows + changedRows;
  if (state === 'undone') return <Alert type="success" showIcon title={t('sheet.undone')} />;
  return (
    <>
      {state === 'applied' ? (
        <Alert
          type="success"
          showIcon
          className="gap-below"
          title={t('sheet.applied', { count: quantityText(count), file: fileName })}
        />
      ) : wrongRows > 0 ? (
        <Alert type="warning" showIcon className="gap-below" title={t('sheet.mend')} />
      ) : count === 0 ? (
        <Alert type="info" showIcon className="gap-below" title={t('sheet.nothing')} />
      ) : null}
      {ignored.length > 0 && state === 'checked' ? (
        <p className="sheet-hint">{t('sheet.ignored', { columns: ignored.join(', ') })}</p>
      ) : null}
      <SheetRows at={at} />
    </>
  );
}

interface FootProps {
  readonly at: SheetImport | null;
  readonly busy: boolean;
  readonly onStep: (endpoint: typeof applySheet | typeof undoSheet) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Foot({ at, busy, onStep, onAgain, onClose }: FootProps): ReactNode {
  const close = <Button onClick={onClose}>{t('act.close')}</Button>;
  if (at === null || at.state === 'failed' || at.state === 'undone') return close;
  if (running(at))
    return (
      <>
        {close}
        <Button onClick={onAgain}>{t('sheet.stop')}</Button>
      </>
    );
  const count = at.newRows + at.changedRows;
  return (
    <>
      {close}
      <Button onClick={onAgain}>{t('sheet.again')}</Button>
      {at.state === 'applied' ? (
        <Popconfirm title={t('sheet.undoAsk')} onConfirm={() => onStep(undoSheet)}>
          <Button danger loading={busy}>
            {t('sheet.undo')}
          </Button>
        </Popconfirm>
      ) : (
        <Button
          type="primary"
          loading={busy}
          disabled={count === 0 || at.wrongRows > 0}
          onClick={() => onStep(applySheet)}
        >
          {t('sheet.apply', { count: quantityText(count) })}
        </Button>
      )}
    </>
  );
}

import type { SheetId, SheetImport } from '@tradehouse/contract';
import {
  applySheet,
  cancelSheet,
  lastSheetImport,
  sheetFields,
  sheetImport,
  sheetImports,
  undoSheet,
} from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Progress, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint, uploadToEndpoint } from '../../app/net/client.ts';
import { queryClient } from '../../app/net/query.ts';
import { reasonOfError } from '../../app/net/envelope.ts';
import { FileButton } from '../../control/FileButton.tsx';
import { quantityText } from '../../control/format.ts';
import { ImportHead, TABLE_TYPES } from '../../control/importDialog/ImportBody.tsx';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import { useFormSaving } from '../../record/saving.ts';
import { SheetTemplates } from './SheetFile.tsx';
import { createSheetImportRules, sheetUpload } from './sheetColumns.ts';
import type { SheetFields } from './sheetColumns.ts';
import { SheetRows } from './SheetRows.tsx';
import './sheet.css';

const isSheetImportRunning = ({ state }: SheetImport): boolean =>
  state === 'reading' || state === 'applying' || state === 'undoing';

interface Following {
  readonly at: SheetImport | null;
  readonly follow: (at: SheetImport | null) => void;
}

/** Follows the latest import, or the import started here; polls during processing. */
function useSheetImport(sheet: SheetId): Following {
  const [begun, setBegun] = useState<SheetImport | null>(null);
  const last = useQuery({
    queryKey: ['sheetLast', sheet],
    queryFn: ({ signal }) => callEndpoint(lastSheetImport, { sheet }, { signal, silent: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  // Finished imports are history: only an import that needs an action is shown.
  const found = last.data ?? null;
  const open =
    found !== null &&
    (isSheetImportRunning(found) || found.state === 'checked' || found.state === 'applied');
  const first = begun ?? (open ? found : null);
  const id = first?.id ?? '';
  const now = useQuery({
    queryKey: ['sheetImport', id],
    queryFn: ({ signal }) => callEndpoint(sheetImport, { id }, { signal, silent: true }),
    enabled: id !== '',
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isSheetImportRunning(data) ? 700 : false,
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

/** Reads the importable fields, then shows the import. */
export function SheetDialog({ sheet, onClose }: Props): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['sheetFields', sheet],
    queryFn: ({ signal }) => callEndpoint(sheetFields, { sheet }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (data !== undefined) return <SheetImporter sheet={sheet} fields={data} onClose={onClose} />;
  return (
    <PaneModal
      title={t(`sheet.title.${sheet}`)}
      width={WIDTH}
      ready={false}
      onCancel={() => onClose(false)}
      footer={<Button onClick={() => onClose(false)}>{t('act.close')}</Button>}
    >
      {error === null ? <Spin /> : <Alert type="error" showIcon title={reasonOfError(error)} />}
    </PaneModal>
  );
}

/** Pixels of the dialog. */
const WIDTH = 1000;

interface ImporterProps extends Props {
  readonly fields: SheetFields;
}

/** Steps of an import: choose file and columns, check, write, possibly undo. */
function useSheetSteps({ sheet, fields }: Omit<ImporterProps, 'onClose'>) {
  const { at, follow } = useSheetImport(sheet);
  const rules = useMemo(() => createSheetImportRules(sheet, fields), [sheet, fields]);
  const file = useImportFile(rules, '');
  // A chosen file shows its columns until checked.
  const [isChecked, setChecked] = useState(true);
  const [changed, setChanged] = useState(false);
  const saving = useFormSaving();
  const isChoosing = at === null || at.state === 'failed' || (file.isGiven && !isChecked);
  // Each file and step is a separate request, so none shares the form's key.
  const run = (work: () => Promise<SheetImport>): void =>
    void saving.run(
      async () => follow(await work()),
      () => false,
    );
  const putAway = (): void => {
    if (at === null) return;
    const done = at.state === 'applied' || at.state === 'undone';
    if (!done)
      void callEndpoint(cancelSheet, { id: at.id }, { silent: true }).catch(() => undefined);
    if (at.state === 'applying' || at.state === 'undoing') return;
    saving.clear();
    follow(null);
  };
  return {
    at,
    file,
    saving,
    changed,
    isChoosing,
    putAway,
    check: (): void => {
      const { file: sent, choices } = sheetUpload(file);
      setChecked(true);
      run(() => uploadToEndpoint(sheetImports[sheet], sent, choices, { quiet: true }));
    },
    editColumns: (): void => setChecked(false),
    choose: (chosen: File): void => {
      putAway();
      setChecked(false);
      void file.choose(chosen);
    },
    step: (endpoint: typeof applySheet | typeof undoSheet): void => {
      setChanged(true);
      if (endpoint === applySheet) file.remember();
      if (at !== null) run(() => callEndpoint(endpoint, { id: at.id }, { quiet: true }));
    },
  };
}

/** Imports records from a spreadsheet: choose file and columns, preview, write, undo. */
function SheetImporter({ sheet, fields, onClose }: ImporterProps): ReactNode {
  const steps = useSheetSteps({ sheet, fields });
  const { at, file, saving, changed, isChoosing } = steps;
  const close = (): void => onClose(changed);
  return (
    <PaneModal
      title={t(`sheet.title.${sheet}`)}
      width={WIDTH}
      onCancel={close}
      footer={
        isChoosing ? (
          <>
            <Button onClick={close}>{t('act.close')}</Button>
            <Button
              type="primary"
              loading={saving.busy}
              disabled={!file.isClear || file.busy}
              onClick={steps.check}
            >
              {t('sheet.check')}
            </Button>
          </>
        ) : (
          <SheetDialogFoot steps={steps} onClose={close} />
        )
      }
    >
      {saving.refusal === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={saving.refusal} />
      )}
      {at?.failure === null || at === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={at.failure} />
      )}
      {isChoosing ? (
        <>
          <p>{t('sheet.hint')}</p>
          <ImportHead
            file={file}
            tools={<SheetTemplates sheet={sheet} />}
            fields={fields.map(({ field, label, isRequired }) => ({
              column: field,
              title: label,
              isRequired,
            }))}
            needed={t('sheet.needed')}
          />
        </>
      ) : at === null ? null : isSheetImportRunning(at) ? (
        <Working at={at} />
      ) : (
        <SheetImportOutcome key={`${at.id} ${at.state}`} at={at} />
      )}
    </PaneModal>
  );
}

function Working({ at: { state, done, total } }: { readonly at: SheetImport }): ReactNode {
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
  const facts = { done: quantityText(done), total: quantityText(total) };
  // SAFETY: the import is processing in these states.
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

function SheetImportOutcome({ at }: { readonly at: SheetImport }): ReactNode {
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

interface SheetFootProps {
  readonly steps: ReturnType<typeof useSheetSteps>;
  readonly onClose: () => void;
}

function SheetDialogFoot({ steps, onClose }: SheetFootProps): ReactNode {
  const { at, file, saving, putAway, editColumns, choose, step } = steps;
  const close = <Button onClick={onClose}>{t('act.close')}</Button>;
  if (at === null || at.state === 'undone') return close;
  if (isSheetImportRunning(at))
    return (
      <>
        {close}
        <Button onClick={putAway}>{t('sheet.stop')}</Button>
      </>
    );
  const count = at.newRows + at.changedRows;
  return (
    <>
      {close}
      <FileButton label={t('sheet.file')} accept={TABLE_TYPES} onFile={choose}>
        {t('sheet.again')}
      </FileButton>
      {at.state === 'applied' ? (
        <Popconfirm title={t('sheet.undoAsk')} onConfirm={() => step(undoSheet)}>
          <Button danger loading={saving.busy}>
            {t('sheet.undo')}
          </Button>
        </Popconfirm>
      ) : (
        <>
          {file.isGiven ? <Button onClick={editColumns}>{t('sheet.columns')}</Button> : null}
          <Button
            type="primary"
            loading={saving.busy}
            disabled={count === 0 || at.wrongRows > 0}
            onClick={() => step(applySheet)}
          >
            {t('sheet.apply', { count: quantityText(count) })}
          </Button>
        </>
      )}
    </>
  );
}

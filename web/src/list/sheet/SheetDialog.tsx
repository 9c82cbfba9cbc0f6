import type { SheetId, SheetImport } from '@tradehouse/contract';
import {
  addMissingRecords,
  applySheet,
  cancelSheet,
  lastSheetImport,
  sheetFields,
  sheetImport,
  sheetImports,
  undoSheet,
  wrongSheetRows,
} from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Popconfirm, Progress, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint, uploadToEndpoint } from '../../app/net/client.ts';
import { queryClient } from '../../app/net/query.ts';
import { reasonOfError } from '../../app/net/envelope.ts';
import { FileButton } from '../../control/FileButton.tsx';
import { quantityText } from '../../control/format.ts';
import { ImportHead, TABLE_TYPES } from '../../control/importDialog/ImportBody.tsx';
import type { SharedMappings } from '../../control/importDialog/columnMemory.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import { useFormSaving } from '../../record/saving.ts';
import { SheetTemplates, fetchSheet } from './SheetFile.tsx';
import { createSheetImportRules, sheetUpload } from './sheetColumns.ts';
import type { SheetFields } from './sheetColumns.ts';
import { useSheetMappings } from './sheetMappings.ts';
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
  const shared = useSheetMappings(sheet);
  if (data !== undefined && shared !== undefined)
    return <SheetImporter sheet={sheet} fields={data} shared={shared} onClose={onClose} />;
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
  readonly shared: SharedMappings;
}

/** Steps of an import: choose file and columns, check, write, possibly undo. */
function useSheetSteps({ sheet, fields, shared }: Omit<ImporterProps, 'onClose'>) {
  const { at, follow } = useSheetImport(sheet);
  const rules = useMemo(
    () => createSheetImportRules(sheet, fields, shared),
    [sheet, fields, shared],
  );
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
    addMissing: (addsMissing: boolean): void => {
      if (at !== null)
        run(() => callEndpoint(addMissingRecords, { id: at.id, addsMissing }, { quiet: true }));
    },
    apply: (): void => {
      setChanged(true);
      file.remember();
      if (at === null) return;
      const withoutWrong = at.wrongRows > 0;
      run(() => callEndpoint(applySheet, { id: at.id, withoutWrong }, { quiet: true }));
    },
    undo: (): void => {
      setChanged(true);
      if (at !== null) run(() => callEndpoint(undoSheet, { id: at.id }, { quiet: true }));
    },
  };
}

/** Imports records from a spreadsheet: choose file and columns, preview, write, undo. */
function SheetImporter({ sheet, fields, shared, onClose }: ImporterProps): ReactNode {
  const steps = useSheetSteps({ sheet, fields, shared });
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
        <SheetImportOutcome
          key={`${at.id} ${at.state}`}
          at={at}
          busy={saving.busy}
          onAddMissing={steps.addMissing}
        />
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

interface SheetOutcomeProps {
  readonly at: SheetImport;
  readonly busy: boolean;
  readonly onAddMissing: (adds: boolean) => void;
}

function SheetImportOutcome({ at, busy, onAddMissing }: SheetOutcomeProps): ReactNode {
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
      <MissingChoice at={at} busy={busy} onAddMissing={onAddMissing} />
      {ignored.length > 0 && state === 'checked' ? (
        <p className="sheet-hint">{t('sheet.ignored', { columns: ignored.join(', ') })}</p>
      ) : null}
      <SheetRows at={at} />
    </>
  );
}

/** Offers to add missing categories and brands with the import, with number and names. */
function MissingChoice({ at, busy, onAddMissing }: SheetOutcomeProps): ReactNode {
  const { missing, addsMissing, state } = at;
  if (state === 'checked' ? missing.length === 0 && !addsMissing : !addsMissing) return null;
  const found = missing.map(({ record, count, names }) =>
    t(`sheet.missing.${record}`, {
      count: quantityText(count),
      names: [...names, ...(count > names.length ? ['…'] : [])].join(', '),
    }),
  );
  return (
    <div className="sheet-missing">
      {state === 'checked' ? (
        <Checkbox
          checked={addsMissing}
          disabled={busy}
          onChange={(event) => onAddMissing(event.target.checked)}
        >
          {t('sheet.addMissing')}
        </Checkbox>
      ) : (
        <p>{t('sheet.addedMissing')}</p>
      )}
      {found.map((line) => (
        <p key={line} className="sheet-hint">
          {line}
        </p>
      ))}
    </div>
  );
}

interface SheetFootProps {
  readonly steps: ReturnType<typeof useSheetSteps>;
  readonly onClose: () => void;
}

function SheetDialogFoot({ steps, onClose }: SheetFootProps): ReactNode {
  const { at, file, saving, putAway, editColumns, choose, apply, undo } = steps;
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
      {at.wrongRows > 0 ? (
        <Button
          onClick={() =>
            void fetchSheet(
              wrongSheetRows.path,
              { id: at.id },
              { title: t(`sheet.title.${at.sheet}`), dated: true },
            )
          }
        >
          {t('sheet.wrongFile')}
        </Button>
      ) : null}
      <FileButton label={t('sheet.file')} accept={TABLE_TYPES} onFile={choose}>
        {t('sheet.again')}
      </FileButton>
      {at.state === 'applied' ? (
        <Popconfirm title={t('sheet.undoAsk')} onConfirm={undo}>
          <Button danger loading={saving.busy}>
            {t('sheet.undo')}
          </Button>
        </Popconfirm>
      ) : (
        <>
          {file.isGiven ? <Button onClick={editColumns}>{t('sheet.columns')}</Button> : null}
          <Button type="primary" loading={saving.busy} disabled={count === 0} onClick={apply}>
            {at.wrongRows > 0 && count > 0
              ? t('sheet.applyRest', {
                  count: quantityText(count),
                  wrong: quantityText(at.wrongRows),
                })
              : t('sheet.apply', { count: quantityText(count) })}
          </Button>
        </>
      )}
    </>
  );
}

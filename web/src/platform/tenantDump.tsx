import type { DumpCompany, DumpImport } from '@tradehouse/contract';
import { dumpImport, dumpReport, importDump } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Progress, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, downloadFile, saveFile, uploadToEndpoint } from '../app/net/client.ts';
import { queryClient } from '../app/net/query.ts';
import { FileButton } from '../control/FileButton.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { useFormSaving } from '../record/saving.ts';
import { t } from '../phrase/index.ts';

const KEY = ['dumpImport'];

const isDumpImportRunning = (at: DumpImport | null | undefined): boolean =>
  at?.state === 'reading' || at?.state === 'importing';

/** Manages the dump, the chosen companies, and starting the import. */
function useTenantDumpImport() {
  const [file, setFile] = useState<File | null>(null);
  const [companies, setCompanies] = useState('');
  const { run, busy, refusal } = useFormSaving();
  const begin = async (): Promise<void> => {
    if (file === null) return;
    const input = companies.trim() === '' ? {} : { companies: companies.trim() };
    const begun = await run(
      async () =>
        queryClient.setQueryData(
          KEY,
          await uploadToEndpoint(importDump, file, input, { quiet: true }),
        ),
      () => false,
    );
    if (begun) setFile(null);
  };
  return { file, setFile, companies, setCompanies, busy, refusal, begin };
}

interface TenantDumpChooserProps {
  readonly bringing: ReturnType<typeof useTenantDumpImport>;
  readonly disabled: boolean;
}

const TenantDumpChooser = ({ bringing, disabled }: TenantDumpChooserProps): ReactNode => (
  <Form layout="vertical" disabled={disabled}>
    <Form.Item label={t('dump.file')} required>
      <FileButton label={t('dump.file')} accept=".sql,application/sql" onFile={bringing.setFile}>
        {bringing.file?.name ?? t('import.file')}
      </FileButton>
    </Form.Item>
    <Form.Item label={t('dump.companies')} htmlFor="dump-companies" extra={t('dump.companiesHint')}>
      <Input
        id="dump-companies"
        maxLength={2000}
        value={bringing.companies}
        onChange={({ target }) => bringing.setCompanies(target.value)}
      />
    </Form.Item>
  </Form>
);

/** Imports companies from a jshERP dump, shows progress, offers the reconciliation. */
export function TenantDump({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data: at = null } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callEndpoint(dumpImport, {}, { signal, silent: true }),
    refetchInterval: ({ state: { data } }) => (isDumpImportRunning(data) ? 700 : false),
    gcTime: 0,
  });
  const bringing = useTenantDumpImport();
  const { file, busy, refusal, begin } = bringing;
  return (
    <PaneModal
      title={t('dump.title')}
      width={720}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('act.close')}</Button>
          <Button
            type="primary"
            disabled={file === null || isDumpImportRunning(at)}
            loading={busy}
            onClick={() => void begin()}
          >
            {t('dump.begin')}
          </Button>
        </>
      }
    >
      {refusal === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={refusal} />
      )}
      <p>{t('dump.hint')}</p>
      <TenantDumpChooser bringing={bringing} disabled={isDumpImportRunning(at)} />
      {at === null ? null : <Last at={at} />}
    </PaneModal>
  );
}

/** Shows the import in progress, or the last import. */
function Last({ at }: { readonly at: DumpImport }): ReactNode {
  const { id, fileName, state, reason, companies } = at;
  return (
    <section aria-label={t('dump.last')} aria-live="polite">
      <h3>{t(`dump.state.${state}`, { file: fileName })}</h3>
      {reason === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={reason} />
      )}
      <ul className="plain-list">
        {companies.map((company) => (
          <DumpCompanyProgress key={company.code} company={company} />
        ))}
      </ul>
      {companies.some((company) => company.state === 'done') ? (
        <Button
          onClick={() =>
            void downloadFile(dumpReport.path, { id }).then((blob) =>
              saveFile(blob, `jsherp_${id}.txt`),
            )
          }
        >
          {t('dump.report')}
        </Button>
      ) : null}
    </section>
  );
}

const colours = { waiting: 'default', running: 'processing', done: 'success', failed: 'error' };

function DumpCompanyProgress({ company }: { readonly company: DumpCompany }): ReactNode {
  const { code, name, state, stage, done, total, tenantCode, loginName, imported, refused } =
    company;
  return (
    <li className="gap-below">
      <strong>{name}</strong> {name === code ? null : code}{' '}
      <Tag color={colours[state]}>{t(`dump.company.${state}`)}</Tag>
      {state === 'running' ? t(`dump.stage.${stage}`, { done, total }) : null}
      {state === 'running' && total > 0 ? (
        <Progress percent={Math.floor((done / total) * 100)} />
      ) : null}
      {state === 'done' ? (
        <div>
          {t('dump.brought', { code: tenantCode ?? '', imported, refused })}
          {loginName === null ? null : ` ${t('dump.owner', { name: loginName })}`}
        </div>
      ) : null}
      {company.reason === null ? null : <Alert type="error" title={company.reason} />}
    </li>
  );
}

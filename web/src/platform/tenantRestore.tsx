import type { ReplyOf } from '@tradehouse/contract';
import { importTenant } from '@tradehouse/contract';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { uploadToEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { FileButton } from '../control/FileButton.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { useFormSaving } from '../record/saving.ts';
import { t } from '../phrase/index.ts';
import { tellFirstPassword } from './tenantPassword.tsx';

type RestoredTenant = ReplyOf<typeof importTenant>;

function notifyTenantRestored({
  code,
  rows,
  renamed,
  found,
  loginName,
  password,
}: RestoredTenant): void {
  const { notification } = getNotices();
  notification.success({
    title: t('tenant.restored', { code, rows }),
    description: [...describeRenamedRecords(renamed), ...describeTenantViolations(found)].join(' '),
    duration: 30,
  });
  tellFirstPassword(loginName, password);
}

const describeRenamedRecords = (renamed: RestoredTenant['renamed']): string[] =>
  renamed.length === 0
    ? []
    : [`${t('tenant.renamed')} ${renamed.map(({ from, to }) => `${from} → ${to}`).join(', ')}`];

/** Faults already in the exported company, so that no one blames the import. */
const describeTenantViolations = (found: RestoredTenant['found']): string[] =>
  found.length === 0
    ? []
    : [
        `${t('tenant.untidy')} ${found.map(({ subject, detail }) => `${subject}: ${detail}`).join('; ')}`,
      ];

/** Makes a company of an exported file. */
export function TenantRestore({
  onClose,
}: {
  readonly onClose: (done: boolean) => void;
}): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState('');
  const saving = useFormSaving();
  const restore = async (): Promise<void> => {
    if (file === null) return;
    const input = code.trim() === '' ? {} : { code: code.trim() };
    const done = await saving.run(
      async (key) =>
        notifyTenantRestored(
          await uploadToEndpoint(importTenant, file, input, { key, quiet: true }),
        ),
      () => false,
    );
    if (done) onClose(true);
  };
  return (
    <PaneModal
      title={t('tenant.restoreTitle')}
      width={600}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('act.cancel')}</Button>
          <Button
            type="primary"
            disabled={file === null}
            loading={saving.busy}
            onClick={() => void restore()}
          >
            {t('tenant.restore')}
          </Button>
        </>
      }
    >
      {saving.refusal === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={saving.refusal} />
      )}
      <p>{t('tenant.restoreHint')}</p>
      <Form layout="vertical">
        <Form.Item label={t('tenant.file')} required>
          <FileButton label={t('tenant.file')} accept=".gz,application/gzip" onFile={setFile}>
            {file?.name ?? t('import.file')}
          </FileButton>
        </Form.Item>
        <Form.Item label={t('tenant.code')} htmlFor="tenant-code" extra={t('tenant.codeHint')}>
          <Input
            id="tenant-code"
            maxLength={60}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Form.Item>
      </Form>
    </PaneModal>
  );
}

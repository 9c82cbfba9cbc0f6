import { DownloadOutlined } from '@ant-design/icons';
import { exportOwnTenant } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { downloadFile, newKey, saveFile } from '../app/net/client.ts';
import { hearProgress } from '../app/net/progress.ts';
import { readViewerSession, useSession } from '../app/session/session.ts';
import { quantityText } from '../control/format.ts';
import { t } from '../phrase/index.ts';

/** True for the owner of a company in person: the file holds more than any other user may see. */
export function useOwnsCompany(): boolean {
  const user = useSession()?.user;
  return user?.owner === true && !user.operator && readViewerSession() === null;
}

/** Downloads the whole company to a file; stoppable, and stopped when the page closes. */
export function CompanyFile(): ReactNode {
  const [rows, setRows] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const start = async (): Promise<void> => {
    const { signal } = (work.current = new AbortController());
    const progress = newKey();
    setRows(0);
    const deaf = hearProgress(progress, setRows);
    try {
      const file = await downloadFile(exportOwnTenant.path, { progress }, { signal });
      saveFile(file, file.name);
    } catch {
      // The owner stopped the export, or the client has shown the error.
    } finally {
      deaf();
      setRows(null);
    }
  };
  return (
    <>
      <p>{t('settings.fileHint')}</p>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        loading={rows !== null}
        onClick={() => void start()}
      >
        {t('settings.fileExport')}
      </Button>
      {rows === null ? null : (
        <div className="export-line" role="status">
          <span>
            {rows === 0
              ? t('settings.fileChecks')
              : t('settings.fileRows', { rows: quantityText(rows) })}
          </span>
          <Button size="small" onClick={() => work.current?.abort()}>
            {t('export.stop')}
          </Button>
        </div>
      )}
    </>
  );
}

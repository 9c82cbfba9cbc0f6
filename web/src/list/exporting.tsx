import { DownOutlined, DownloadOutlined, FileTextOutlined } from '@ant-design/icons';
import { pagesOfAccess } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { Button, Dropdown, Progress, Space } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { newKey } from '../app/net/client.ts';
import { hearProgress } from '../app/net/progress.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { quantityText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import { exportRows } from './exportRows.ts';
import type { Exporting } from './exportRows.ts';
import type { ListState } from './useList.ts';

type Format = Exporting['format'];

/** An export under way. */
interface RunningExport {
  readonly format: Format;
  /** Number of written rows so far, if known, and the total. */
  readonly rows: number;
  readonly total: number;
}

interface Exports {
  readonly running: RunningExport | null;
  readonly start: (format: Format) => void;
  readonly stop: () => void;
}

/** Returns true if the user may export the table's rows. */
export function useMayExport(table: TableDeclaration): boolean {
  const may = useMay();
  const { page } = useTab();
  const guards = table.shownOn === undefined ? [page.url] : pagesOfAccess(table.access);
  return table.exportPath !== undefined && guards.some((url) => may(url, '3'));
}

/** Exports a list to a file, one export at a time; stoppable, and stopped when the page closes. */
export function useExport<T extends TableDeclaration>(
  list: ListState<T>,
  ids: readonly string[],
): Exports {
  const { page } = useTab();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const start = async (format: Format): Promise<void> => {
    const { signal } = (work.current = new AbortController());
    const progress = newKey();
    const total = ids.length > 0 ? ids.length : (list.data?.total ?? 0);
    setRunning({ format, rows: 0, total });
    const deaf = hearProgress(progress, (rows) => setRunning({ format, rows, total }));
    try {
      await exportRows(list, { title: page.text, ids, format, signal, progress });
    } catch {
      // The user stopped the export, or the client has shown the error.
    } finally {
      deaf();
      setRunning(null);
    }
  };
  return {
    running,
    start: (format) => void start(format),
    stop: () => work.current?.abort(),
  };
}

const icons = { xlsx: <DownloadOutlined aria-hidden />, csv: <FileTextOutlined aria-hidden /> };
const titles = { xlsx: 'act.export', csv: 'act.exportCsv' } as const;

interface ButtonsProps<T extends TableDeclaration> {
  readonly list: Pick<ListState<T>, 'table'>;
  readonly exporting: Exports;
}

const ExportButton = ({
  format,
  exporting: { running, start },
}: {
  readonly format: Format;
  readonly exporting: Exports;
}): ReactNode => (
  <Button
    title={t(titles[format])}
    icon={icons[format]}
    loading={running?.format === format}
    disabled={running !== null && running.format !== format}
    onClick={() => start(format)}
  >
    {t(titles[format])}
  </Button>
);

/** Offers some formats below a button. */
const Formats = ({
  formats,
  exporting: { start },
  children,
}: {
  readonly formats: readonly Format[];
  readonly exporting: Exports;
  readonly children: ReactNode;
}): ReactNode => (
  <Dropdown
    trigger={['click']}
    menu={{
      items: formats.map((format) => ({
        key: format,
        label: t(titles[format]),
        icon: icons[format],
        onClick: () => start(format),
      })),
    }}
  >
    {children}
  </Dropdown>
);

/** Exports to a spreadsheet or text: a button each if both are popular. A phone has space for one. */
export function ExportButtons<T extends TableDeclaration>({
  list,
  exporting,
}: ButtonsProps<T>): ReactNode {
  const phone = usePhone();
  const { running } = exporting;
  if (phone)
    return (
      <Formats formats={['xlsx', 'csv']} exporting={exporting}>
        <Button icon={icons.xlsx} loading={running !== null}>
          {t(titles.xlsx)}
        </Button>
      </Formats>
    );
  const sheet = <ExportButton format="xlsx" exporting={exporting} />;
  if (list.table.csv === true)
    return (
      <>
        {sheet}
        <ExportButton format="csv" exporting={exporting} />
      </>
    );
  return (
    <Space.Compact>
      {sheet}
      <Formats formats={['csv']} exporting={exporting}>
        <Button
          className="other-formats"
          aria-label={t('act.exportAs')}
          title={t('act.exportAs')}
          icon={<DownOutlined aria-hidden />}
          loading={running?.format === 'csv'}
          disabled={running?.format === 'xlsx'}
        />
      </Formats>
    </Space.Compact>
  );
}

/** Milliseconds below which an export shows no progress. */
const SOON = 700;

function ExportProgressLine({
  running: { rows, total },
  stop,
}: Exports & { readonly running: RunningExport }): ReactNode {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  const percent = Math.min(99, Math.floor((rows / Math.max(1, total)) * 100));
  return (
    <div className="export-line" role="status">
      <span>
        {rows === 0
          ? t('export.begins', { total: quantityText(total) })
          : t('export.rows', { rows: quantityText(rows), total: quantityText(total) })}
      </span>
      <Progress percent={percent} size="small" showInfo={false} aria-label={t('act.export')} />
      <Button size="small" onClick={stop}>
        {t('export.stop')}
      </Button>
    </div>
  );
}

export const ExportLine = ({ exporting }: { readonly exporting: Exports }): ReactNode =>
  exporting.running === null ? null : (
    <ExportProgressLine {...exporting} running={exporting.running} />
  );

import { DownOutlined, DownloadOutlined, FileTextOutlined } from '@ant-design/icons';
import type { Table } from '@tradehouse/contract';
import { Button, Dropdown, Progress, Space } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { newKey } from '../app/net/client.ts';
import { hearProgress } from '../app/net/progress.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { quantityText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import { exportRows } from './exportRows.ts';
import type { Exporting } from './exportRows.ts';
import type { ListState } from './useList.ts';

type Format = Exporting['format'];

/** An export under way. */
interface Running {
  readonly format: Format;
  /** How many rows are written, as far as it is known, and how many there are. */
  readonly rows: number;
  readonly total: number;
}

interface Exports {
  readonly running: Running | null;
  readonly start: (format: Format) => void;
  readonly stop: () => void;
}

/** Writes a list to a file; one at a time, which can be stopped, and is when the page is closed. */
export function useExport<T extends Table>(list: ListState<T>, ids: readonly string[]): Exports {
  const { page } = useTab();
  const [running, setRunning] = useState<Running | null>(null);
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
      // It was stopped, or the client has said what went wrong.
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

interface ButtonsProps<T extends Table> {
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

/**
 * Writes the list to a spreadsheet or to text: with a button each where both are much asked for. A phone has room for one button.
 */
export function ExportButtons<T extends Table>({ list, exporting }: ButtonsProps<T>): ReactNode {
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

/** What takes less time needs no word, in milliseconds. */
const SOON = 700;

/** How far an export is, and what stops it. */
function Line({
  running: { rows, total },
  stop,
}: Exports & { readonly running: Running }): ReactNode {
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
  exporting.running === null ? null : <Line {...exporting} running={exporting.running} />;

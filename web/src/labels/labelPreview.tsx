import { DownloadOutlined, EditOutlined, PrinterOutlined } from '@ant-design/icons';
import { labelPage, MOST_LABELS, recordLabels } from '@tradehouse/contract';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { callEndpoint, saveFile } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { useBusy } from '../app/useBusy.ts';
import { t } from '../phrase/index.ts';
import { LabelFrame } from '../print/labels/LabelFrame.tsx';
import { pdfOfLabels } from '../print/labels/pdf.ts';
import { labelSets, pagesOfSets } from '../print/labels/pages.ts';
import { useDrawCode, useMarks } from '../print/labels/useLabels.ts';
import type { LabelChoiceState } from './labelChoice.tsx';
import type { QueueRow } from './labelQueue.ts';

interface Props {
  readonly chosen: LabelChoiceState;
  readonly rows: readonly QueueRow[];
  /** Shows the reason and returns false while a number of copies is refused. */
  readonly mayPrint: () => boolean;
  readonly onDesign: () => void;
}

export function LabelPreview({ chosen, rows, mayPrint, onDesign }: Props): ReactNode {
  const may = useMay();
  const draw = useDrawCode();
  const { name, templateOf } = chosen;
  const printed = useMemo(
    () => rows.map((row) => ({ template: templateOf(row), facts: row, copies: row.copies })),
    [rows, templateOf],
  );
  const marks = useMarks(printed);
  const sets = useMemo(() => labelSets(printed), [printed]);
  const labels = rows.reduce((sum, { copies }) => sum + copies, 0);
  const [window, setWindow] = useState<Window | null>(null);
  const ready = useCallback((frame: Window | null) => setWindow(() => frame), []);
  const [busy, run] = useBusy();
  const wrong = marks.filter((row) => row.some(({ is }) => is === 'problem')).length;
  const tooMany = labels > MOST_LABELS;
  const print = () =>
    run(async () => {
      await callEndpoint(recordLabels, { template: name, labels });
      window?.focus();
      window?.print();
    });
  const file = () =>
    run(async () => {
      await callEndpoint(recordLabels, { template: name, labels });
      const svgs = window?.document.querySelectorAll<SVGSVGElement>('.page svg') ?? [];
      saveFile(await pdfOfLabels(sets, [...svgs]), `${name}.pdf`);
    });
  const shown = draw !== null && labels > 0 && !tooMany;
  return (
    <section className="label-preview" aria-label={t('label.preview')}>
      <div className="label-acts">
        <span role="status">
          {t('label.count', {
            labels,
            pages: tooMany ? '–' : pagesOfSets(sets).length,
          })}
        </span>
        {may(labelPage, '1') && (
          <Button icon={<EditOutlined />} onClick={onDesign}>
            {t('label.designIt')}
          </Button>
        )}
        {may(labelPage, '5') && (
          <Button
            icon={<DownloadOutlined />}
            loading={busy}
            disabled={!shown || window === null}
            onClick={() => mayPrint() && void file()}
          >
            {t('label.pdf')}
          </Button>
        )}
        {may(labelPage, '5') && (
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            loading={busy}
            disabled={!shown || window === null}
            onClick={() => mayPrint() && void print()}
          >
            {t('act.print')}
          </Button>
        )}
      </div>
      {tooMany && (
        <Alert type="warning" showIcon title={t('label.tooMany', { most: MOST_LABELS, labels })} />
      )}
      {wrong > 0 && <Alert type="warning" showIcon title={t('label.problems', { n: wrong })} />}
      {shown && <LabelFrame sets={sets} marks={marks} draw={draw} title={name} onReady={ready} />}
    </section>
  );
}

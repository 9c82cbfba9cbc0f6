import { Button, Drawer, Empty } from 'antd';
import { useSyncExternalStore } from 'react';
import { t } from '../../phrase/index.ts';
import type { ScanOutcome } from './scanQueue.ts';
import { countReceivedScans } from './scanQueue.ts';
import type { Scanner } from './scanner.ts';

interface Props {
  readonly scanner: Scanner;
  readonly open: boolean;
  readonly onClose: () => void;
}

const isFailedScan = (outcome: ScanOutcome): boolean =>
  outcome === 'unknown' || outcome === 'refused';
/** Log lines drawn; older lines are only counted. */
const DRAWN = 300;

/** Lists every scan and its result, latest first. */
export function ScanLog({ scanner, open, onClose }: Props) {
  const queue = useSyncExternalStore(scanner.subscribe, scanner.queue);
  const { added, repeated, unknown, refused } = queue.counts;
  return (
    <Drawer
      open={open}
      getContainer={false}
      rootStyle={{ position: 'fixed' }}
      onClose={onClose}
      title={t('editor.scan.logTitle')}
      size={480}
      extra={<Button onClick={scanner.clearLog}>{t('editor.scan.clear')}</Button>}
    >
      <p>
        {t('editor.scan.counts', {
          all: countReceivedScans(queue),
          taken: added + repeated,
          refused: unknown + refused,
        })}
      </p>
      {queue.log.length === 0 && <Empty description={t('editor.scan.none')} />}
      <div className="scan-log">
        {queue.log
          .slice(-DRAWN)
          .toReversed()
          .map((result) => (
            <ScanLine key={result.id} {...result} />
          ))}
      </div>
    </Drawer>
  );
}

const ScanLine = ({
  id,
  code,
  outcome,
  text,
}: {
  id: number;
  code: string;
  outcome: ScanOutcome;
  text: string;
}) => (
  <>
    <span>{id}</span>
    <span>{code}</span>
    <span className={isFailedScan(outcome) ? 'bad' : ''}>{text}</span>
    <span className={isFailedScan(outcome) ? 'bad' : ''}>{t(`editor.scan.${outcome}Tag`)}</span>
  </>
);

import { BarcodeOutlined } from '@ant-design/icons';
import { splitTypedScans } from '@tradehouse/domain';
import { Badge, Button, Tooltip } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { countPendingScans } from './scanQueue.ts';
import type { Scanner } from './scanner.ts';
import { typedScanOf } from './scannerKeys.ts';
import './scan.css';

interface Props {
  readonly scanner: Scanner;
  readonly onLog: () => void;
  readonly onClose?: () => void;
  /** Takes focus on opening. */
  readonly takesFocus?: boolean;
  /** No line has content: earlier scans belong to another document. */
  readonly fresh?: boolean;
}

interface ScannerInputProps extends Pick<Props, 'scanner'> {
  readonly takesFocus: boolean;
}

/** Scanner input. Uncontrolled, and emptied at the key that ends a code, so fast scans never run together. */
function ScannerInput({ scanner, takesFocus }: ScannerInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const phone = usePhone();
  const [byHand, setByHand] = useState(false);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  // A hand terminal may send several codes at once.
  const take = (text: string): void => {
    for (const code of splitTypedScans(text)) scanner.scan(code);
  };
  return (
    <input
      ref={input}
      aria-label={t('editor.scan.field')}
      placeholder={t('editor.scan.placeholder')}
      autoComplete="off"
      spellCheck={false}
      // On a phone a scanner types here; touching the field shows the virtual keyboard.
      {...(phone && !byHand ? { inputMode: 'none' as const } : {})}
      onPointerDown={() => setByHand(true)}
      onBlur={() => setByHand(false)}
      onKeyDown={(event) => {
        const text = typedScanOf(event);
        if (text !== null) take(text);
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (!text.includes('\n')) return;
        event.preventDefault();
        take(text);
      }}
    />
  );
}

/** Shows the scanner's field, the last result, the number waiting, and a link to the log. */
export function ScanBar({ scanner, onLog, onClose, takesFocus = false, fresh = false }: Props) {
  const queue = useSyncExternalStore(scanner.subscribe, scanner.queue);
  const refusals = queue.counts.unknown + queue.counts.refused;
  const latest = queue.log.at(-1);
  const taken = latest?.outcome === 'added' || latest?.outcome === 'repeated';
  const last = fresh && taken ? undefined : latest;
  return (
    <div className="scan-bar" role="search">
      <BarcodeOutlined aria-hidden />
      <ScannerInput scanner={scanner} takesFocus={takesFocus} />
      <output className={last !== undefined && !taken ? 'scan-last bad' : 'scan-last'}>
        {last === undefined ? '' : `${last.code} ${last.text}`}
      </output>
      {countPendingScans(queue) > 0 && (
        <span className="scan-waiting">
          {t('editor.scan.waiting', { count: countPendingScans(queue) })}
        </span>
      )}
      <Tooltip title={t('editor.scan.logHint')}>
        <Badge count={refusals} size="small">
          <Button size="small" onClick={onLog}>
            {t('editor.scan.log')}
          </Button>
        </Badge>
      </Tooltip>
      {onClose !== undefined && (
        <Button size="small" type="text" onClick={onClose}>
          {t('act.close')}
        </Button>
      )}
    </div>
  );
}

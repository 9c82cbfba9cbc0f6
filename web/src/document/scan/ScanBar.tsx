import { BarcodeOutlined } from '@ant-design/icons';
import { Badge, Button, Tooltip } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { pending } from './scanQueue.ts';
import type { Scanner } from './scanner.ts';
import './scan.css';

interface Props {
  readonly scanner: Scanner;
  readonly onLog: () => void;
  readonly onClose?: () => void;
  /** Takes the keyboard when it opens. */
  readonly takesFocus?: boolean;
  /** No line holds anything yet: what was taken before is of another document. */
  readonly fresh?: boolean;
}

/**
 * Where the scanner types. The field is uncontrolled and emptied at the very key that ends a code, so the next code
 * can't run into it however fast it comes.
 */
export function ScanBar({ scanner, onLog, onClose, takesFocus = false, fresh = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const phone = usePhone();
  const [byHand, setByHand] = useState(false);
  const queue = useSyncExternalStore(scanner.subscribe, scanner.queue);
  const refusals = queue.counts.unknown + queue.counts.refused;
  const latest = queue.log.at(-1);
  const taken = latest?.outcome === 'added' || latest?.outcome === 'repeated';
  const last = fresh && taken ? undefined : latest;

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  const take = (): void => {
    const element = input.current;
    if (element === null) return;
    const text = element.value;
    element.value = '';
    // A hand terminal may send several codes at once.
    for (const code of text.split(/[\s\t\n]+/)) scanner.scan(code);
  };

  return (
    <div className="scan-bar" role="search">
      <BarcodeOutlined aria-hidden />
      <input
        ref={input}
        aria-label={t('editor.scan.field')}
        placeholder={t('editor.scan.placeholder')}
        autoComplete="off"
        spellCheck={false}
        // A scanner types here on a phone: its own keyboard comes up where the field is touched.
        {...(phone && !byHand ? { inputMode: 'none' as const } : {})}
        onPointerDown={() => setByHand(true)}
        onBlur={() => setByHand(false)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Tab'))
            return;
          if (event.key === 'Tab' && event.currentTarget.value === '') return;
          event.preventDefault();
          event.stopPropagation();
          take();
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!text.includes('\n')) return;
          event.preventDefault();
          for (const code of text.split(/\s+/)) scanner.scan(code);
        }}
      />
      <output className={last !== undefined && !taken ? 'scan-last bad' : 'scan-last'}>
        {last === undefined ? '' : `${last.code} ${last.text}`}
      </output>
      {pending(queue) > 0 && (
        <span className="scan-waiting">{t('editor.scan.waiting', { count: pending(queue) })}</span>
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

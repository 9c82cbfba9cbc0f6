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

interface FieldProps extends Pick<Props, 'scanner'> {
  readonly takesFocus: boolean;
}

/**
 * Where the scanner types. The field is uncontrolled and emptied at the very key that ends a code, so the next code
 * can't run into it however fast it comes.
 */
function Field({ scanner, takesFocus }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const phone = usePhone();
  const [byHand, setByHand] = useState(false);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  // A hand terminal may send several codes at once.
  const take = (text: string): void => {
    for (const code of text.split(/\s+/)) scanner.scan(code);
  };
  return (
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
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Tab')) return;
        const element = event.currentTarget;
        const text = element.value;
        if (event.key === 'Tab' && text === '') return;
        event.preventDefault();
        event.stopPropagation();
        element.value = '';
        take(text);
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

/** The scanner's field, what became of the last code, how many wait, and the way to the log. */
export function ScanBar({ scanner, onLog, onClose, takesFocus = false, fresh = false }: Props) {
  const queue = useSyncExternalStore(scanner.subscribe, scanner.queue);
  const refusals = queue.counts.unknown + queue.counts.refused;
  const latest = queue.log.at(-1);
  const taken = latest?.outcome === 'added' || latest?.outcome === 'repeated';
  const last = fresh && taken ? undefined : latest;
  return (
    <div className="scan-bar" role="search">
      <BarcodeOutlined aria-hidden />
      <Field scanner={scanner} takesFocus={takesFocus} />
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

import { BarcodeOutlined } from '@ant-design/icons';
import { enterCount } from '@tradehouse/contract';
import type { CountEntry } from '@tradehouse/contract';
import { errors, splitTypedScans } from '@tradehouse/domain';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { playErrorBeep } from '../document/scan/beep.ts';
import { typedScanOf } from '../document/scan/scannerKeys.ts';
import { t } from '../phrase/index.ts';
import { countEntryOfScan } from './countScans.ts';

/** How many scans travel together. */
const MOST = 50;
/** How many of the last scans are shown. */
const SHOWN = 4;

interface CountScanMessage {
  readonly key: number;
  readonly text: string;
  readonly bad: boolean;
}

interface Props {
  readonly id: string;
  readonly onCounted: () => void;
  /** Runs when a scan begins or Esc is pressed: clears an earlier scan's line filter. */
  readonly onScan: () => void;
  /** Runs for scanned lot-managed goods: the quantity belongs in one lot's line. */
  readonly onWhichLot: (barcode: string) => void;
  /** Filter left by a lot scan, shown before the scan results. */
  readonly children: ReactNode;
}

/** Queue of scans: number waiting, latest results, and `take`, which adds the typed code. */
function useScans({ id, onCounted, onWhichLot }: Omit<Props, 'children' | 'onScan'>) {
  const queue = useRef<string[]>([]);
  const running = useRef(false);
  const next = useRef(0);
  const [waiting, setWaiting] = useState(0);
  const [messages, setMessages] = useState<readonly CountScanMessage[]>([]);

  const tell = (text: string, bad: boolean): void => {
    next.current += 1;
    const one = { key: next.current, text, bad };
    setMessages((before) => [one, ...before].slice(0, SHOWN));
  };

  /** Returns the entries of scans; a refused scan is reported. */
  const read = async (codes: readonly string[]): Promise<readonly CountEntry[]> => {
    const entries: CountEntry[] = [];
    for (const code of codes) {
      const entry = await countEntryOfScan(code);
      if (!('refused' in entry)) entries.push(entry);
      else {
        playErrorBeep();
        tell(`${code} ${entry.refused}`, true);
      }
    }
    return entries;
  };

  const send = async (entries: readonly CountEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    try {
      const { lines } = await callEndpoint(
        enterCount,
        { id, entries: [...entries] },
        { quiet: true },
      );
      for (const { barcode, name, counted } of lines)
        tell(t('count.scanned', { barcode, name, counted: counted ?? '0' }), false);
      onCounted();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const [entry] = entries;
      if (entries.length === 1) {
        tell(error.message, true);
        if (error.code === errors['count.whichLot'].code && queue.current.length === 0)
          onWhichLot(String(error.facts['barcode'] ?? entry?.code));
      } else for (const one of entries) await send([one]);
    }
  };

  const work = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    while (queue.current.length > 0) {
      const codes = queue.current.splice(0, MOST);
      await send(await read(codes));
      setWaiting(queue.current.length);
    }
    running.current = false;
  };

  const take = (text: string): void => {
    queue.current.push(...splitTypedScans(text));
    setWaiting(queue.current.length);
    void work();
  };
  return { waiting, messages, take };
}

/**
 * Scanner input: every code adds one to the user's share. Scans queue during a request and travel together,
 * so fast scans are never lost. A refused code is reported and the rest continue.
 */
export function StockCheckScan(props: Props): ReactNode {
  const { waiting, messages, take } = useScans(props);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="count-scan" role="search">
      <BarcodeOutlined aria-hidden />
      <input
        ref={input}
        aria-label={t('count.scan')}
        placeholder={t('count.scan')}
        title={t('count.scanHint')}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onScan();
          const text = typedScanOf(event);
          if (text === null) return;
          props.onScan();
          take(text);
        }}
      />
      {waiting > 0 ? <Tag>{t('count.waiting', { n: waiting })}</Tag> : null}
      <div className="count-messages">
        {props.children}
        <output aria-live="polite">
          {messages.map(({ key, text, bad }) => (
            <Tag key={key} color={bad ? 'error' : 'success'}>
              {text}
            </Tag>
          ))}
        </output>
      </div>
    </div>
  );
}

import { BarcodeOutlined } from '@ant-design/icons';
import { splitTypedScans } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { t } from '../../phrase/index.ts';
import { playErrorBeep } from './beep.ts';
import { typedScanOf } from './scannerKeys.ts';
import './scan.css';

/** Result of a scan as text. */
export interface ScanFeedback {
  readonly text: string;
  readonly bad: boolean;
}

interface Props {
  readonly onScan: (code: string) => Promise<ScanFeedback>;
}

/** Processes codes in order, however fast, and reports the last result. */
function useTurns(onScan: Props['onScan']) {
  const work = useRef(Promise.resolve());
  const [last, setLast] = useState<ScanFeedback | null>(null);
  const take = (code: string): void => {
    work.current = work.current.then(async () => {
      const scanned = await onScan(code);
      if (scanned.bad) playErrorBeep();
      setLast({ ...scanned, text: `${code} ${scanned.text}` });
    });
  };
  return [last, take] as const;
}

/** Input field for a barcode scanner in a dialog. */
export function ScanField({ onScan }: Props): ReactNode {
  const [last, take] = useTurns(onScan);
  return (
    <div className="scan-bar" role="search">
      <BarcodeOutlined aria-hidden />
      <input
        aria-label={t('editor.scan.field')}
        placeholder={t('editor.scan.placeholder')}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          const value = typedScanOf(event);
          if (value !== null) for (const code of splitTypedScans(value)) take(code);
        }}
      />
      <output aria-live="polite" className={last?.bad === true ? 'scan-last bad' : 'scan-last'}>
        {last?.text ?? ''}
      </output>
    </div>
  );
}

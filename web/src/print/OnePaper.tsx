import { PrinterOutlined } from '@ant-design/icons';
import type { PrintTemplate } from '@tradehouse/contract';
import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { PaneModal } from '../control/PaneModal.tsx';
import { t } from '../phrase/index.ts';
import type { PrintPiece } from './parts.tsx';
import { PrintFrame } from './PrintFrame.tsx';
import './print.css';

interface Props {
  readonly title: string;
  /** Null until the content is known. */
  readonly pieces: readonly PrintPiece[] | null;
  readonly template: PrintTemplate;
  /** Reason for nothing to print. */
  readonly error?: Error | null;
  /** Records the printing; on an error, shown by the client, nothing prints. */
  readonly record: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Previews and prints a paper without further choices. */
export function OnePaper(props: Props): ReactNode {
  const { title, pieces, template, error = null, record, onClose } = props;
  const [window, setWindow] = useState<Window | null>(null);
  const ready = useCallback((frame: Window | null) => setWindow(() => frame), []);
  const button = useRef<HTMLButtonElement>(null);
  // No other control needs the focus: Enter prints.
  useEffect(() => {
    if (window !== null) button.current?.focus();
  }, [window]);
  const print = async (): Promise<void> => {
    try {
      await record();
      window?.focus();
      window?.print();
      onClose();
    } catch {
      // The client shows the error.
    }
  };
  return (
    <PaneModal
      title={title}
      width={1000}
      className="print-dialog"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button
            ref={button}
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={window === null}
            onClick={() => void print()}
          >
            {t('act.print')}
          </Button>
        </>
      }
    >
      {error !== null && <Alert type="warning" showIcon title={error.message} />}
      {pieces === null ? (
        <Skeleton active={error === null} paragraph={{ rows: 12 }} />
      ) : (
        <PrintFrame pieces={pieces} template={template} title={title} onReady={ready} />
      )}
    </PaneModal>
  );
}

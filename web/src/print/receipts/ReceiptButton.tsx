import { SettingOutlined } from '@ant-design/icons';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useBusy } from '../../app/useBusy.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { t } from '../../phrase/index.ts';
import type { Printing } from '../usePrinting.ts';
import { ReceiptPrinterDialog } from './ReceiptPrinterDialog.tsx';
import { readPrinterSettings } from './receiptPrinter.ts';
import type { PrinterSettings } from './receiptPrinter.ts';
import { mayPrintReceipt, useReceiptPrinting } from './useReceiptPrinting.ts';

interface Props {
  readonly code: KindCode;
  readonly printing: Printing | undefined;
  readonly onPrinted: () => void;
}

/** Prints till documents on a receipt printer; hidden if the browser has no way to a printer. */
export function ReceiptButton({ code, printing, onPrinted }: Props): ReactNode {
  const print = useReceiptPrinting(code, printing);
  const [busy, run] = useBusy();
  const [asking, setAsking] = useState<'change' | 'print' | null>(null);
  if (!mayPrintReceipt(code)) return null;
  const send = (printer: PrinterSettings): Promise<unknown> =>
    run(async () => {
      if (await print(printer)) onPrinted();
    });
  const known = readPrinterSettings();
  return (
    <>
      <IconButton
        label={t('receipt.printer')}
        icon={<SettingOutlined />}
        onClick={() => setAsking('change')}
      />
      <Button
        loading={busy}
        disabled={printing === undefined}
        onClick={() => (known === null ? setAsking('print') : void send(known))}
      >
        {t('receipt.print')}
      </Button>
      {asking !== null && (
        <ReceiptPrinterDialog
          act={asking === 'print' ? t('receipt.print') : t('act.save')}
          onClose={() => setAsking(null)}
          onChosen={(printer) => {
            setAsking(null);
            if (asking === 'print') void send(printer);
          }}
        />
      )}
    </>
  );
}

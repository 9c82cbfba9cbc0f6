import { Alert, Button, Checkbox, Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { getNotices } from '../../app/notices.ts';
import { language } from '../../app/session/language.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import {
  availableConnections,
  printerOf,
  readPrinterSettings,
  storePrinterSettings,
} from './receiptPrinter.ts';
import type { PrinterSettings } from './receiptPrinter.ts';
import { printerCharacters } from './receiptText.ts';
import type { ReceiptWidth } from './receiptText.ts';

const widths = [58, 80] as const satisfies readonly ReceiptWidth[];

/** Printer proposed for a new device. */
const proposedPrinter = (): PrinterSettings => ({
  connection: availableConnections()[0] ?? 'usb',
  width: 80,
  characters: language === 'en' ? 'western' : 'chinese',
  opensDrawer: false,
});

interface Props {
  /** Label of the confirming button. */
  readonly act: string;
  readonly onClose: () => void;
  readonly onChosen: (settings: PrinterSettings) => void;
}

/** Asks for the receipt printer of this device, and stores the choice. */
export function ReceiptPrinterDialog({ act, onClose, onChosen }: Props): ReactNode {
  const [printer, setPrinter] = useState(() => readPrinterSettings() ?? proposedPrinter());
  const change = (part: Partial<PrinterSettings>): void =>
    setPrinter((before) => ({ ...before, ...part }));
  const chooseDevice = async (): Promise<void> => {
    try {
      await printerOf(printer.connection).choose();
      getNotices().message.success(t('receipt.chosen'));
    } catch {
      getNotices().message.warning(t('receipt.notChosen'));
    }
  };
  const submit = (): void => {
    storePrinterSettings(printer);
    onChosen(printer);
  };
  return (
    <PaneModal
      title={t('receipt.printer')}
      width={480}
      onCancel={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="primary" onClick={submit}>
            {act}
          </Button>
        </>
      }
    >
      <Form layout="vertical" component={false}>
        <Form.Item label={t('receipt.connection')} extra={t(`receipt.hint.${printer.connection}`)}>
          <Radio.Group
            aria-label={t('receipt.connection')}
            optionType="button"
            value={printer.connection}
            options={availableConnections().map((value) => ({
              value,
              label: t(`receipt.connection.${value}`),
            }))}
            onChange={({ target }) => change({ connection: target.value })}
          />{' '}
          <Button onClick={() => void chooseDevice()}>{t('receipt.choose')}</Button>
        </Form.Item>
        <Form.Item label={t('receipt.width')}>
          <Radio.Group
            aria-label={t('receipt.width')}
            optionType="button"
            value={printer.width}
            options={widths.map((value) => ({ value, label: `${value} mm` }))}
            onChange={({ target }) => change({ width: target.value })}
          />
        </Form.Item>
        <Form.Item label={t('receipt.characters')} extra={t('receipt.charactersHint')}>
          <Radio.Group
            aria-label={t('receipt.characters')}
            optionType="button"
            value={printer.characters}
            options={printerCharacters.map((value) => ({
              value,
              label: t(`receipt.characters.${value}`),
            }))}
            onChange={({ target }) => change({ characters: target.value })}
          />
        </Form.Item>
        <Form.Item>
          <Checkbox
            checked={printer.opensDrawer}
            onChange={({ target }) => change({ opensDrawer: target.checked })}
          >
            {t('receipt.drawer')}
          </Checkbox>
        </Form.Item>
      </Form>
      <Alert type="info" title={t('receipt.device')} />
    </PaneModal>
  );
}

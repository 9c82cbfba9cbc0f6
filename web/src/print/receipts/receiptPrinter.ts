import { readStoredValue, removeStoredValue, storeValue } from '../../app/session/storage.ts';
import type { PrinterCharacters, ReceiptWidth } from './receiptText.ts';
import { serialPrinter } from './serialPrinter.ts';
import { usbPrinter } from './usbPrinter.ts';

/** Ways from the browser to a receipt printer. */
export const printerConnections = ['usb', 'serial'] as const;
export type PrinterConnection = (typeof printerConnections)[number];

/** A way to a printer; other ways, such as a printer in the network, implement the same interface. */
export interface ReceiptPrinter {
  /** True if the browser, or the server, offers the way. */
  readonly isAvailable: () => boolean;
  /** Asks the user for a device; needs a click. Rejects if none is chosen. */
  readonly choose: () => Promise<void>;
  /** Sends bytes to the chosen device, or asks the user for a device. */
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** Printer chosen for the device. */
export interface PrinterSettings {
  readonly connection: PrinterConnection;
  readonly width: ReceiptWidth;
  readonly characters: PrinterCharacters;
  readonly opensDrawer: boolean;
}

const printers: Readonly<Record<PrinterConnection, ReceiptPrinter>> = {
  usb: usbPrinter,
  serial: serialPrinter,
};

export const printerOf = (connection: PrinterConnection): ReceiptPrinter => printers[connection];

/** Ways offered by the browser. */
export const availableConnections = (): readonly PrinterConnection[] =>
  printerConnections.filter((connection) => printers[connection].isAvailable());

/** Reads the printer of the device; null: none chosen. */
export const readPrinterSettings = (): PrinterSettings | null =>
  readStoredValue<PrinterSettings>('receiptPrinter');

/** Stores the printer of the device; null removes the choice. */
export function storePrinterSettings(settings: PrinterSettings | null): void {
  if (settings === null) removeStoredValue('receiptPrinter');
  else storeValue('receiptPrinter', settings);
}

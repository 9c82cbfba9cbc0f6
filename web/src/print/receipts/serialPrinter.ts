import type { ReceiptPrinter } from './receiptPrinter.ts';

/** Speed of serial printers as delivered; ports of USB and Bluetooth ignore the speed. */
const BAUD_RATE = 9600;

interface WebSerialPort {
  readonly writable: WritableStream<Uint8Array> | null;
  readonly open: (options: { readonly baudRate: number }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Part of Web Serial in use; TypeScript's browser types have none. */
interface WebSerial {
  readonly getPorts: () => Promise<readonly WebSerialPort[]>;
  readonly requestPort: () => Promise<WebSerialPort>;
}

const serialOfBrowser = (): WebSerial | undefined =>
  // SAFETY: a browser either lacks Web Serial or follows its specification.
  (navigator as { readonly serial?: WebSerial }).serial;

async function sendToPort(port: WebSerialPort, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await port.open({ baudRate: BAUD_RATE });
  try {
    const writer = port.writable?.getWriter();
    if (writer === undefined) throw new Error('The serial port takes no data');
    await writer.write(bytes);
    // Waits until the port has taken all data.
    await writer.close();
  } finally {
    await port.close();
  }
}

/** Makes a printer on a serial port, also of Bluetooth; `serialOf` reads the browser's ports. */
export function createSerialPrinter(serialOf: () => WebSerial | undefined): ReceiptPrinter {
  let chosen: WebSerialPort | undefined;
  const choose = async (): Promise<WebSerialPort> => {
    const serial = serialOf();
    if (serial === undefined) throw new Error('No Web Serial');
    chosen = await serial.requestPort();
    return chosen;
  };
  return {
    isAvailable: () => serialOf() !== undefined,
    choose: async () => void (await choose()),
    send: async (bytes) => {
      // A port allowed before needs no question again.
      const [known] = chosen === undefined ? ((await serialOf()?.getPorts()) ?? []) : [chosen];
      await sendToPort(known ?? (await choose()), bytes);
    },
  };
}

export const serialPrinter = createSerialPrinter(serialOfBrowser);

import type { ReceiptPrinter } from './receiptPrinter.ts';

/** Class of printers in USB. */
const PRINTER_CLASS = 7;
/** Bytes per transfer: slow printers refuse long ones. */
const CHUNK = 4096;

interface WebUsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: 'in' | 'out';
  readonly type: string;
}

interface WebUsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly {
    readonly interfaceClass: number;
    readonly endpoints: readonly WebUsbEndpoint[];
  }[];
}

interface WebUsbDevice {
  readonly configuration: { readonly interfaces: readonly WebUsbInterface[] } | null;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly selectConfiguration: (value: number) => Promise<void>;
  readonly claimInterface: (number: number) => Promise<void>;
  readonly releaseInterface: (number: number) => Promise<void>;
  readonly transferOut: (
    endpoint: number,
    data: Uint8Array<ArrayBuffer>,
  ) => Promise<{ readonly status?: string }>;
}

/** Part of WebUSB in use; TypeScript's browser types have none. */
interface WebUsb {
  readonly getDevices: () => Promise<readonly WebUsbDevice[]>;
  readonly requestDevice: (options: {
    readonly filters: readonly { readonly classCode: number }[];
  }) => Promise<WebUsbDevice>;
}

const usbOfBrowser = (): WebUsb | undefined =>
  // SAFETY: a browser either lacks WebUSB or follows its specification.
  (navigator as { readonly usb?: WebUsb }).usb;

/** Finds the interface of the printer and the endpoint that takes data. */
function printerEndpoint({ configuration }: WebUsbDevice) {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? [])
    for (const { interfaceClass, endpoints } of alternates) {
      const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
      if (interfaceClass === PRINTER_CLASS && out !== undefined)
        return { interfaceNumber, endpointNumber: out.endpointNumber };
    }
  return null;
}

async function sendToDevice(device: WebUsbDevice, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await device.open();
  try {
    if (device.configuration === null) await device.selectConfiguration(1);
    const endpoint = printerEndpoint(device);
    if (endpoint === null) throw new Error('The USB device is no printer');
    await device.claimInterface(endpoint.interfaceNumber);
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const { status } = await device.transferOut(
        endpoint.endpointNumber,
        bytes.slice(at, at + CHUNK),
      );
      if (status !== undefined && status !== 'ok') throw new Error(`USB transfer: ${status}`);
    }
    await device.releaseInterface(endpoint.interfaceNumber);
  } finally {
    await device.close();
  }
}

/** Makes a printer on USB; `usbOf` reads the browser's USB. */
export function createUsbPrinter(usbOf: () => WebUsb | undefined): ReceiptPrinter {
  let chosen: WebUsbDevice | undefined;
  const choose = async (): Promise<WebUsbDevice> => {
    const usb = usbOf();
    if (usb === undefined) throw new Error('No WebUSB');
    chosen = await usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });
    return chosen;
  };
  return {
    isAvailable: () => usbOf() !== undefined,
    choose: async () => void (await choose()),
    send: async (bytes) => {
      // A device allowed before needs no question again.
      const [known] = chosen === undefined ? ((await usbOf()?.getDevices()) ?? []) : [chosen];
      await sendToDevice(known ?? (await choose()), bytes);
    },
  };
}

export const usbPrinter = createUsbPrinter(usbOfBrowser);

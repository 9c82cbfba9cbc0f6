// Sending to printers, against devices as the browser presents them.
import { expect, test } from 'vitest';
import { createSerialPrinter } from './serialPrinter.ts';
import { createUsbPrinter } from './usbPrinter.ts';

const bytes = Uint8Array.from({ length: 10_000 }, (_, at) => at % 256);

/** A USB printer with a vendor's interface before the interface of printers. */
function aUsbDevice(status = 'ok') {
  const calls: string[] = [];
  const received: number[] = [];
  const note = (name: string) => async (value?: number) => {
    calls.push(value === undefined ? name : `${name} ${value}`);
  };
  return {
    calls,
    received,
    configuration: {
      interfaces: [
        { interfaceNumber: 0, alternates: [{ interfaceClass: 255, endpoints: [] }] },
        {
          interfaceNumber: 1,
          alternates: [
            {
              interfaceClass: 7,
              endpoints: [
                { endpointNumber: 1, direction: 'in' as const, type: 'bulk' },
                { endpointNumber: 2, direction: 'out' as const, type: 'bulk' },
              ],
            },
          ],
        },
      ],
    },
    open: note('open'),
    close: note('close'),
    selectConfiguration: note('select'),
    claimInterface: note('claim'),
    releaseInterface: note('release'),
    transferOut: async (endpoint: number, data: Uint8Array) => {
      if (endpoint !== 2) throw new Error('wrong endpoint');
      received.push(...data);
      return { status };
    },
  };
}

test('a USB printer receives all bytes in order, and is closed', async () => {
  const device = aUsbDevice();
  let requests = 0;
  const printer = createUsbPrinter(() => ({
    getDevices: async () => [],
    requestDevice: async () => {
      requests += 1;
      return device;
    },
  }));
  expect(printer.isAvailable()).toBe(true);
  await printer.send(bytes);
  await printer.send(bytes);
  expect(device.received).toEqual([...bytes, ...bytes]);
  expect(device.calls).toEqual([
    'open',
    'claim 1',
    'release 1',
    'close',
    'open',
    'claim 1',
    'release 1',
    'close',
  ]);
  expect(requests).toBe(1);
});

test('a stalled USB printer is reported and closed', async () => {
  const device = aUsbDevice('stall');
  const printer = createUsbPrinter(() => ({
    getDevices: async () => [device],
    requestDevice: async () => device,
  }));
  await expect(printer.send(bytes)).rejects.toThrow('USB transfer: stall');
  expect(device.calls.at(-1)).toBe('close');
});

test('a serial printer receives all bytes, and the port is closed', async () => {
  const received: number[] = [];
  const calls: string[] = [];
  const port = {
    writable: new WritableStream<Uint8Array>({ write: (chunk) => void received.push(...chunk) }),
    open: async ({ baudRate }: { baudRate: number }) => void calls.push(`open ${baudRate}`),
    close: async () => void calls.push('close'),
  };
  const printer = createSerialPrinter(() => ({
    getPorts: async () => [port],
    requestPort: async () => {
      throw new Error('asked');
    },
  }));
  await printer.send(bytes);
  expect(received).toEqual([...bytes]);
  expect(calls).toEqual(['open 9600', 'close']);
});

test('a browser without USB or serial ports has no printer', async () => {
  expect(createUsbPrinter(() => undefined).isAvailable()).toBe(false);
  const serial = createSerialPrinter(() => undefined);
  expect(serial.isAvailable()).toBe(false);
  await expect(serial.send(bytes)).rejects.toThrow('No Web Serial');
});

import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHostLookup } from './hostLookup.ts';
import type { HostLookup } from './hostLookup.ts';

/** A name server that knows `carrier.example`, denies `missing.example` and answers nothing of `slow-…`. */
let asked: string[] = [];
const nameServer = createSocket('udp4', (question, from) => {
  const name = nameIn(question);
  asked.push(name);
  if (!name.startsWith('slow-')) nameServer.send(answerTo(question, name), from.port, from.address);
});

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (question[at] ?? 0) > 0; at += 1 + (question[at] ?? 0))
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.');
}

/** The question's head says what it is about: one address of IPv4, or that there is no such name. */
function answerTo(question: Buffer, name: string): Buffer {
  const end = 12 + name.length + 2 + 4;
  const isKnown = name === 'carrier.example';
  const isIpv4 = question.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(isKnown && isIpv4 ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return isKnown && isIpv4 ? Buffer.concat([head, address]) : head;
}

let folder = '';
let clock = 0;
let lookup: HostLookup;
beforeAll(async () => {
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'tradehouse-hosts-'));
  await writeFile(join(folder, 'hosts'), '# ours\n10.0.0.9 gateway carriers.lan # told by hand\n');
});
afterAll(async () => {
  nameServer.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  const { port } = nameServer.address() as AddressInfo;
  const servers = [`127.0.0.1:${port}`];
  lookup = createHostLookup({ servers, hosts: join(folder, 'hosts'), now: () => clock });
});

const within = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

describe('the lookup of hosts named by companies', () => {
  test('finds every host known to a name server', async () => {
    expect(await lookup('carrier.example', within(600_000))).toEqual([
      { address: '192.0.2.7', family: 4 },
    ]);
  });

  test('finds a host beside hundreds of hosts with a silent name server', async () => {
    const over = new AbortController();
    const slow = Array.from({ length: 300 }, (_, index) =>
      lookup(`slow-${index}.example`, over.signal).catch(() => 'missing'),
    );
    await expect.poll(() => asked.length).toBeGreaterThan(100);
    let ended = 0;
    for (const each of slow) void each.then(() => (ended += 1));
    await lookup('carrier.example', within(600_000));
    expect(ended).toBeLessThan(slow.length);
    over.abort();
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['missing']));
  });

  test('ends soon after it is cancelled', async () => {
    const begun = performance.now();
    await expect(lookup('slow-1.example', within(100))).rejects.toThrow('not found');
    expect(performance.now() - begun).toBeLessThan(4_500);
  });

  test('asks no name server for a minute about an unknown host', async () => {
    const missing = () => lookup('missing.example', within(600_000));
    await expect(missing()).rejects.toThrow('not found');
    const questions = asked.length;
    await expect(missing()).rejects.toThrow('a moment ago');
    expect(asked).toHaveLength(questions);
    clock += 60_000;
    await expect(missing()).rejects.toThrow('was not found');
    expect(asked.length).toBeGreaterThan(questions);
  });

  test('resolves localhost and names of the hosts file without a name server', async () => {
    const addresses = await Promise.all(
      ['localhost', 'shop.localhost', 'CARRIERS.lan', 'gateway.'].map((host) =>
        lookup(host, within(600_000)),
      ),
    );
    expect(addresses.map(([first]) => first?.address)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '10.0.0.9',
      '10.0.0.9',
    ]);
    expect(asked).toEqual([]);
  });
});

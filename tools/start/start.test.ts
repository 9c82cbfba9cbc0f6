import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aProductFolder, ended } from './testProduct.ts';

const { dataDir, run, started } = aProductFolder();

test('the first start shows the generated sign-in, later ones do not', async () => {
  const first = await started();
  expect(first.text()).toMatch(/admin +\S{16} +platform operator/);
  expect(first.text()).toMatch(/demo +\(password as given\) +owner of the demo company/);
  expect(first.text()).not.toContain('Given-by-hand-1');
  expect(await ended(first.child, 'SIGTERM')).toBe(0);
  const second = await started();
  expect(second.text()).not.toContain('First sign-in');
  expect(await ended(second.child, 'SIGINT')).toBe(0);
});

test.each(['Starting PostgreSQL', 'Verifying demo'])(
  'a command interrupted at “%s” leaves no database running',
  async (moment) => {
    const { child, text } = run('verify');
    await expect.poll(text, { interval: 5 }).toContain(moment);
    expect([130, 0]).toContain(await ended(child, 'SIGINT'));
    expect(fs.existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  },
);

test('the start serves the pages and the API, and verify runs at the same time', async () => {
  const { url } = await started();
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect((await fetch(`${url}/api/user/login`)).status).toBe(404);
  const verify = run('verify');
  expect(await ended(verify.child)).toBe(0);
  expect(verify.text()).toMatch(/Clean: \d+ checks over 2 companies/);
  expect(verify.text()).not.toContain('Starting PostgreSQL');
});

/** Memory in MB of the product, a child of the entry's process. */
function memoryOfProduct(entry: number | undefined): number {
  const product = fs.readFileSync(`/proc/${entry}/task/${entry}/children`, 'utf8').trim();
  const status = fs.readFileSync(`/proc/${product}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test.skipIf(process.platform !== 'linux')(
  'a started product gives back the memory needed by the start alone',
  async () => {
    const { child } = await started();
    // About 210 MB of the 380 at the end of the start.
    const memory = () => memoryOfProduct(child.pid);
    await expect.poll(memory, { interval: 500 }).toBeLessThan(260);
  },
);

test('a second start on locked data reports the first start and ends', async () => {
  await started();
  const second = run('start');
  expect(await ended(second.child)).toBe(1);
  expect(second.text()).toMatch(/already running on .* \(process \d+\)/);
});

test('a port in use is reported in a single sentence', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo;
  const refused = run('start', { PORT: String(port) });
  expect(await ended(refused.child)).toBe(1);
  expect(refused.text().trim().split('\n').at(-1)).toBe(
    `Port ${port} is in use by another program: stop it, or set PORT to a free one.`,
  );
  other.close();
});

test.each(['start', 'verify'] as const)(
  '%s without a database is reported in a single sentence',
  async (command) => {
    const refused = run(command, { DATABASE_URL: 'postgres://stranger@127.0.0.1:1/nowhere' });
    expect(await ended(refused.child)).toBe(1);
    expect(refused.text().trim().split('\n')).toHaveLength(1);
    expect(refused.text()).toContain('127.0.0.1:1');
  },
);

test('a start after a killed start succeeds', async () => {
  const { child } = await started();
  await ended(child, 'SIGKILL');
  // The killed entry takes the product along; the folder is free once that has stopped.
  await expect
    .poll(
      async () => {
        const again = run('verify');
        const code = await ended(again.child);
        return code === 0 && again.text().includes('Starting PostgreSQL');
      },
      { interval: 500 },
    )
    .toBe(true);
});

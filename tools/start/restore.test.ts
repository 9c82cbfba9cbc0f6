// Restore of a backup on a server without the product's database roles.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { PASSWORD, aProductFolder, ended } from './testProduct.ts';

/** The programs of a PostgreSQL that is installed on this machine; the one of the product brings neither dump nor restore. */
const BINARIES = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) =>
    ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) =>
      fs.existsSync(path.join(folder, name)),
    ),
  );

const { run, started } = aProductFolder();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-restore-'));
const clusters: string[] = [];

/** PostgreSQL refuses to run as root. */
const account = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = execFileSync('getent', ['passwd', 'postgres'], { encoding: 'utf8' }).split(
    ':',
  );
  return { uid: Number(uid), gid: Number(gid) };
};

function call(program: string, args: readonly string[], as = account()): number | null {
  return spawnSync(path.join(BINARIES ?? '', program), args, { ...as, cwd: '/', stdio: 'ignore' })
    .status;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

/** An empty server; its address, without a database. */
async function aCluster(name: string): Promise<string> {
  const data = path.join(folder, name);
  const port = await freePort();
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
  expect(
    call('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]),
  ).toBe(0);
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off`;
  expect(
    call('pg_ctl', [
      '-D',
      data,
      '-w',
      '-l',
      path.join(folder, `${name}.log`),
      '-o',
      settings,
      'start',
    ]),
  ).toBe(0);
  clusters.push(data);
  return `postgres://postgres@127.0.0.1:${port}`;
}

afterAll(() => {
  for (const data of clusters) call('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  fs.rmSync(folder, { recursive: true, force: true });
});

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      loginName: 'demo',
      password: createHash('sha256').update(PASSWORD).digest('hex'),
    }),
  });
  // SAFETY: what the call promises.
  const { data } = (await reply.json()) as { readonly data: { readonly token: string } };
  return data.token;
}

test.skipIf(BINARIES === undefined)(
  'a dump restored on a server without the roles is served by the next start, and verifies clean',
  async () => {
    const from = `${await aCluster('first')}/tradehouse`;
    const first = await started({ DATABASE_URL: from });
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    const file = path.join(folder, 'backup.dump');
    expect(call('pg_dump', ['-Fc', '-f', file, '-d', from])).toBe(0);

    const server = await aCluster('second');
    const to = `${server}/tradehouse`;
    expect(call('createdb', ['--maintenance-db', `${server}/postgres`, 'tradehouse'])).toBe(0);
    // It goes on after each role that it does not find.
    expect(call('pg_restore', ['-d', to, file])).toBe(1);

    const { url } = await started({ DATABASE_URL: to });
    const headers = { 'x-access-token': await signIn(url) };
    const list = await fetch(`${url}/api/material/list?currentPage=1&pageSize=10`, { headers });
    expect(await list.json()).toMatchObject({ code: 200 });
    const verify = run('verify', { DATABASE_URL: to });
    expect(await ended(verify.child)).toBe(0);
    expect(verify.text()).toMatch(/Clean: \d+ checks over 2 companies/);
  },
);

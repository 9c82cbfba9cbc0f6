// Imports a hundred thousand products by spreadsheet: with one row in a hundred wrong, then corrected,
// applied and undone. Measures each step's time and the server's peak memory. See bench/README.md.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  applySheet,
  cancelSheet,
  productTable,
  sheetImport,
  sheetImports,
  undoSheet,
} from '@tradehouse/contract';
import type { SheetImport } from '@tradehouse/contract';
import {
  openDatabasePool,
  createTenant,
  migrateDatabase,
  seedPlatform,
  startEmbedded,
  verifyDatabase,
  withClient,
} from '@tradehouse/database';
import type { Connection, Migrated } from '@tradehouse/database';
import { createBenchClient, hashSha256 } from './src/client.ts';
import type { BenchClient } from './src/client.ts';
import { startServer } from './src/server.ts';
import type { Server } from './src/server.ts';
import { createWorkbook } from './src/workbook.ts';

const printSheetBenchLine = (text: string): void => console.log(text);
const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
  },
});
const OUTPUT = path.resolve(asked.output);
const ROWS = Number(asked.rows);
const TOKEN = hashSha256('sheet owner');
/** Upper limit of the server's memory, in megabytes. */
const PROMISED = 512;

/** Creates a company with a signed-in owner; returns its first warehouse's name. */
async function createSheetCompany(migrated: Migrated, admin: Connection): Promise<string> {
  const owner = openDatabasePool(migrated.owner, { size: 1 });
  await seedPlatform(owner, async () => 'none');
  const made = await createTenant(owner, {
    code: 'sheets',
    name: 'sheets',
    userLimit: 1,
    owner: { loginName: 'sheets', name: 'sheets', passwordHash: 'none' },
  });
  await owner.destroy();
  return withClient(admin, async (db) => {
    await db.query(
      `insert into session (token_hash, tenant_id, user_id, expires_at)
       values (decode($1, 'hex'), $2, $3, now() + interval '1 day')`,
      [hashSha256(TOKEN), made.tenantId, made.ownerId],
    );
    const { rows } = await db.query<{ name: string }>(
      'select name from warehouse where tenant_id = $1 order by id limit 1',
      [made.tenantId],
    );
    return rows[0]?.name ?? '';
  });
}

const head = [
  '名称',
  '规格',
  '型号',
  '颜色',
  '重量(kg)',
  '保质期(天)',
  '单位',
  '条码',
  '采购价',
  '零售价',
  '销售价',
  '最低售价',
  '启用',
  '仓位货架',
  '制造商',
  '备注',
];

/** Yields product rows, a tenth with opening stock; if `wrong`, every hundredth is faulty. */
function* generateProductRows(
  wrong: boolean,
  warehouse: string,
): Generator<readonly (string | number)[]> {
  yield [...head, warehouse];
  for (let row = 1; row <= ROWS; row += 1) {
    const bad = wrong && row % 100 === 0;
    const price = 1 + (row % 977) / 10;
    yield [
      `商品 ${row} 号`,
      `规格 ${row % 77}`,
      `M-${row % 131}`,
      '白',
      0.35,
      365,
      '个',
      String(6_900_000_000_000 + row),
      bad ? '面议' : price,
      price * 2,
      price * 1.5,
      price,
      '是',
      `A-${row % 400}`,
      `工厂 ${row % 50}`,
      '整箱发货',
      row % 10 === 0 ? 24 : '',
    ];
  }
}

/** The most memory the process ever held, in megabytes. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function uploadProductSheet(api: Server, file: Buffer): Promise<SheetImport> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'goods.xlsx');
  const reply = await fetch(`http://127.0.0.1:${api.port}/api${sheetImports.products.path}`, {
    method: 'POST',
    headers: { 'x-access-token': TOKEN, 'x-http-language': 'en' },
    body: form,
  });
  // SAFETY: every answer of the server has both.
  const answer = (await reply.json()) as { data: SheetImport; message: string };
  if (!reply.ok) throw new Error(answer.message);
  return answer.data;
}

/** Waits for the import's end; returns the import and the seconds. */
async function waitForSheetImport(
  owner: BenchClient,
  id: string,
  since: number,
): Promise<[SheetImport, number]> {
  for (;;) {
    // SAFETY: type of the endpoint's reply.
    const now = (await owner.get(sheetImport.path, { id })) as SheetImport;
    if (!['reading', 'applying', 'undoing'].includes(now.state))
      return [now, (performance.now() - since) / 1000];
    await wait(100);
  }
}

async function measureSheetImport(api: Server, warehouse: string): Promise<boolean> {
  const owner = createBenchClient(api.port, TOKEN);
  const run = async (what: string, begin: () => Promise<SheetImport>): Promise<SheetImport> => {
    const since = performance.now();
    const { id } = await begin();
    const [end, seconds] = await waitForSheetImport(owner, id, since);
    const { state, newRows, wrongRows, failure } = end;
    printSheetBenchLine(
      `${what}: ${seconds.toFixed(1)} s, ${state}, ${newRows} new, ${wrongRows} wrong; peak memory ${peakOf(api.pid).toFixed(0)} MB`,
    );
    if (failure !== null) throw new Error(failure);
    return end;
  };
  const idle = peakOf(api.pid);
  const file = (wrong: boolean): Buffer => createWorkbook(generateProductRows(wrong, warehouse));
  const bad = file(true);
  printSheetBenchLine(
    `${ROWS} rows of ${head.length + 1} columns, ${(bad.length / 1e6).toFixed(1)} MB; the server alone: ${idle.toFixed(0)} MB`,
  );
  const first = await run('compare, 1 % wrong', () => uploadProductSheet(api, bad));
  await owner.post(cancelSheet.path, { id: first.id });
  const good = await run('compare, all good', () => uploadProductSheet(api, file(false)));
  await run(
    'write',
    // SAFETY: type of the endpoint's reply.
    async () => (await owner.post(applySheet.path, { id: good.id })) as SheetImport,
  );
  await run(
    'take back',
    // SAFETY: type of the endpoint's reply.
    async () => (await owner.post(undoSheet.path, { id: good.id })) as SheetImport,
  );
  // SAFETY: every list reports its number of rows.
  const { total } = (await owner.get(productTable.path, { pageSize: 1 })) as { total: number };
  printSheetBenchLine(`products left: ${total}`);
  owner.close();
  const exact = first.wrongRows === Math.floor(ROWS / 100) && good.newRows === ROWS;
  return exact && total === 0 && peakOf(api.pid) < PROMISED;
}

async function runSheetBench(): Promise<void> {
  fs.mkdirSync(OUTPUT, { recursive: true });
  const server = await startEmbedded({
    dataDir: path.join(OUTPUT, 'data'),
    movable: true,
    say: printSheetBenchLine,
  });
  try {
    const name = 'bench_sheet';
    await withClient({ ...server.connection, database: 'postgres' }, async (db) => {
      await db.query(`drop database if exists ${name} with (force)`);
    });
    const admin = { ...server.connection, database: name };
    const migrated = await migrateDatabase(admin);
    const warehouse = await createSheetCompany(migrated, admin);
    const api = await startServer({ ...migrated, log: path.join(OUTPUT, 'server_sheet.log') });
    const kept = await measureSheetImport(api, warehouse);
    await api.stop();
    const { violations } = await verifyDatabase(admin);
    printSheetBenchLine(
      `verify: ${violations.length === 0 ? 'clean' : JSON.stringify(violations.slice(0, 3))}`,
    );
    process.exitCode = kept && violations.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}

await runSheetBench();

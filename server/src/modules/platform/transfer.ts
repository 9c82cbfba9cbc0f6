import { Readable } from 'node:stream';
import type { ReplyOf, importTenant } from '@tradehouse/contract';
import { TenantFileError, readTenantFile, writeTenantFile } from '@tradehouse/database';
import type { FastifyInstance } from 'fastify';
import { log, found, inTenant, inTurn, refuse, spooled } from '../../kernel/index.ts';
import type { Call, Context, FileReply } from '../../kernel/index.ts';
import { inCompany } from './company.ts';
import { companyRow } from './tenants.ts';
import type { FirstPassword } from './firstPassword.ts';

/** Bytes that an uploaded file may unpack to: twenty times what may be uploaded. Beyond it there is the command. */
const MOST_UNPACKED = 200 * 1024 * 1024;

/** The whole company as one file, written aside before it is sent. */
export async function exportCompany(
  kernel: FastifyInstance['kernel'],
  call: Call,
  id: string,
): Promise<FileReply> {
  const { code } = await call.read((context) => companyRow(context, id));
  const body = await spooled(kernel, call.scope, async (file) => {
    // Who asks takes the place, not the company that is written down.
    await inTurn(kernel.lanes.reading, call.scope.tenantId, ({ db, begin }) =>
      inTenant(db, id, begin, (tx) => writeTenantFile(tx, id, file)),
    );
    await call.transact(async (context) => {
      log(context, { action: 'export', subject: 'tenant', subjectId: id, number: code });
      return {};
    });
  });
  const day = new Date().toISOString().slice(0, 10);
  return { name: `${code}_${day}.tradehouse.gz`, type: 'application/gzip', body };
}

/** Makes a company of an uploaded file: all of it, with its books proven, or nothing. */
export async function importCompany(
  context: Context,
  { bytes }: NonNullable<Call['upload']>,
  code: string | undefined,
  owner: FirstPassword,
  unusableHash: string,
): Promise<Omit<ReplyOf<typeof importTenant>, 'password'>> {
  const open = (): Readable => Readable.from([Buffer.from(bytes)]);
  const restored = await readTenantFile(context.tx, open, {
    ...(code === undefined ? {} : { as: code }),
    ownerHash: owner.stored,
    unusableHash,
    most: MOST_UNPACKED,
  }).catch((error: unknown) => {
    if (error instanceof TenantFileError)
      return refuse(`tenantFile.${error.trouble}`, { detail: error.detail }, { field: 'file' });
    throw error;
  });
  // The restored company was made inside its own walls.
  await inCompany(context, context.tenantId, async () => {});
  log(context, {
    action: 'import',
    subject: 'tenant',
    subjectId: restored.tenantId,
    number: restored.code,
    after: restored,
  });
  return {
    id: found(restored.tenantId),
    code: restored.code,
    loginName: restored.ownerLogin,
    rows: Object.values(restored.rows).reduce((sum, rows) => sum + rows, 0),
    renamed: restored.renamed.map(([from, to]) => ({ from, to })),
    found: restored.told.map(({ check, subject, detail }) => ({ check, subject, detail })),
  };
}

import { Readable } from 'node:stream';
import type { ReplyOf, importTenant } from '@tradehouse/contract';
import { TenantFileError, readTenantFile, writeTenantFile } from '@tradehouse/database';
import type { FastifyInstance } from 'fastify';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { spoolFile } from '../../kernel/http/index.ts';
import { createProgressNotifier } from '../../kernel/live/index.ts';
import { logChange, inTenant, inTurn } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall, FileReply } from '../../kernel/http/index.ts';
import { inCompany } from './company.ts';
import { companyRow } from './tenants.ts';
import type { OwnerFirstPassword } from './firstPassword.ts';

/** Most unpacked bytes of an uploaded file: twenty times the upload limit. Larger files need the command. */
const MOST_UNPACKED = 200 * 1024 * 1024;

/** Exports the caller's own company, for the owner alone. Counts as an export of a list does. */
export async function exportOwnCompany(
  kernel: FastifyInstance['kernel'],
  call: EndpointCall,
  progress: string | undefined,
): Promise<FileReply> {
  const { owner, readOnly, operator, tenantId, userId } = call.scope;
  if (!owner || operator) refuseWith('access.denied');
  if (readOnly === 'viewing') refuseWith('session.viewing');
  const tell =
    progress === undefined
      ? undefined
      : createProgressNotifier(kernel.db, { tenantId, userId, key: progress });
  return call.whileWaited((gone) =>
    exportCompany(kernel, call, tenantId, {
      reader: 'owner',
      tell(rows) {
        gone.throwIfAborted();
        tell?.(rows);
      },
    }),
  );
}

interface CompanyExport {
  readonly reader?: 'operator' | 'owner';
  readonly tell?: (rows: number) => void;
}

/** Exports the company to a single file, written to disk before sending. */
export async function exportCompany(
  kernel: FastifyInstance['kernel'],
  call: EndpointCall,
  id: string,
  { reader, tell }: CompanyExport = {},
): Promise<FileReply> {
  const { code } = await call.read((context) => companyRow(context, id));
  const body = await spoolFile(kernel, call.scope, async (file) => {
    // The requester's company takes the slot, not the exported company.
    await inTurn(kernel.lanes.reading, call.scope.tenantId, ({ db, begin }) =>
      inTenant(db, id, begin, (tx) => writeTenantFile(tx, id, file, tell, reader)),
    );
    await call.transact(async (context) => {
      logChange(context, { action: 'export', subject: 'tenant', subjectId: id, number: code });
      return {};
    });
  });
  const day = new Date().toISOString().slice(0, 10);
  return { name: `${code}_${day}.tradehouse.gz`, type: 'application/gzip', body };
}

/** Creates a company from an uploaded file: everything, with verified books, or nothing. */
export async function importCompanyFile(
  context: Context,
  { bytes }: NonNullable<EndpointCall['upload']>,
  code: string | undefined,
  owner: OwnerFirstPassword,
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
      return refuseWith(`tenantFile.${error.trouble}`, { detail: error.detail }, { field: 'file' });
    throw error;
  });
  // The restored company is created under its own isolation.
  await inCompany(context, context.tenantId, async () => {});
  logChange(context, {
    action: 'import',
    subject: 'tenant',
    subjectId: restored.tenantId,
    number: restored.code,
    after: restored,
  });
  return {
    id: orRefuseMissing(restored.tenantId),
    code: restored.code,
    loginName: restored.ownerLogin,
    rows: Object.values(restored.rows).reduce((sum, rows) => sum + rows, 0),
    renamed: restored.renamed.map(([from, to]) => ({ from, to })),
    found: restored.violations.map(({ check, subject, detail }) => ({ check, subject, detail })),
  };
}

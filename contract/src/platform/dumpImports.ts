import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { SingleLine, Optional } from '../field.ts';
import { Closed, Id, Nullable, readAll, readOne } from '../resource.ts';
import { tenantPage } from '../recordPages.ts';

const access = { page: tenantPage, operator: true, button: '1' } as const;

/** Company of a dump and its import progress. */
export const DumpCompany = Closed({
  /** Owner's login name in the dump. */
  code: Type.String(),
  name: Type.String(),
  state: Type.Enum(['waiting', 'running', 'done', 'failed']),
  stage: Type.Enum(['masters', 'openings', 'documents']),
  done: Type.Integer(),
  /** 0 where nothing is counted. */
  total: Type.Integer(),
  /** Set when done: code, rows and, for a new company, the owner's login name. */
  tenantCode: Nullable(Type.String()),
  loginName: Nullable(Type.String()),
  imported: Type.Integer(),
  refused: Type.Integer(),
  /** Failure in words. */
  reason: Nullable(Type.String()),
});
export type DumpCompany = Static<typeof DumpCompany>;

export const DumpImport = Closed({
  id: Id,
  fileName: Type.String(),
  state: Type.Enum(['reading', 'importing', 'done', 'failed']),
  /** Refusal in words. */
  reason: Nullable(Type.String()),
  companies: Type.Array(DumpCompany),
});
export type DumpImport = Static<typeof DumpImport>;

/** Starts an import in the background, one at a time. */
export const importDump = defineEndpoint({
  call: 'POST /tenant/importDump',
  summary: 'Bring companies over from a dump of jshERP',
  access,
  upload: true,
  input: Closed({
    /** Owners' login names or jshERP's numbers, by commas; absent: all. */
    companies: Optional(SingleLine(1, 2000)),
  }),
  reply: DumpImport,
});

export const dumpImport = readAll({
  path: '/tenant/dumpImport',
  summary: 'How far the last import of a dump is; null where there was none',
  access,
  reply: Nullable(DumpImport),
});

export const dumpReport = readOne({
  path: '/tenant/dumpReport',
  summary: 'What an import brought, left and reckons, company by company, as text parted by tabs',
  access,
  reply: Type.Unknown(),
  envelope: 'file',
});

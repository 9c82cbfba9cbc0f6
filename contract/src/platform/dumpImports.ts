import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Line, Optional } from '../field.ts';
import { Closed, Id, Nullable, readAll, readOne } from '../resource.ts';
import { tenantPage } from './tenants.ts';

const access = { page: tenantPage, operator: true, button: '1' } as const;

/** A company of a dump, and how far it has come. */
export const DumpCompany = Closed({
  /** The login name of its owner there. */
  code: Type.String(),
  name: Type.String(),
  state: Type.Enum(['waiting', 'running', 'done', 'failed']),
  stage: Type.Enum(['masters', 'openings', 'documents']),
  done: Type.Integer(),
  /** 0 where nothing is counted. */
  total: Type.Integer(),
  /** Once it is done: its code here, its rows and, if it was made now, its owner's login name. */
  tenantCode: Nullable(Type.String()),
  loginName: Nullable(Type.String()),
  imported: Type.Integer(),
  refused: Type.Integer(),
  /** Why it failed, as a sentence. */
  reason: Nullable(Type.String()),
});
export type DumpCompany = Static<typeof DumpCompany>;

export const DumpImport = Closed({
  id: Id,
  fileName: Type.String(),
  state: Type.Enum(['reading', 'importing', 'done', 'failed']),
  /** Why the file was not taken, as a sentence. */
  reason: Nullable(Type.String()),
  companies: Type.Array(DumpCompany),
});
export type DumpImport = Static<typeof DumpImport>;

/** Begins; the work goes on beside the request. One import at a time. */
export const importDump = endpoint({
  call: 'POST /tenant/importDump',
  summary: 'Bring companies over from a dump of jshERP',
  access,
  upload: true,
  input: Closed({
    /** Owners' login names or jshERP's numbers, parted by commas; without it all companies come. */
    companies: Optional(Line(1, 2000)),
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

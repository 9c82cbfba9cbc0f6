import type { ErrorKey } from '@tradehouse/domain';
import { DomainError } from '@tradehouse/domain';
import type { FastifyError, FastifyInstance } from 'fastify';
import { sendRefusal } from './answer.ts';
import { TwinAtWork } from './idempotency.ts';
import { connectionLost, sqlError } from './sqlError.ts';
import type { SqlError } from './sqlError.ts';
import { CommitUnknown } from './transaction.ts';

/** Every failure leaves as a refusal with a key; what nobody foresaw is logged and leaves as `server.failed`. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.key === 'server.failed' || refusal.key === 'server.busy') {
      request.log.error({ err: error }, 'request failed');
    }
    return sendRefusal(request, reply, refusal);
  });
}

/** What the caller is told about an error. */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const sql = sqlError(error);
  if (connectionLost(error) || error instanceof CommitUnknown || error instanceof TwinAtWork)
    return new DomainError('server.busy');
  if (sql !== null) return ofDatabase(sql);
  if (!(error instanceof Error)) return new DomainError('server.failed');
  if (error.message.includes('timeout exceeded when trying to connect'))
    return new DomainError('server.busy');
  return ofFramework(error as FastifyError);
}

const frameworkKeys: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'request.tooLarge',
  FST_FILES_LIMIT: 'request.tooLarge',
  FST_ERR_HANDLER_TIMEOUT: 'server.busy',
};

function ofFramework(error: FastifyError): DomainError {
  const [first] = error.validation ?? [];
  if (first !== undefined) {
    const at = placeOf(first);
    return new DomainError('request.field', { field: at.field }, at);
  }
  const key = frameworkKeys[error.code];
  if (key !== undefined) return new DomainError(key);
  const status = error.statusCode ?? 500;
  return new DomainError(status >= 400 && status < 500 ? 'request.malformed' : 'server.failed');
}

type Complaint = NonNullable<FastifyError['validation']>[number];

/** `/lines/0/quantity` is the field `quantity` of line 1. */
function placeOf({ instancePath, params }: Complaint): { field: string; line?: number } {
  const steps = instancePath.split('/').slice(1);
  const extra = params['additionalProperty'] ?? params['missingProperty'];
  if (typeof extra === 'string') steps.push(extra);
  const line = steps.map(Number).find((step) => Number.isInteger(step));
  const field = steps.findLast((step) => !/^\d+$/.test(step)) ?? 'body';
  return { field: field.slice(0, 100), ...(line === undefined ? {} : { line: line + 1 }) };
}

/** By constraint first, since its name says what was wrong; else by the class of the error. */
function ofDatabase({ state, constraint, detail }: SqlError): DomainError {
  const named = constraintKeys[constraint];
  const field = fieldOf(detail, constraint);
  if (named !== undefined) return new DomainError(named, { constraint, ...field });
  switch (state) {
    case '23505':
      return new DomainError('name.taken', { constraint, name: valueOf(detail), ...field });
    case '23503':
      return detail.includes('still referenced')
        ? new DomainError('record.inUse', { usedBy: /table "(\w+)"/.exec(detail)?.[1] ?? '' })
        : new DomainError('record.missing', field);
    case '23514':
    case '23502':
      return new DomainError('request.field', { field: constraint, ...field });
    case '22021':
    case '22P02':
    case '22P05':
    case '22003':
    case '22007':
    case '22008':
      return new DomainError('request.malformed');
    case '57014':
    case '55P03':
    case '53300':
    case '53100':
    case '53200':
    case '40001':
    case '40P01':
      return new DomainError('server.busy');
    default:
      return new DomainError('server.failed');
  }
}

/** Constraints whose refusal is more particular than "taken" or "in use": `table__what` → key. */
const constraintKeys: Readonly<Record<string, ErrorKey>> = {
  partner__one_opening: 'partner.bothOpenings',
  barcode__code_once: 'barcode.taken',
};

/**
 * `Key (tenant_id, name)=(1, 螺丝) already exists.` → the last column, which is the one a person gave. Behind row-level
 * security there is no such detail: `person__name_once` → name, `warehouse__principal` → principalId.
 */
function fieldOf(detail: string, constraint: string): { field?: string } {
  const column = /\(([^)]*)\)=/.exec(detail)?.[1]?.split(', ').at(-1);
  if (column !== undefined) return { field: camel(column) };
  const [, what] = constraint.split('__');
  if (what === undefined) return {};
  return {
    field: what.endsWith('_once') ? camel(what.slice(0, -'_once'.length)) : `${camel(what)}Id`,
  };
}

const valueOf = (detail: string): string =>
  /\)=\((.*)\) /.exec(detail)?.[1]?.split(', ').at(-1) ?? '';
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

import { complaintOf } from '@tradehouse/contract';
import type { Complaint } from '@tradehouse/contract';
import type { At, DateReach, ErrorKey } from '@tradehouse/domain';
import { DomainError, errors } from '@tradehouse/domain';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answer.ts';
import { TwinAtWork } from '../tx/idempotency.ts';
import { dateReach, factsOfReach } from '../dateReach.ts';
import { createRefusalLog } from './refusals.ts';
import { connectionLost, sqlError, withoutShard } from '../tx/sqlError.ts';
import type { SqlError } from '../tx/sqlError.ts';
import { CommitUnknown } from '../tx/transaction.ts';

/** Every failure leaves as a refusal with a key; what no one foresaw is logged and leaves as `server.failed`. */
export function answerFailures(app: FastifyInstance): void {
  const noteRefusal = createRefusalLog();
  app.setErrorHandler(async (error, request, reply) => {
    // Anyone who hangs up in the middle of a body is told nothing, and no one else failed.
    if (request.raw.readableAborted) {
      request.log.info({ err: error }, 'the caller hung up');
      return sendRefusal(request, reply, new DomainError('request.malformed'));
    }
    const refusal = refusalOf(error);
    // That the product puts a caller off, as it does thousands in a flood, is no failure.
    if (isOurFault(refusal) && (refusal !== error || refusal.key === 'server.failed'))
      request.log.error({ err: error }, 'request failed');
    if (isTold(request, refusal)) await noteRefusal(app, request, refusal);
    return sendRefusal(request, reply, refusal);
  });
}

/** Who asked for what they have no right to is told of; of programs also who asked too often. */
const isTold = ({ program }: FastifyRequest, { key }: DomainError): boolean =>
  key === 'access.denied' || (program !== null && key === 'request.tooMany');

/** For those who look after the server, since the caller can do nothing about it. */
export const isOurFault = ({ key }: DomainError): boolean => errors[key].status >= 500;

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
  // SAFETY: what is left is read as the framework's: an error that has none of its fields is no one's fault but the server's.
  return ofFramework(error as FastifyError);
}

const frameworkKeys: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'request.tooLarge',
  FST_FILES_LIMIT: 'request.tooLarge',
};

function ofFramework(error: FastifyError): DomainError {
  const [first] = error.validation ?? [];
  if (first !== undefined) {
    const at = placeOf(first);
    if (first.keyword === dateReach.keyword) return outOfReach(first, at);
    return new DomainError('request.field', { field: at.field, ...ruleIn(first) }, at);
  }
  const key = frameworkKeys[error.code];
  if (key !== undefined) return new DomainError(key);
  const status = error.statusCode ?? 500;
  return new DomainError(status >= 400 && status < 500 ? 'request.malformed' : 'server.failed');
}

function outOfReach(fault: Fault, at: At): DomainError {
  // SAFETY: the keyword is checked of texts alone, and its schema comes with the fault.
  const { data, schema } = fault as Fault & { readonly data?: string; readonly schema?: DateReach };
  return new DomainError('date.outOfReach', factsOfReach(schema ?? 'near', data ?? ''), at);
}

type Fault = NonNullable<FastifyError['validation']>[number];

/** Which of the field's own rules it breaks, where its declaration has words for it. */
function ruleIn(fault: Fault): Complaint | null {
  if (fault.keyword === 'required') return { rule: 'missing' };
  if (fault.keyword === 'additionalProperties') return { rule: 'unknown' };
  // SAFETY: the validator is told to be verbose (app.ts), which adds the schema and the value.
  const { parentSchema = {}, data } = fault as Fault & {
    readonly parentSchema?: object;
    readonly data?: unknown;
  };
  return complaintOf(parentSchema, data);
}

/** `/lines/0/quantity` is the field `quantity` of line 1. */
function placeOf({ instancePath, params }: Fault): { field: string; line?: number } {
  const steps = instancePath.split('/').slice(1);
  const extra = params['additionalProperty'] ?? params['missingProperty'];
  if (typeof extra === 'string') steps.push(extra);
  const line = steps.map(Number).find((step) => Number.isInteger(step));
  const field = steps.findLast((step) => !/^\d+$/.test(step)) ?? 'body';
  return { field: field.slice(0, 100), ...(line === undefined ? {} : { line: line + 1 }) };
}

/**
 * By constraint first, since its name says what was wrong; else by the class of the error. Behind row-level security
 * PostgreSQL names no values, so the facts are what the constraint's own name tells.
 */
function ofDatabase({ state, constraint, message }: SqlError): DomainError {
  const named = constraintKeys[constraint];
  const field = fieldOf(constraint);
  if (named !== undefined) return new DomainError(named, { constraint }, field);
  switch (state) {
    case '23505':
      return new DomainError('name.taken', { constraint, name: '' }, field);
    case '23503':
      // A row that is still used, or a reference to what is not there: only the sentence tells.
      return message.startsWith('update or delete')
        ? new DomainError('record.inUse', {
            name: '',
            place: withoutShard(message.split('"').at(-2) ?? ''),
            usedBy: '',
          })
        : new DomainError('record.missing', {}, { field: `${field.field ?? ''}Id` });
    case '23514':
    case '23502':
      return new DomainError('request.field', { constraint, field: field.field ?? '' }, field);
    case '22003':
      return new DomainError('amount.tooLarge');
    case '22021':
    case '22P02':
    case '22P05':
    case '22007':
    case '22008':
    case '22009':
      return new DomainError('request.malformed');
    case '57014':
      return new DomainError('server.tooLong');
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

/** Constraints whose refusal is more particular than "taken" or "wrong": `table__what` → key. */
const constraintKeys: Readonly<Record<string, ErrorKey>> = {
  partner__one_opening: 'partner.bothOpenings',
  product__serial_or_lot: 'product.serialAndLot',
  product__one_unit: 'product.oneUnit',
  unit__sub_differs: 'unit.same',
  unit__two_whole: 'unit.incomplete',
  unit__three_whole: 'unit.incomplete',
  stock_lock__not_below_zero: 'stock.lockBelowZero',
  app_user__login_once: 'login.taken',
  login_pkey: 'login.taken',
};

/** `person__name_once` → name, `unit__ratios` → ratios; a reference `warehouse__principal` is the field principalId. */
function fieldOf(constraint: string): { field?: string } {
  const [, what] = constraint.split('__');
  return what === undefined ? {} : { field: camel(what.replace(/^alike_|_once$/, '')) };
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

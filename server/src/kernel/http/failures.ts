import { complaintOf } from '@tradehouse/contract';
import type { Complaint } from '@tradehouse/contract';
import type { At, DateReach, ErrorKey } from '@tradehouse/domain';
import { DomainError, errors } from '@tradehouse/domain';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answer.ts';
import { drainBody } from './drainBody.ts';
import { TwinAtWork } from '../tx/idempotency.ts';
import { dateReach, factsOfReach } from '../table/dateReach.ts';
import { createRefusalLog } from './refusals.ts';
import { connectionLost, sqlError, withoutShard } from '../tx/sqlError.ts';
import type { SqlError } from '../tx/sqlError.ts';
import { CommitUnknown } from '../tx/transaction.ts';

/**
 * Answers every failure with a keyed refusal; unforeseen failures are logged and answered with
 * `server.failed`.
 */
export function answerFailures(app: FastifyInstance): void {
  const noteRefusal = createRefusalLog();
  app.setErrorHandler(async (error, request, reply) => {
    // A caller who hangs up during the body gets no answer, and no one else failed.
    if (request.raw.readableAborted) {
      request.log.info({ err: error }, 'the caller hung up');
      return sendRefusal(request, reply, new DomainError('request.malformed'));
    }
    const refusal = refusalFromError(error);
    // A throttled caller is no failure, even thousands in a flood.
    if (isOurFault(refusal) && (refusal !== error || refusal.key === 'server.failed'))
      request.log.error({ err: error }, 'request failed');
    if (isTold(request, refusal)) await noteRefusal(app, request, refusal);
    // The framework closes the connection with this answer.
    if (reply.getHeader('connection') === 'close') await drainBody(request.raw);
    return sendRefusal(request, reply, refusal);
  });
}

/** Is the refusal reported? Missing rights are; for programs also too many requests. */
const isTold = ({ program }: FastifyRequest, { key }: DomainError): boolean =>
  key === 'access.denied' || (program !== null && key === 'request.tooMany');

/** Is the failure the server's? Only administrators can act on it, not the caller. */
export const isOurFault = ({ key }: DomainError): boolean => errors[key].status >= 500;

export function refusalFromError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const sql = sqlError(error);
  if (connectionLost(error) || error instanceof CommitUnknown || error instanceof TwinAtWork)
    return new DomainError('server.busy');
  if (sql !== null) return ofDatabase(sql);
  if (!(error instanceof Error)) return new DomainError('server.failed');
  if (error.message.includes('timeout exceeded when trying to connect'))
    return new DomainError('server.busy');
  // SAFETY: any remaining error is read as a framework error; without its fields, the fault is the
  // server's.
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
    const at = faultPositionOf(first);
    if (first.keyword === dateReach.keyword) return outOfReach(first, at);
    return new DomainError('request.field', { field: at.field, ...ruleIn(first) }, at);
  }
  const key = frameworkKeys[error.code];
  if (key !== undefined) return new DomainError(key);
  const status = error.statusCode ?? 500;
  return new DomainError(status >= 400 && status < 500 ? 'request.malformed' : 'server.failed');
}

function outOfReach(fault: ValidationFault, at: At): DomainError {
  // SAFETY: the keyword is checked only on texts, and its schema comes with the fault.
  const { data, schema } = fault as ValidationFault & {
    readonly data?: string;
    readonly schema?: DateReach;
  };
  return new DomainError('date.outOfReach', factsOfReach(schema ?? 'near', data ?? ''), at);
}

type ValidationFault = NonNullable<FastifyError['validation']>[number];

/** Returns the field rule that a value breaks, if the declaration has words for it. */
function ruleIn(fault: ValidationFault): Complaint | null {
  if (fault.keyword === 'required') return { rule: 'missing' };
  if (fault.keyword === 'additionalProperties') return { rule: 'unknown' };
  // SAFETY: the validator runs verbosely (validators.ts), which adds the schema and the value.
  const { parentSchema = {}, data } = fault as ValidationFault & {
    readonly parentSchema?: object;
    readonly data?: unknown;
  };
  return complaintOf(parentSchema, data);
}

/** `/lines/0/quantity` is the field `quantity` of line 1. */
function faultPositionOf({ instancePath, params }: ValidationFault): {
  field: string;
  line?: number;
} {
  const steps = instancePath.split('/').slice(1);
  const extra = params['additionalProperty'] ?? params['missingProperty'];
  if (typeof extra === 'string') steps.push(extra);
  const line = steps.map(Number).find((step) => Number.isInteger(step));
  const field = steps.findLast((step) => !/^\d+$/.test(step)) ?? 'body';
  return { field: field.slice(0, 100), ...(line === undefined ? {} : { line: line + 1 }) };
}

/**
 * Converts a database error by constraint, whose name describes the fault; otherwise by error class. Behind
 * row-level security PostgreSQL names no values, so the facts come from the constraint's name.
 */
function ofDatabase({ state, constraint, message }: SqlError): DomainError {
  const named = constraintKeys[constraint];
  const field = fieldOfConstraint(constraint);
  if (named !== undefined) return new DomainError(named, { constraint }, field);
  switch (state) {
    case '23505':
      return new DomainError('name.taken', { constraint, name: '' }, field);
    case '23503':
      // Row still in use, or reference to a missing row: only the message tells.
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

/** Constraints with a more specific refusal than "taken" or "wrong": `table__what` → key. */
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
function fieldOfConstraint(constraint: string): { field?: string } {
  const [, what] = constraint.split('__');
  return what === undefined
    ? {}
    : { field: camelFromConstraint(what.replace(/^alike_|_once$/, '')) };
}

const camelFromConstraint = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

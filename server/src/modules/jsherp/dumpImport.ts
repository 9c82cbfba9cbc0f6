import type { DumpCompany, DumpImport } from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import type { ErrorKey, SentenceFacts } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { sentenceOf } from '../../kernel/http/index.ts';
import { sqlError } from '../../kernel/tx/index.ts';
import type { Context, Language } from '../../kernel/access/index.ts';
import type { SourceCompany } from './company.ts';
import type { CompanyReconciliation } from './report.ts';

// Progress row of a dump import.

/** Stored refusal; the sentence is built in the caller's language. */
export interface Failure {
  readonly key: ErrorKey;
  readonly facts: SentenceFacts;
}

export type KeptCompany = Omit<DumpCompany, 'reason'> & { readonly failure: Failure | null };

interface DumpImportRow {
  readonly id: string;
  readonly state: DumpImport['state'];
  readonly file_name: string;
  readonly companies: readonly KeptCompany[];
  readonly failure: Failure | null;
}

const columns = sql`id, state, file_name, companies, failure`;
const RUNNING = sql`state in ('reading', 'importing')`;
/** An import silent for this long has lost its process. */
const SILENT = sql`touched_at < now() - interval '1 minute'`;

export const waitingCompany = ({ code, name }: SourceCompany): KeptCompany => ({
  code,
  name,
  state: 'waiting',
  stage: 'masters',
  done: 0,
  total: 0,
  tenantCode: null,
  loginName: null,
  imported: 0,
  refused: 0,
  failure: null,
});

/** Inserts the single allowed import and deletes finished ones. Refuses while an import is running. */
export async function addDumpImport(context: Context, fileName: string): Promise<DumpImportRow> {
  const { tx, tenantId, scope } = context;
  await endSilent(context);
  await sql`delete from dump_import where tenant_id = ${tenantId} and not ${RUNNING}`.execute(tx);
  try {
    const { rows } = await sql<DumpImportRow>`
      insert into dump_import (tenant_id, state, user_id, file_name)
      values (${tenantId}, 'reading', ${scope.userId}, ${fileName}) returning ${columns}`.execute(
      tx,
    );
    return orRefuseMissing(rows[0]);
  } catch (error) {
    if (sqlError(error)?.constraint === 'dump_import__one_running')
      return refuseWith('dump.running');
    throw error;
  }
}

/** Reads the last import, or null. An import with a dead process is returned interrupted. */
export async function findLastDumpImport({ tx, tenantId }: Context): Promise<DumpImportRow | null> {
  const { rows } = await sql<DumpImportRow>`
    select id, case when ${RUNNING} and ${SILENT} then 'failed' else state end as state, file_name, companies,
      case when ${RUNNING} and ${SILENT} then '{"key": "dump.interrupted", "facts": {}}' else failure end as failure
    from dump_import where tenant_id = ${tenantId} order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Reads the reconciliations by company; `record.missing` if the import does not exist. */
export async function reportsOf(
  { tx, tenantId }: Context,
  id: string,
): Promise<readonly CompanyReconciliation[]> {
  const { rows } = await sql<{ reports: readonly CompanyReconciliation[] }>`
    select reports from dump_import where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return orRefuseMissing(rows[0]).reports;
}

interface DumpImportStep {
  readonly state: DumpImport['state'];
  readonly companies: readonly KeptCompany[];
  readonly failure?: Failure | null;
  readonly report?: CompanyReconciliation;
}

/** Stores the step and progress of an import. */
export async function keepStep(
  { tx, tenantId }: Context,
  id: string,
  { state, companies, failure = null, report }: DumpImportStep,
): Promise<void> {
  await sql`
    update dump_import set state = ${state}, companies = ${JSON.stringify(companies)}::jsonb, touched_at = now(),
      failure = ${failure === null ? null : JSON.stringify(failure)}::jsonb,
      reports = reports || ${JSON.stringify(report === undefined ? [] : [report])}::jsonb
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** A sign of life. */
export async function touchDumpImport({ tx, tenantId }: Context, id: string): Promise<void> {
  await sql`update dump_import set touched_at = now() where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
}

/** Marks imports with a silent process interrupted. */
export async function endSilent({ tx, tenantId }: Context): Promise<void> {
  await sql`
    update dump_import set state = 'failed', failure = '{"key": "dump.interrupted", "facts": {}}'
    where tenant_id = ${tenantId} and ${RUNNING} and ${SILENT}`.execute(tx);
}

/** Converts an import for the reply. */
export const toDumpImport = (
  { id, state, file_name: fileName, companies, failure }: DumpImportRow,
  language: Language,
): DumpImport => ({
  id,
  state,
  fileName,
  reason: sentenceOfDumpFailure(failure, language),
  companies: companies.map(({ failure: why, ...company }) => ({
    ...company,
    reason: sentenceOfDumpFailure(why, language),
  })),
});

const sentenceOfDumpFailure = (failure: Failure | null, language: Language): string | null =>
  failure === null ? null : sentenceOf(new DomainError(failure.key, failure.facts), language);

import type { DumpCompany, DumpImport } from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import type { ErrorKey, Facts } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, sentenceOf, sqlError } from '../../kernel/index.ts';
import type { Context, Language } from '../../kernel/index.ts';
import type { SourceCompany } from './company.ts';
import type { Reconciliation } from './report.ts';

// The row that tells how far an import of a dump is.

/** A refusal as it is kept: its sentence is made in the language of the caller. */
export interface Failure {
  readonly key: ErrorKey;
  readonly facts: Facts;
}

/** A company as it is kept. */
export type KeptCompany = Omit<DumpCompany, 'reason'> & { readonly failure: Failure | null };

interface Row {
  readonly id: string;
  readonly state: DumpImport['state'];
  readonly file_name: string;
  readonly companies: readonly KeptCompany[];
  readonly failure: Failure | null;
}

const columns = sql`id, state, file_name, companies, failure`;
const RUNNING = sql`state in ('reading', 'importing')`;
/** An import that has been silent for so long has lost the process that worked on it. */
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

/** Takes the one place of an import; earlier ones make room. Refuses while another is under way. */
export async function addImport(context: Context, fileName: string): Promise<Row> {
  const { tx, tenantId, scope } = context;
  await endSilent(context);
  await sql`delete from dump_import where tenant_id = ${tenantId} and not ${RUNNING}`.execute(tx);
  try {
    const { rows } = await sql<Row>`
      insert into dump_import (tenant_id, state, user_id, file_name)
      values (${tenantId}, 'reading', ${scope.userId}, ${fileName}) returning ${columns}`.execute(
      tx,
    );
    return found(rows[0]);
  } catch (error) {
    if (sqlError(error)?.constraint === 'dump_import__one_running') return refuse('dump.running');
    throw error;
  }
}

/** The last import, or null. One whose process died is told as interrupted. */
export async function lastImport({ tx, tenantId }: Context): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select id, case when ${RUNNING} and ${SILENT} then 'failed' else state end as state, file_name, companies,
      case when ${RUNNING} and ${SILENT} then '{"key": "dump.interrupted", "facts": {}}' else failure end as failure
    from dump_import where tenant_id = ${tenantId} order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** What was brought, left and reckoned, company by company; `record.missing` where there was no such import. */
export async function reportsOf(
  { tx, tenantId }: Context,
  id: string,
): Promise<readonly Reconciliation[]> {
  const { rows } = await sql<{ reports: readonly Reconciliation[] }>`
    select reports from dump_import where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return found(rows[0]).reports;
}

interface Step {
  readonly state: DumpImport['state'];
  readonly companies: readonly KeptCompany[];
  readonly failure?: Failure | null;
  /** The reconciliation of a company that has just been done. */
  readonly report?: Reconciliation;
}

/** Writes down how far the import is. */
export async function keepStep(
  { tx, tenantId }: Context,
  id: string,
  { state, companies, failure = null, report }: Step,
): Promise<void> {
  await sql`
    update dump_import set state = ${state}, companies = ${JSON.stringify(companies)}::jsonb, touched_at = now(),
      failure = ${failure === null ? null : JSON.stringify(failure)}::jsonb,
      reports = reports || ${JSON.stringify(report === undefined ? [] : [report])}::jsonb
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** A sign of life. */
export async function touch({ tx, tenantId }: Context, id: string): Promise<void> {
  await sql`update dump_import set touched_at = now() where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
}

/** Writes down that imports were interrupted whose process has fallen silent. */
export async function endSilent({ tx, tenantId }: Context): Promise<void> {
  await sql`
    update dump_import set state = 'failed', failure = '{"key": "dump.interrupted", "facts": {}}'
    where tenant_id = ${tenantId} and ${RUNNING} and ${SILENT}`.execute(tx);
}

/** As the browser is told of it. */
export const shownImport = (
  { id, state, file_name: fileName, companies, failure }: Row,
  language: Language,
): DumpImport => ({
  id,
  state,
  fileName,
  reason: sentence(failure, language),
  companies: companies.map(({ failure: why, ...company }) => ({
    ...company,
    reason: sentence(why, language),
  })),
});

const sentence = (failure: Failure | null, language: Language): string | null =>
  failure === null ? null : sentenceOf(new DomainError(failure.key, failure.facts), language);

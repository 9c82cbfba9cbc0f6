import { randomBytes } from 'node:crypto';
import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { refusalFromError } from '../../kernel/http/index.ts';
import { withHeartbeat } from '../../kernel/live/index.ts';
import { logChange, inTurn, runTransaction } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { Asker } from '../../kernel/tx/index.ts';
import { hashPassword } from '../session/index.ts';
import { chosenOf, companiesOf, selectCompanyDump } from './company.ts';
import type { SourceCompany } from './company.ts';
import { keepStep, touchDumpImport, waitingCompany } from './dumpImport.ts';
import type { Failure, KeptCompany } from './dumpImport.ts';
import { readDump } from './dump.ts';
import type { Dump } from './dump.ts';
import { importDumpCompany } from './load.ts';
import type { ImportedDump } from './load.ts';
import type { DumpImportProgress } from './records.ts';

export interface DumpImportRequest {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Null: all. */
  readonly companies: readonly string[] | null;
}

const BEAT = 5_000;

/**
 * Runs a dump import in the background. Each company is a separate transaction; unfinished work is rolled
 * back when the process ends.
 */
export class DumpJob {
  readonly #asker: Asker;
  readonly #asked: DumpImportRequest;
  readonly #log: Pick<FastifyInstance['log'], 'error'>;
  readonly #stop = new AbortController();
  #companies: KeptCompany[] = [];

  constructor(asker: Asker, asked: DumpImportRequest, log: Pick<FastifyInstance['log'], 'error'>) {
    this.#asker = asker;
    this.#asked = asked;
    this.#log = log;
  }

  /** Aborts at the next step. */
  stop(): void {
    this.#stop.abort();
  }

  run(): Promise<void> {
    const beat = () => this.#once((context) => touchDumpImport(context, this.#asked.id));
    return withHeartbeat(BEAT, beat, () => this.#importAll());
  }

  async #importAll(): Promise<void> {
    try {
      const dump = await readDump(new TextDecoder().decode(this.#asked.bytes));
      const chosen = chosenOf(companiesOf(dump), this.#asked.companies);
      this.#companies = chosen.map(waitingCompany);
      await this.#keep('importing');
      for (const [at, company] of chosen.entries()) await this.#bring(dump, company, at);
      await this.#keep('done');
    } catch (error) {
      await this.#keep('failed', this.#failureOf(error)).catch((failure: unknown) =>
        this.#log.error({ err: failure }, 'import of a dump could not be put away'),
      );
    }
  }

  /** A failed company does not stop the rest. */
  async #bring(dump: Dump, company: SourceCompany, at: number): Promise<void> {
    try {
      const imported = await this.#import(dump, company, at);
      this.#change(at, {
        state: 'done',
        tenantCode: imported.code,
        loginName: imported.loginName,
        imported: imported.counts.reduce((sum, table) => sum + table.imported, 0),
        refused: imported.refusals.length,
      });
      const { code, counts, refusals, figures, tenantId } = imported;
      await this.#write(async (context) => {
        logChange(context, {
          action: 'import',
          subject: 'tenant',
          subjectId: tenantId,
          number: code,
          after: { from: company.code, rows: this.#companies[at]?.imported },
        });
        const report = { code, counts, refusals, figures };
        const step = { state: 'importing', companies: this.#companies, report } as const;
        await keepStep(context, this.#asked.id, step);
      });
    } catch (error) {
      if (this.#stop.signal.aborted) throw error;
      this.#change(at, { state: 'failed', failure: this.#failureOf(error) });
      await this.#keep('importing');
    }
  }

  /** Unusable password: the owner gets the first by a reset. */
  async #import(dump: Dump, company: SourceCompany, at: number): Promise<ImportedDump> {
    const unusable = await hashPassword(randomBytes(32).toString('hex'));
    const owners = { passwordHash: unusable, unusable };
    const { lanes, scope } = this.#asker;
    return this.#patiently(() =>
      inTurn(lanes.writing, scope.tenantId, ({ db }) =>
        importDumpCompany(db, selectCompanyDump(dump, company), owners, (progress) =>
          this.#tell(at, progress),
        ),
      ),
    );
  }

  async #tell(at: number, progress: DumpImportProgress): Promise<void> {
    this.#stop.signal.throwIfAborted();
    this.#change(at, { state: 'running', ...progress });
    await this.#keep('importing');
  }

  #change(at: number, change: Partial<KeptCompany>): void {
    this.#companies = this.#companies.map((company, index) =>
      index === at ? { ...company, ...change } : company,
    );
  }

  #keep(state: 'importing' | 'done' | 'failed', failure: Failure | null = null): Promise<void> {
    const step = { state, companies: this.#companies, failure };
    return this.#write((context) => keepStep(context, this.#asked.id, step));
  }

  #write(use: (context: Context) => Promise<void>): Promise<void> {
    return this.#patiently(() => this.#once(use));
  }

  /** Retries until a slot is free, because no caller waits. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // Thrown before the work begins: the lane has no free slot.
        const crowded = error instanceof DomainError && error.key === 'server.busy';
        if (!crowded || this.#stop.signal.aborted) throw error;
      }
    }
  }

  async #once(use: (context: Context) => Promise<void>): Promise<void> {
    await runTransaction(this.#asker, null, async (context) => {
      await use(context);
      return {};
    });
  }

  #failureOf(error: unknown): Failure {
    if (this.#stop.signal.aborted) return { key: 'dump.interrupted', facts: {} };
    const { key, facts } = refusalFromError(error);
    if (key === 'server.failed') this.#log.error({ err: error }, 'import of a dump failed');
    return { key, facts };
  }
}

import { randomBytes } from 'node:crypto';
import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { log, inTurn, refusalOf, transact } from '../../kernel/index.ts';
import type { Asker, Context } from '../../kernel/index.ts';
import { hashPassword } from '../session/index.ts';
import { chosenOf, companiesOf, companyOf } from './company.ts';
import type { SourceCompany } from './company.ts';
import { keepStep, touch, waitingCompany } from './dumpImport.ts';
import type { Failure, KeptCompany } from './dumpImport.ts';
import { readDump } from './dump.ts';
import type { Dump } from './dump.ts';
import { importCompany } from './load.ts';
import type { Imported } from './load.ts';
import type { Progress } from './records.ts';

/** What the server was asked to bring over. */
export interface Asked {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Null: all. */
  readonly companies: readonly string[] | null;
}

const BEAT = 5_000;

/**
 * Works on an import of a dump beside the requests. Each company is a transaction of its own; what the process had not
 * finished when it ended is rolled back with its connection.
 */
export class DumpJob {
  readonly #asker: Asker;
  readonly #asked: Asked;
  readonly #log: Pick<FastifyInstance['log'], 'error'>;
  readonly #stop = new AbortController();
  #companies: KeptCompany[] = [];

  constructor(asker: Asker, asked: Asked, log: Pick<FastifyInstance['log'], 'error'>) {
    this.#asker = asker;
    this.#asked = asked;
    this.#log = log;
  }

  /** The next step of the work finds it stopped. */
  stop(): void {
    this.#stop.abort();
  }

  async run(): Promise<void> {
    const beat = setInterval(() => {
      this.#once((context) => touch(context, this.#asked.id)).catch(() => {
        // A beat that did not arrive is followed by another.
      });
    }, BEAT);
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
    } finally {
      clearInterval(beat);
    }
  }

  /** That one company fails stops none of the others. */
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
        log(context, {
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

  /** No one knows the passwords: the owner of a company gets a first one by its reset. */
  async #import(dump: Dump, company: SourceCompany, at: number): Promise<Imported> {
    const unusable = await hashPassword(randomBytes(32).toString('hex'));
    const owners = { passwordHash: unusable, unusable };
    const { lanes, scope } = this.#asker;
    return this.#patiently(() =>
      inTurn(lanes.writing, scope.tenantId, ({ db }) =>
        importCompany(db, companyOf(dump, company), owners, (progress) => this.#tell(at, progress)),
      ),
    );
  }

  async #tell(at: number, progress: Progress): Promise<void> {
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

  /** Waits for a place as long as it takes: there is no caller who waits for the answer. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // Thrown so only before the work began: by the lane that has no place.
        const crowded = error instanceof DomainError && error.key === 'server.busy';
        if (!crowded || this.#stop.signal.aborted) throw error;
      }
    }
  }

  async #once(use: (context: Context) => Promise<void>): Promise<void> {
    await transact(this.#asker, null, async (context) => {
      await use(context);
      return {};
    });
  }

  #failureOf(error: unknown): Failure {
    if (this.#stop.signal.aborted) return { key: 'dump.interrupted', facts: {} };
    const { key, facts } = refusalOf(error);
    if (key === 'server.failed') this.#log.error({ err: error }, 'import of a dump failed');
    return { key, facts };
  }
}

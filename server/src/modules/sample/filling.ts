import type { Samples } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { excuseWrite, hashOf, newToken } from '../../kernel/http/index.ts';
import { inTenant, runTransaction } from '../../kernel/tx/index.ts';
import type { Asker } from '../../kernel/tx/index.ts';
import { endSessionsWhere, insertSessionSql } from '../session/index.ts';
import { readCompanyToday } from '../system/index.ts';
import { businessDays } from './days.ts';
import type { BusinessDay } from './days.ts';
import { deskOf } from './desk.ts';
import { filler, saveSampleState } from './state.ts';
import { tradeSampleYear } from './year.ts';

const YEAR = 365;

type SampleFillingApp = Pick<FastifyInstance, 'inject' | 'prefix' | 'kernel' | 'log'>;

/**
 * Fills in sample data in the background, in a separate session of the owner. Sample data left unfinished
 * by a crashed process stays until the owner empties the company or fills in sample data again.
 */
export class Filling {
  readonly #app: SampleFillingApp;
  readonly #asker: Asker;
  readonly #stop = new AbortController();
  /** Time of the last progress record: a later writer has taken over. */
  #since: string;

  constructor(app: SampleFillingApp, asker: Asker, since: string) {
    this.#app = app;
    this.#asker = asker;
    this.#since = since;
  }

  /** The next step of the work sees the stop signal. */
  stop(): void {
    this.#stop.abort();
  }

  async run(): Promise<void> {
    const { language } = this.#asker;
    try {
      await this.#signedIn(async (token) => {
        const days = await this.#days();
        const desk = deskOf(this.#app, {
          token,
          language,
          stopped: this.#stop.signal,
          written: () => excuseWrite(this.#app.kernel, this.#asker.scope),
        });
        await tradeSampleYear(desk, language, days, (done, total) =>
          this.#keep({ state: 'filling', done, total }),
        );
      });
      await this.#keep({ state: 'filled', done: 0, total: 0 });
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#app.log.error({ err: error }, 'samples failed');
      await this.#keep({ state: 'failed', done: 0, total: 0 }).catch((failure: unknown) =>
        this.#app.log.error({ err: failure }, 'samples could not be put away'),
      );
    }
  }

  async #signedIn(work: (token: string) => Promise<void>): Promise<void> {
    const { db, sessions } = this.#app.kernel;
    const { language, scope, address } = this.#asker;
    const { tenantId, userId } = scope;
    const token = newToken();
    const session = { tenantId, userId, address, client: filler[language], lasts: '1 hour' };
    await inTenant(db, tenantId, 'begin', (tx) => insertSessionSql(token, session).execute(tx));
    try {
      await work(token);
    } finally {
      await inTenant(db, tenantId, 'begin', (tx) =>
        endSessionsWhere({ tx, tenantId }, sql`token_hash = ${Buffer.from(hashOf(token), 'hex')}`),
      );
      sessions.forget(hashOf(token));
    }
  }

  #days(): Promise<readonly BusinessDay[]> {
    return runTransaction(this.#asker, null, async (context) =>
      businessDays(context, await readCompanyToday(context), YEAR),
    );
  }

  /** Records the progress; stops after a takeover. */
  async #keep(samples: Samples): Promise<void> {
    const since = await runTransaction(this.#asker, null, (context) =>
      saveSampleState(context, samples, this.#since),
    );
    if (since === null) this.stop();
    else this.#since = since;
  }
}

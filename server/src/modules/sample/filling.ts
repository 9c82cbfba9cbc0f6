import type { Samples } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { excuseWrite, hashOf, inTenant, newToken, transact } from '../../kernel/index.ts';
import type { Asker } from '../../kernel/index.ts';
import { today } from '../system/index.ts';
import { businessDays } from './days.ts';
import type { BusinessDay } from './days.ts';
import { deskOf } from './desk.ts';
import { put } from './state.ts';
import { trade } from './year.ts';

const YEAR = 365;

type App = Pick<FastifyInstance, 'inject' | 'prefix' | 'kernel' | 'log'>;

/**
 * Fills in samples beside the requests, with a session of the owner's own that no one else has. What it did not finish when its
 * process ended stays until the owner empties the company or fills it in another time.
 */
export class Filling {
  readonly #app: App;
  readonly #asker: Asker;
  readonly #stop = new AbortController();

  constructor(app: App, asker: Asker) {
    this.#app = app;
    this.#asker = asker;
  }

  /** The next step of the work finds it stopped. */
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
        await trade(desk, language, days, (done, total) =>
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
    const { tenantId, userId } = this.#asker.scope;
    const token = newToken();
    const stored = Buffer.from(hashOf(token), 'hex');
    await inTenant(db, tenantId, 'begin', (tx) =>
      sql`
        insert into session (token_hash, tenant_id, user_id, address, expires_at)
        values (${stored}, ${tenantId}, ${userId}, ${this.#asker.address}, now() + interval '1 hour')`.execute(
        tx,
      ),
    );
    try {
      await work(token);
    } finally {
      await inTenant(db, tenantId, 'begin', (tx) =>
        sql`delete from session where tenant_id = ${tenantId} and token_hash = ${stored}`.execute(
          tx,
        ),
      );
      sessions.forget(hashOf(token));
    }
  }

  #days(): Promise<readonly BusinessDay[]> {
    return transact(this.#asker, null, async (context) =>
      businessDays(context, await today(context), YEAR),
    );
  }

  async #keep(samples: Samples): Promise<void> {
    await transact(this.#asker, null, (context) => put(context, samples));
  }
}

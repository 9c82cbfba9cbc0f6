import { emptySamples, fillSamples, samples } from '@tradehouse/contract';
import type { Samples } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { Filling } from './filling.ts';
import { beginFilling, begun, emptyAll, samplesOf } from './state.ts';

/** Registers the calls of the sample company. */
export function sampleRoutes(app: FastifyInstance): void {
  const running = new Map<Filling, Promise<void>>();
  app.addHook('onClose', async () => {
    for (const filling of running.keys()) filling.stop();
    await Promise.all(running.values());
  });
  mountRead(app, samples, samplesOf);
  mountEndpoint(app, fillSamples, (_, call) => startSampleFilling(app, running, call));
  mountWrite(app, emptySamples, (context) => emptyAll(context, app.kernel.db));
}

async function startSampleFilling(
  app: FastifyInstance,
  running: Map<Filling, Promise<void>>,
  { scope, language, address, transact }: EndpointCall,
): Promise<Samples> {
  const leave = app.kernel.heavy.enter(scope);
  let since: string | null = null;
  try {
    const answer = await transact(async (context) => {
      since = await beginFilling(context, app.kernel.db);
      return begun;
    });
    if (since === null) leave();
    else {
      const asker = { lanes: app.kernel.lanes, scope, language, address };
      const filling = new Filling(app, asker, since);
      const end = filling.run().finally(() => {
        running.delete(filling);
        leave();
      });
      running.set(filling, end);
    }
    return answer;
  } catch (error) {
    leave();
    throw error;
  }
}

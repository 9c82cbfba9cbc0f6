import { countViews, firstSteps, headerSearch, shellSettings } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { firstStepsOf } from './firstSteps.ts';
import { countPageViews } from './pageViews.ts';
import { searchEverything } from './search.ts';
import { shellSettingsOf } from './settings.ts';

export function shellRoutes(app: FastifyInstance): void {
  mountEndpoint(app, shellSettings, (_, { read }) => read(({ tx }) => shellSettingsOf(tx)));
  mountEndpoint(app, headerSearch, (input, { read }) =>
    read((context) => searchEverything(context, input)),
  );
  mountEndpoint(app, firstSteps, (_, { read }) => read(firstStepsOf));
  mountEndpoint(app, countViews, (input, { transact }) =>
    transact((context) => countPageViews(context, input)),
  );
}

import { countViews, firstSteps, shellSettings } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kernel/index.ts';
import { firstStepsOf } from './firstSteps.ts';
import { countPageViews } from './pageViews.ts';
import { shellSettingsOf } from './settings.ts';

export function shellRoutes(app: FastifyInstance): void {
  mount(app, shellSettings, (_, { read }) => read(({ tx }) => shellSettingsOf(tx)));
  mount(app, firstSteps, (_, { read }) => read(firstStepsOf));
  mount(app, countViews, (input, { transact }) =>
    transact((context) => countPageViews(context, input)),
  );
}

import { countViews, firstSteps, headerSearch, shellSettings } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { firstStepsOf } from './firstSteps.ts';
import { countPageViews } from './pageViews.ts';
import { searchEverything } from './search.ts';
import { shellSettingsOf } from './settings.ts';

export function shellRoutes(app: FastifyInstance): void {
  mountRead(app, shellSettings, ({ tx }) => shellSettingsOf(tx));
  mountRead(app, headerSearch, searchEverything);
  mountRead(app, firstSteps, firstStepsOf);
  mountWrite(app, countViews, countPageViews);
}

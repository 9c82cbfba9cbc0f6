import {
  addSavedView,
  deleteSavedView,
  savedViews,
  scheduleView,
  shareSavedView,
  startWithView,
  startingViews,
  unscheduleView,
  updateSavedView,
  viewSchedules,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { savedViewsOf, schedulesOf, startingViewsOf } from './read.ts';
import { addView, changeView, removeView, shareView, startWith } from './save.ts';
import { saveViewSchedule, deleteViewSchedule } from './schedule.ts';

/** Registers the calls of saved views and their schedules. */
export function savedViewRoutes(app: FastifyInstance): void {
  mountEndpoint(app, savedViews, (input, { read }) =>
    read((context) => savedViewsOf(context, input)),
  );
  mountEndpoint(app, startingViews, (_, { read }) => read(startingViewsOf));
  mountEndpoint(app, viewSchedules, (_, { read }) => read(schedulesOf));
  mountEndpoint(app, addSavedView, (input, { transact }) =>
    transact((context) => addView(context, input)),
  );
  mountEndpoint(app, updateSavedView, (input, { transact }) =>
    transact((context) => changeView(context, input)),
  );
  mountEndpoint(app, deleteSavedView, (input, { transact }) =>
    transact((context) => removeView(context, input)),
  );
  mountEndpoint(app, shareSavedView, (input, { transact }) =>
    transact((context) => shareView(context, input)),
  );
  mountEndpoint(app, startWithView, (input, { transact }) =>
    transact((context) => startWith(context, input)),
  );
  mountEndpoint(app, scheduleView, (input, { transact }) =>
    transact((context) => saveViewSchedule(context, input)),
  );
  mountEndpoint(app, unscheduleView, (input, { transact }) =>
    transact((context) => deleteViewSchedule(context, input)),
  );
}

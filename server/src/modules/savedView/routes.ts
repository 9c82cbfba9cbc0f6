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
import { mount } from '../../kernel/index.ts';
import { savedViewsOf, schedulesOf, startingViewsOf } from './read.ts';
import { addView, changeView, removeView, shareView, startWith } from './save.ts';
import { schedule, unschedule } from './schedule.ts';

/** The calls of saved views, and of having them sent. */
export function savedViewRoutes(app: FastifyInstance): void {
  mount(app, savedViews, (input, { read }) => read((context) => savedViewsOf(context, input)));
  mount(app, startingViews, (_, { read }) => read(startingViewsOf));
  mount(app, viewSchedules, (_, { read }) => read(schedulesOf));
  mount(app, addSavedView, (input, { transact }) => transact((context) => addView(context, input)));
  mount(app, updateSavedView, (input, { transact }) =>
    transact((context) => changeView(context, input)),
  );
  mount(app, deleteSavedView, (input, { transact }) =>
    transact((context) => removeView(context, input)),
  );
  mount(app, shareSavedView, (input, { transact }) =>
    transact((context) => shareView(context, input)),
  );
  mount(app, startWithView, (input, { transact }) =>
    transact((context) => startWith(context, input)),
  );
  mount(app, scheduleView, (input, { transact }) =>
    transact((context) => schedule(context, input)),
  );
  mount(app, unscheduleView, (input, { transact }) =>
    transact((context) => unschedule(context, input)),
  );
}

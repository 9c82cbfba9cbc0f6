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
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { savedViewsOf, schedulesOf, startingViewsOf } from './read.ts';
import { addView, changeView, removeView, shareView, startWith } from './save.ts';
import { saveViewSchedule, deleteViewSchedule } from './schedule.ts';

/** Registers the calls of saved views and their schedules. */
export function savedViewRoutes(app: FastifyInstance): void {
  mountRead(app, savedViews, savedViewsOf);
  mountRead(app, startingViews, startingViewsOf);
  mountRead(app, viewSchedules, schedulesOf);
  mountWrite(app, addSavedView, addView);
  mountWrite(app, updateSavedView, changeView);
  mountWrite(app, deleteSavedView, removeView);
  mountWrite(app, shareSavedView, shareView);
  mountWrite(app, startWithView, startWith);
  mountWrite(app, scheduleView, saveViewSchedule);
  mountWrite(app, unscheduleView, deleteViewSchedule);
}

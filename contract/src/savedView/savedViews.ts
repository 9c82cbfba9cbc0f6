import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Optional, Text, toLiteralUnion } from '../field.ts';
import { Changed, Closed, Id, Nullable, Saved, onOne, readAll } from '../resource.ts';
import { ListView } from './listView.ts';

/** Views per user, and scheduled ones. */
export const MOST_VIEWS = 100;
export const MOST_SCHEDULES = 20;
/** Most characters of a view in JSON. */
export const LONGEST_VIEW = 20_000;

const ViewName = NameText(1, 50);
/** Table id of a list or report. */
const List = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' });

export const scheduleSteps = ['day', 'week', 'month'] as const;
export const scheduleFormats = ['xlsx', 'csv'] as const;
/**
 * Outcome: `sent`, or the reason for not sending. Reasons: user disabled or term ended; no export right; no
 * longer shared; hidden or removed columns; file too large; repeated failure.
 */
export const scheduleOutcomes = [
  'sent',
  'userOff',
  'noRight',
  'notShared',
  'hidden',
  'tooLarge',
  'failed',
] as const;
export type ScheduleOutcome = (typeof scheduleOutcomes)[number];

const rhythm = {
  every: toLiteralUnion(scheduleSteps),
  /** Day of the week from 1, Monday; or of the month, at most its last. */
  onDay: Type.Integer({ minimum: 1, maximum: 31 }),
  /** By the company's clock. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  format: toLiteralUnion(scheduleFormats),
};
const Schedule = Closed({
  ...rhythm,
  /** An ISO instant. */
  next: Type.String(),
  outcome: Nullable(toLiteralUnion(scheduleOutcomes)),
  /** An ISO instant. */
  outcomeTime: Nullable(Type.String()),
});
export type Schedule = Static<typeof Schedule>;

const RoleName = Closed({ id: Id, name: Type.String() });

const SavedView = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  value: ListView,
  own: Type.Boolean(),
  /** Owner's name. */
  userName: Type.String(),
  /** Own views: roles with access, and if these start with it. */
  roles: Type.Array(RoleName),
  roleDefault: Type.Boolean(),
  /** The caller's own. */
  schedule: Nullable(Schedule),
});
export type SavedView = Static<typeof SavedView>;

/**
 * Views for the caller: own, then those shared with the role, by name. `startsWith` is the initial one;
 * `chosen`: by the caller. `mayShare`: roles that the caller may share with.
 */
export const savedViews = defineEndpoint({
  call: 'GET /savedView/list',
  summary: 'The saved views of a list or report that the caller may use',
  access: 'signedIn',
  input: Closed({ list: List }),
  reply: Closed({
    views: Type.Array(SavedView),
    startsWith: Nullable(Id),
    chosen: Type.Boolean(),
    mayShare: Type.Array(RoleName),
  }),
});

/** Views opened with a list, at most one per list. */
export const startingViews = readAll({
  path: '/savedView/starting',
  summary: 'The saved views that the lists of the caller start with',
  access: 'signedIn',
  reply: Type.Array(Closed({ list: Type.String(), id: Id, name: Type.String(), value: ListView })),
});

export const addSavedView = defineEndpoint({
  call: 'POST /savedView/add',
  summary: 'Save what a list stands at',
  access: 'signedIn',
  input: Closed({ list: List, name: ViewName, value: ListView }),
  reply: Saved,
});

/** Absent: unchanged. */
export const updateSavedView = defineEndpoint({
  call: 'PUT /savedView/update',
  summary: 'Rename a saved view, or replace what it holds',
  access: 'signedIn',
  input: Closed({
    id: Id,
    version: Type.Integer(),
    name: Optional(ViewName),
    value: Optional(ListView),
  }),
  reply: Saved,
});

export const deleteSavedView = onOne({
  call: 'DELETE /savedView/delete',
  summary: "Delete one of the caller's saved views",
  access: 'signedIn',
});

/** Shares the view with exactly these roles; `roleDefault`: initial for users without a choice. */
export const shareSavedView = defineEndpoint({
  call: 'PUT /savedView/share',
  summary: 'Share a saved view with roles',
  access: 'signedIn',
  input: Closed({
    id: Id,
    roleIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
    roleDefault: Type.Boolean(),
  }),
  reply: Changed,
});

/** `id` null: the page's own start, regardless of the role; absent: the role's. */
export const startWithView = defineEndpoint({
  call: 'PUT /savedView/startWith',
  summary: 'Choose what a list opens with',
  access: 'signedIn',
  input: Closed({ list: List, id: Optional(Nullable(Id)) }),
  reply: Closed({}),
});

/**
 * Sends the view to the caller in a message with its file from the next scheduled hour on; `now` sends the
 * first at once.
 */
export const scheduleView = defineEndpoint({
  call: 'PUT /savedView/schedule',
  summary: 'Have a saved view sent by the clock',
  access: 'signedIn',
  input: Closed({ id: Id, ...rhythm, now: Optional(Type.Boolean()) }),
  reply: Closed({ next: Type.String() }),
});

export const unscheduleView = onOne({
  call: 'DELETE /savedView/schedule',
  summary: 'Have a saved view sent no more',
  access: 'signedIn',
});

/** Caller's schedules over all lists, with outcomes; `page` is null if inaccessible. */
export const viewSchedules = readAll({
  path: '/savedView/schedules',
  summary: 'The saved views that the caller has sent by the clock',
  access: 'signedIn',
  reply: Type.Array(
    Closed({
      id: Id,
      name: Type.String(),
      list: Type.String(),
      page: Nullable(Text(200)),
      ...Schedule.properties,
    }),
  ),
});

import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Optional, Text, literals } from '../field.ts';
import { Changed, Closed, Id, Nullable, Saved, onOne, readAll } from '../resource.ts';
import { ListView } from './listView.ts';

/** A user has at most so many views, and at most so many of them sent. */
export const MOST_VIEWS = 100;
export const MOST_SCHEDULES = 20;
/** The longest that a view may be, as JSON. */
export const LONGEST_VIEW = 20_000;

const ViewName = Name(1, 50);
/** The id of a list or report, as its table declares it. */
const List = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' });

export const scheduleSteps = ['day', 'week', 'month'] as const;
export const scheduleFormats = ['xlsx', 'csv'] as const;
/**
 * What came of a schedule: `sent`; or why nothing was: its user is switched off or the company's term has ended, may not export
 * the list, may no longer use the view; the view asks for what is hidden from its user or no longer there; the file would be too
 * large; or it failed again and again.
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
  every: literals(scheduleSteps),
  /** Of the week from 1, Monday; of the month from 1, in a shorter month its last. */
  onDay: Type.Integer({ minimum: 1, maximum: 31 }),
  /** By the company's clock. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  format: literals(scheduleFormats),
};
const Schedule = Closed({
  ...rhythm,
  /** An ISO instant. */
  next: Type.String(),
  outcome: Nullable(literals(scheduleOutcomes)),
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
  /** Who shares it; of one's own: oneself. */
  userName: Type.String(),
  /** Of one's own: whom it is shared with, and whether they start with it. */
  roles: Type.Array(RoleName),
  roleDefault: Type.Boolean(),
  /** The caller's own. */
  schedule: Nullable(Schedule),
});
export type SavedView = Static<typeof SavedView>;

/**
 * What the caller can bring a list to: their own views, then those shared with their role, by name. `startsWith` is the one that
 * it opens with; `chosen`: the caller said so themselves. `mayShare`: the roles that they may share their own with.
 */
export const savedViews = endpoint({
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

/** What lists open with: at most one view of each. */
export const startingViews = readAll({
  path: '/savedView/starting',
  summary: 'The saved views that the lists of the caller start with',
  access: 'signedIn',
  reply: Type.Array(Closed({ list: Type.String(), id: Id, name: Type.String(), value: ListView })),
});

export const addSavedView = endpoint({
  call: 'POST /savedView/add',
  summary: 'Save what a list stands at',
  access: 'signedIn',
  input: Closed({ list: List, name: ViewName, value: ListView }),
  reply: Saved,
});

/** What is absent stays as it is. */
export const updateSavedView = endpoint({
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

/** Their users may use the view, and no others; `roleDefault`: who chose nothing themselves starts with it. */
export const shareSavedView = endpoint({
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

/** `id` null: as the page starts, whatever the role starts with; absent: as the role does. */
export const startWithView = endpoint({
  call: 'PUT /savedView/startWith',
  summary: 'Choose what a list opens with',
  access: 'signedIn',
  input: Closed({ list: List, id: Optional(Nullable(Id)) }),
  reply: Closed({}),
});

/** The caller gets the view as a message with its file, from the next such hour on; with `now` a first one at once. */
export const scheduleView = endpoint({
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

/** All that the caller has sent, of whatever list, and what came of it; `page` is null where it can't be opened. */
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
